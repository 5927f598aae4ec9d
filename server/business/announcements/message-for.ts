import type { SystemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { isActionLink } from '@scoville/contract/business/announcements/system-message-edit.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type SystemMessageRow, findSystemMessage } from './announcements.queries.ts';
import { markdownHtml } from './markdown.ts';

/** The system message for this visitor, or null. */
export async function systemMessageFor(db: Db, actor: Actor | null): Promise<SystemMessage | null> {
  const row = await findSystemMessage(db);
  if (row === null || (row.disappear_after_login && actor !== null)) return null;
  return presentSystemMessage(row);
}

/** A link that is stored in the database must also follow the rule of the form. */
export const presentSystemMessage = (row: SystemMessageRow): SystemMessage => ({
  id: row.id,
  message: row.message,
  html: markdownHtml(row.message),
  actionLink: row.action_link !== null && isActionLink(row.action_link) ? row.action_link : null,
  disappearAfterLogin: row.disappear_after_login,
});
