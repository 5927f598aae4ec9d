import {
  addComment,
  addReply,
  commentReplies,
  comments,
  deleteComment,
} from '@scoville/contract/community/comments/comments.ts';
import { isHeld } from '@scoville/contract/community/comments/comment-rules.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { brokenConstraint, transaction } from '../../platform/db/connection.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { MAX_PAGE_BYTES, type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { canSee, isOwner } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { findVisible } from '../../catalogue/media/media.visible.ts';
import { commentCan, isAuthor } from './comments.policy.ts';
import { presentComment, presentReply } from './comments.present.ts';
import { findSeenComment, findWritten } from './find-comment.ts';
import { findHeld, findRules, insertHeld } from './held.queries.ts';
import { mailComment } from './mail-comment.ts';
import {
  type ThreadRow,
  findComment,
  insertComment,
  listComments,
  listFirstReplies,
  listReplies,
  removeComment,
} from './comments.queries.ts';

const PAGE_SIZE = 10;
/** Without replies: each comment includes its first two replies. */
const MAX_THREADS_BYTES = 80_000;
const REPLIES_PAGE_SIZE = 100;
/** Maximum number of comments and replies per account and minute. */
const PER_MINUTE = 5;

export const commentsRoutes = (app: App) => {
  const { db, env, cursors } = app;
  return [
    route(comments, async ({ params, query, actor }) => {
      const media = await findVisible(db, actor, params.mediaId);
      const viewerId = actor?.userId ?? null;
      const ascending = query.order === 'asc';
      const moments = query.moments === true;
      const { rows, total, paging } = await readPage(cursors, query, {
        name: `${moments ? 'moments' : 'comments'} ${media.id} ${ascending ? 'asc' : 'desc'}`,
        size: PAGE_SIZE,
        maxBytes: MAX_THREADS_BYTES,
        read: (slice: Slice<TimePlace>) => listComments(db, { mediaId: media.id, viewerId, ascending, moments }, slice),
        placeOf: timePlace,
      });
      const threads = rows.filter((row) => row.reply_total > 0).map(({ id }) => id);
      const replies = threads.length === 0 ? [] : await listFirstReplies(db, threads, viewerId);
      const showing = { env, viewer: actor, media };
      return { comments: rows.map((row) => presentComment(row, replies, showing)), total, paging };
    }),

    route(commentReplies, async ({ params, query, actor }) => {
      const { row, media } = await findSeenComment(db, actor, params.commentId);
      const { rows, total, paging } = await readPage(cursors, query, {
        name: `replies ${row.id}`,
        size: REPLIES_PAGE_SIZE,
        maxBytes: MAX_PAGE_BYTES,
        read: (slice: Slice<TimePlace>) =>
          listReplies(db, { commentId: row.id, viewerId: actor?.userId ?? null }, slice),
        placeOf: timePlace,
      });
      const showing = { env, viewer: actor, media };
      return { replies: rows.map((reply) => presentReply(reply, showing)), total, paging };
    }),

    route(addComment, async (call) => {
      const actor = await limitComments(app, signedIn(call));
      const media = await findVisible(db, actor, call.params.mediaId);
      const moment = call.body.moment ?? null;
      if (moment !== null && media.length_seconds !== null && moment > media.length_seconds)
        throw invalid('moment', 'That time is past the end.');
      const row = await write(app, actor, {
        media,
        parentId: null,
        answeredId: null,
        body: call.body.comment,
        moment,
        receiver: { id: media.musician_id, displayName: media.musician_display_name },
      });
      const shown = presentComment(row, [], { env, viewer: actor, media });
      return row.isHeld ? { ...shown, held: true as const, can: NOTHING } : shown;
    }),

    route(addReply, async (call) => {
      const actor = await limitComments(app, signedIn(call));
      const { row: answered, media } = await findSeenComment(db, actor, call.params.commentId);
      const row = await write(app, actor, {
        media,
        parentId: answered.parent_id ?? answered.id,
        answeredId: answered.id,
        body: call.body.comment,
        moment: null,
        receiver: { id: answered.author_id, displayName: answered.display_name },
      });
      const shown = presentReply(row, { env, viewer: actor, media });
      return row.isHeld ? { ...shown, held: true as const, can: NOTHING } : shown;
    }),

    route(deleteComment, async (call) => {
      const actor = signedIn(call);
      const { row, media } = await findWritten(db, actor, call.params.id);
      // Authors can delete their comments from a hidden item, because the comments would return with the item.
      if (!isAuthor(actor, row) && !canSee(actor, media)) throw notFound('This comment');
      if (!commentCan(env, actor, row, media).delete) throw forbidden('You can delete your own comments only.');
      await transaction(db, async (tx) => {
        await removeComment(tx, row);
        if (isAuthor(actor, row) || isOwner(actor, media)) return;
        // The administrator may have lost the role while the transaction waited for locks.
        const now = await callerNow(app, tx, actor.userId);
        if (!commentCan(env, now, row, media).delete) throw forbidden('You can delete your own comments only.');
        await recordAct(tx, now, {
          act: 'deleted-comment',
          subject: { kind: 'comment', id: row.id, name: media.title },
        });
      });
      return { id: row.id, deleted: true as const };
    }),
  ];
};

/** Checks that the user may write now. Throws 403 before the address is confirmed, 429 after five in a minute. */
async function limitComments({ limits }: App, actor: Actor): Promise<Actor> {
  checkVerified(actor);
  await limits.take(
    `comments ${actor.userId}`,
    PER_MINUTE,
    60,
    'You have posted five comments in the last minute. Please wait a moment.',
  );
  return actor;
}

interface Said {
  media: MediaRow;
  /** The comment that a reply belongs to; null for a comment. */
  parentId: string | null;
  body: string;
  moment: number | null;
  /** The comment or reply being answered; null for a comment. */
  answeredId: string | null;
  /** Receiver of the mail about it. */
  receiver: { id: string; displayName: string };
}

/** A held comment allows only the actions of `held.routes.ts`. */
const NOTHING = { reply: false, flag: false, delete: false };

/**
 * Writes a comment or a reply, and the mail about it. If the media item's owner holds it for approval, it's stored as
 * held and the owner is mailed. Throws 404 if the media item or the answered comment is deleted in the meantime.
 */
async function write(
  app: App,
  actor: Actor,
  { media, parentId, answeredId, body, moment, receiver }: Said,
): Promise<ThreadRow & { isHeld: boolean }> {
  const id = newId();
  const waits = !isOwner(actor, media) && isHeld(await findRules(app.db, media.musician_id), body);
  const isReply = parentId !== null;
  try {
    await transaction(app.db, async (tx) => {
      const row = { id, media_id: media.id, author_id: actor.userId, parent_id: parentId, body, moment };
      if (waits) {
        const owner = { id: media.musician_id, displayName: media.musician_display_name };
        const heldMail = { id: `held:${id}`, media, authorId: actor.userId, receiver: owner, words: body };
        await mailComment(app, tx, { ...heldMail, isReply: false, waits });
        await insertHeld(tx, { ...row, answered_id: answeredId });
      } else {
        await mailComment(app, tx, { id, media, authorId: actor.userId, receiver, words: body, isReply });
        await insertComment(tx, row);
      }
    });
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'comments_parent' || /^held_comments_(parent|answered)_id_fkey$/.test(constraint ?? ''))
      throw notFound('This comment');
    throw constraint?.endsWith('_media_id_fkey') ? notFound('This media') : error;
  }
  if (waits) {
    const row = await findHeld(app.db, id);
    if (row === null) throw notFound('This comment');
    return { ...row, author_deleted: false, flagged: false, reply_total: 0, isHeld: true };
  }
  const row = await findComment(app.db, id, actor.userId);
  if (row === null) throw notFound('This comment');
  return { ...row, isHeld: false };
}
