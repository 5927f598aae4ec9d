import type postgres from 'postgres';
import { type Db, type Pool, type Tx, transaction } from '../db/connection.ts';
import { lockCounters } from './fold.queries.ts';

/** A counter that differed from its daily sums. */
export interface Drifted {
  /** `media.play_count` and so on. */
  counter: string;
  id: string;
  counted: number;
  kept: number;
}

/** Every counter that events raise, with the daily sums that it must equal. */
const COUNTERS: readonly { table: string; column: string; sums: (db: Db) => postgres.Fragment }[] = [
  { table: 'media', column: 'play_count', sums: (db) => ofMedia(db, 'play-media') },
  { table: 'media', column: 'share_count', sums: (db) => ofMedia(db, 'share-media') },
  { table: 'users', column: 'play_count', sums: (db) => ofMusicians(db, ['play-media']) },
  { table: 'users', column: 'share_count', sums: (db) => ofMusicians(db, ['share-media', 'share-zone']) },
  { table: 'users', column: 'view_count', sums: (db) => ofMusicians(db, ['view-zone']) },
  {
    table: 'categories',
    column: 'play_count',
    sums: (db) => db`select category_id as id, sum(n)::bigint as n from category_days group by 1`,
  },
];

const ofMedia = (db: Db, title: string) =>
  db`select media_id as id, sum(n)::bigint as n from stat_days where title = ${title} and media_id is not null group by 1`;
const ofMusicians = (db: Db, titles: string[]) =>
  db`select musician_id as id, sum(n)::bigint as n from stat_days where title = any(${titles}) group by 1`;

/** Sets every counter to what its daily sums say, and returns those that differed. No event is counted meanwhile. */
export async function repairCounters(db: Pool): Promise<Drifted[]> {
  return transaction(db, async (tx) => {
    await lockCounters(tx);
    const drifted: Drifted[] = [];
    for (const counter of COUNTERS) drifted.push(...(await repair(tx, counter)));
    return drifted;
  });
}

async function repair(tx: Tx, { table, column, sums }: (typeof COUNTERS)[number]): Promise<Drifted[]> {
  const counter = `${table}.${column}`;
  return tx<Drifted[]>`
    with drifted as (
      select t.id, t.${tx(column)}::bigint as kept, coalesce(s.n, 0) as counted
      from ${tx(table)} t left join (${sums(tx)}) s on s.id = t.id where t.${tx(column)} <> coalesce(s.n, 0)
    )
    update ${tx(table)} t set ${tx(column)} = d.counted from drifted d where t.id = d.id
    returning ${counter} as counter, d.id, d.counted, d.kept`;
}
