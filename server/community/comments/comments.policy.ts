import type { Env } from '../../platform/env.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { CommentRow } from './comments.queries.ts';

/** The media item of a comment: its row, or a part of it. */
export interface Commented {
  musician_id: string;
}

export const isAuthor = (actor: Actor | null, row: Pick<CommentRow, 'author_id'>): boolean =>
  actor?.userId === row.author_id;

/** Actions that this actor may take on a comment or a reply. */
export const commentCan = (
  { COMMENTS_OWNER_CAN_DELETE: ownerCanDelete }: Pick<Env, 'COMMENTS_OWNER_CAN_DELETE'>,
  actor: Actor | null,
  row: Pick<CommentRow, 'author_id'>,
  media: Commented,
) => ({
  reply: actor !== null,
  flag: actor !== null && !isAuthor(actor, row),
  delete: isAuthor(actor, row) || actor?.role === 'admin' || (ownerCanDelete && actor?.userId === media.musician_id),
});
