import type { PendingQuery, Row } from 'postgres';
import type { Db } from '../../platform/db/connection.ts';

type Fragment = PendingQuery<Row[]>;

/**
 * SQL for the number of accepted uploads of an account that count towards its plan, in all or this month. Uploads that
 * failed, or that were granted on top of the plan, don't count.
 */
export const usedUploads = (db: Db, userId: Fragment, span: 'ever' | 'this-month') => db`
  (select count(*)::int from upload_ledger l
    left join compensations c on c.source_id = l.source_id
    where l.user_id = ${userId} and l.refunded_at is null and c.id is null
      ${span === 'this-month' ? db`and l.created_at >= date_trunc('month', now())` : db``})`;

/** SQL for whether a compensation `c` is an upload that nobody took, or whose file failed. */
export const isUnusedUpload = (db: Db) => db`
  (c.kind = 'upload' and not exists (
    select 1 from upload_ledger taken where taken.source_id = c.source_id and taken.refunded_at is null))`;

/** SQL for the number of uploads on top of the plan that an account has left. */
export const extraUploads = (db: Db, userId: Fragment) => db`
  (select count(*)::int from compensations c where c.user_id = ${userId} and ${isUnusedUpload(db)})`;
