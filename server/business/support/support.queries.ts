import type { Db } from '../../platform/db/connection.ts';

/** The address of the administrator who has been here longest; null without any. */
export async function firstAdminEmail(db: Db): Promise<string | null> {
  const [row] = await db<{ email: string }[]>`
    select email from users where role = 'admin' and deleted_at is null order by created_at, id limit 1`;
  return row?.email ?? null;
}
