import type { Db } from '../../platform/db/connection.ts';

/**
 * Lists addresses of accounts that migration 0152 couldn't convert because another account has the same mailbox, the oldest
 * account first. Their owners can't sign in with them.
 */
export const listTwinMailboxes = (db: Db, most: number): Promise<{ email: string }[]> =>
  db<{ email: string }[]>`
    select email from users
    where (email::text is not nfc normalized or split_part(email::text, '@', 2) ~ '[^\\x01-\\x7f]')
    order by created_at limit ${most}`;
