import type { SystemMessage } from '@scoville/contract/announcements.ts';
import { isOwnPath } from '@scoville/contract/redirects.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { findSystemMessage } from './announcements.queries.ts';
import { markdownHtml } from './markdown.ts';

/** The system message as this visitor is to see it, or null. */
export async function systemMessageFor(db: Db, actor: Actor | null): Promise<SystemMessage | null> {
  const row = await findSystemMessage(db);
  if (row === null || (row.disappear_after_login && actor !== null)) return null;
  return {
    id: row.id,
    message: row.message,
    html: markdownHtml(row.message),
    actionLink: row.action_link !== null && leadsSomewhereSafe(row.action_link) ? row.action_link : null,
    disappearAfterLogin: row.disappear_after_login,
  };
}

/** A path of ours, or an address of the web: nothing that a browser would run (`javascript:`, `data:`). */
const leadsSomewhereSafe = (link: string): boolean => isOwnPath(link) || /^https?:\/\/[^\s]+$/i.test(link);
