import type { Comment, CommentReply } from '@scoville/contract/community/comments/comments.ts';
import type { Env } from '../../platform/env.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { type Commented, commentCan } from './comments.policy.ts';
import type { CommentRow, ThreadRow } from './comments.queries.ts';

/** The viewer, and the media item of the comments. */
interface Showing {
  env: Pick<Env, 'COMMENTS_OWNER_CAN_DELETE'>;
  viewer: Actor | null;
  media: Commented;
}

export const presentReply = (row: CommentRow, { env, viewer, media }: Showing): CommentReply => ({
  id: row.id,
  body: row.body,
  user: { ...presentMusician({ ...row, id: row.author_id }), deleted: row.author_deleted },
  createdAt: row.created_at.toISOString(),
  flagged: row.flagged,
  can: commentCan(env, viewer, row, media),
});

/** @param replies of any comments, oldest first */
export const presentComment = (row: ThreadRow, replies: readonly CommentRow[], showing: Showing): Comment => ({
  ...presentReply(row, showing),
  moment: row.moment,
  replies: replies.filter((reply) => reply.parent_id === row.id).map((reply) => presentReply(reply, showing)),
  replyTotal: row.reply_total,
});
