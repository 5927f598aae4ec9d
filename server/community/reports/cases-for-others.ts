import type { Db } from '../../platform/db/connection.ts';
import { countAdmins } from '../../accounts/users/users.queries.ts';
import type { CaseRow } from './reports.queries.ts';

/**
 * Administrators don't decide cases about themselves if there is another administrator. Returns a function that is true
 * for the cases that this administrator must leave to others.
 */
export async function casesForOthers(
  db: Db,
  administratorId: string,
): Promise<(row: Pick<CaseRow, 'reported_id'>) => boolean> {
  const isAlone = (await countAdmins(db)) < 2;
  return ({ reported_id }) => !isAlone && reported_id === administratorId;
}
