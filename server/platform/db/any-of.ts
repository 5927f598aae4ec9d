import type { Db } from './connection.ts';

/**
 * `any` of some ids, for a comparison. They are sent as one text, which a subselect parses once. Without the subselect,
 * PostgreSQL would parse the text for each compared row, and plan each call again, because the planner would see the
 * values.
 */
export const anyOf = (db: Db, ids: readonly string[]) => db`any(${asArray(db, ids)})`;

/** `all` of some ids, like `anyOf`. */
export const allOf = (db: Db, ids: readonly string[]) => db`all(${asArray(db, ids)})`;

const asArray = (db: Db, ids: readonly string[]) => db`(select ${`{${ids.join(',')}}`}::text::uuid[])::uuid[]`;
