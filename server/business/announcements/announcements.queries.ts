import type { Db, Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';

export interface SystemMessageRow {
  id: string;
  message: string;
  action_link: string | null;
  disappear_after_login: boolean;
}

/** The current message, or null. */
export async function findSystemMessage(db: Db): Promise<SystemMessageRow | null> {
  const [row] = await db<
    SystemMessageRow[]
  >`select id, message, action_link, disappear_after_login from system_message`;
  return row ?? null;
}

/**
 * Replaces the current message. The new one gets its own id, so that an administrator who removes the old message
 * doesn't remove one that another administrator wrote in the meantime.
 */
export async function replaceSystemMessage(
  tx: Tx,
  { message, actionLink, disappearAfterLogin }: { message: string; actionLink: string; disappearAfterLogin: boolean },
  by: string,
): Promise<SystemMessageRow> {
  const row: SystemMessageRow = {
    id: newId(),
    message,
    action_link: actionLink === '' ? null : actionLink,
    disappear_after_login: disappearAfterLogin,
  };
  const written = { ...row, updated_by: by, updated_at: new Date() };
  await tx`insert into system_message ${tx(written)} on conflict (only_one) do update set ${tx(written)}`;
  return row;
}

/** Deletes the message with this id; false if it was replaced. */
export async function deleteSystemMessage(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`delete from system_message where id = ${id}`;
  return count > 0;
}
