import type { Db } from '../db/connection.ts';
import { countAdmins } from '../users/users.queries.ts';
import type { CaseRow } from './reports.queries.ts';

/**
 * Nobody decides a case about themselves, as long as another administrator could. Returns of which cases this is so for
 * one of them.
 */
export async function casesForOthers(
  db: Db,
  administratorId: string,
): Promise<(row: Pick<CaseRow, 'reported_id'>) => boolean> {
  const isAlone = (await countAdmins(db)) < 2;
  return ({ reported_id }) => !isAlone && reported_id === administratorId;
}
