import {
  type HeldComment,
  approveComment,
  commentRules,
  heldComments,
  removeHeldComment,
  saveCommentRules,
} from '@scoville/contract/community/comments/comment-rules.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { isOwner } from '../../catalogue/media/media.policy.ts';
import { type MediaRow, findMedia } from '../../catalogue/media/media.queries.ts';
import { findVisible } from '../../catalogue/media/media.visible.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findComment, insertComment } from './comments.queries.ts';
import { type HeldRow, findHeld, findRules, listHeld, claimHeld, writeRules } from './held.queries.ts';
import { mailComment } from './mail-comment.ts';

export const heldRoutes = (app: App) => {
  const { db } = app;
  /** A held comment, for its author (even if the media item is hidden) and the item's owner. Throws 404 for others. */
  const found = async (actor: Actor, id: string): Promise<{ row: HeldRow; media: MediaRow }> => {
    const row = await findHeld(db, id);
    const media = row && (await findMedia(db, row.media_id));
    if (row === null || media === null || !(isOwner(actor, media) || isAuthor(actor, row)))
      throw notFound('This comment');
    return { row, media };
  };
  return [
    route(commentRules, async (call) => findRules(db, signedIn(call).userId)),

    route(saveCommentRules, async (call) => {
      await writeRules(db, signedIn(call).userId, call.body);
      return findRules(db, signedIn(call).userId);
    }),

    route(heldComments, async (call) => {
      const actor = signedIn(call);
      const media = await findVisible(db, actor, call.params.mediaId);
      const isOwn = isOwner(actor, media);
      const { rows, total } = await listHeld(db, media.id, isOwn ? null : actor.userId);
      return { held: rows.map((row) => present(row, isOwn)), total };
    }),

    route(approveComment, async (call) => {
      const actor = signedIn(call);
      const { row, media } = await found(actor, call.params.id);
      if (!isOwner(actor, media)) throw forbidden('Only the owner of the media may approve this.');
      const { id, media_id, author_id, parent_id, body, moment } = row;
      await transaction(db, async (tx) => {
        if (!(await claimHeld(tx, row))) throw notFound('This comment');
        // The author being answered wasn't notified while the comment was held. The owner approves it and needs no
        // mail.
        const answered = row.answered_id && (await findComment(tx, row.answered_id, null));
        if (answered && answered.author_id !== media.musician_id)
          await mailComment(app, tx, {
            id,
            media,
            authorId: author_id,
            receiver: { id: answered.author_id, displayName: answered.display_name },
            words: body,
            isReply: true,
          });
        await insertComment(tx, { id, media_id, author_id, parent_id, body, moment });
      });
      return { id, approved: true as const };
    }),

    route(removeHeldComment, async (call) => {
      const { row } = await found(signedIn(call), call.params.id);
      if (!(await transaction(db, (tx) => claimHeld(tx, row)))) throw notFound('This comment');
      return { id: row.id, deleted: true as const };
    }),
  ];
};

const isAuthor = (actor: Actor, row: HeldRow): boolean => actor.userId === row.author_id;

const present = (row: HeldRow, canApprove: boolean): HeldComment => ({
  id: row.id,
  body: row.body,
  user: presentMusician({ ...row, id: row.author_id }),
  moment: row.moment,
  isReply: row.parent_id !== null,
  createdAt: row.created_at.toISOString(),
  canApprove,
});
