import type { Db } from './connection.ts';

/**
 * `any` of some ids. They go as one text, which is read once: without a select of its own it would be read again for each
 * row that is compared, and for what the planner sees of it each call would be planned anew.
 */
export const anyOf = (db: Db, ids: readonly string[]) => db`any(${asArray(db, ids)})`;

/** `all` of some ids. */
export const allOf = (db: Db, ids: readonly string[]) => db`all(${asArray(db, ids)})`;

const asArray = (db: Db, ids: readonly string[]) => db`(select ${`{${ids.join(',')}}`}::text::uuid[])::uuid[]`;
