import type { Db } from '../db/connection.ts';

/**
 * Addresses of accounts that are still in a form which nobody can sign in with, because an older account has the same mailbox
 * in the form that counts (migration 0152); the oldest first, at most `most`.
 */
export const listTwinMailboxes = (db: Db, most: number): Promise<{ email: string }[]> =>
  db<{ email: string }[]>`
    select email from users
    where (email::text is not nfc normalized or split_part(email::text, '@', 2) ~ '[^\\x01-\\x7f]')
    order by created_at limit ${most}`;
