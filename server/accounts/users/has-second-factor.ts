import type { Db } from '../../platform/db/connection.ts';

/** Whether the account `u` of a statement has a second factor. */
export const hasSecondFactor = (db: Db) => db`(
  exists (select 1 from totp_secrets f where f.user_id = u.id and f.confirmed_at is not null)
  or exists (select 1 from passkeys k where k.user_id = u.id))`;
