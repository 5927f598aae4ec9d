import type { Db } from '../db/connection.ts';

export interface SystemMessageRow {
  id: string;
  message: string;
  action_link: string | null;
  disappear_after_login: boolean;
}

/** The one message, or null. */
export async function findSystemMessage(db: Db): Promise<SystemMessageRow | null> {
  const [row] = await db<
    SystemMessageRow[]
  >`select id, message, action_link, disappear_after_login from system_message`;
  return row ?? null;
}
