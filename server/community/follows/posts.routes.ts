import { deletePost, posts, writePost } from '@scoville/contract/community/follows/posts.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { transaction } from '../../platform/db/connection.ts';
import { checkVerified } from '../../platform/http/actor.ts';
import { forbidden, notFound, tooManyRequests } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { notifyFollowersJob } from './follows.jobs.ts';
import { claimWeeklyPost, findPost, insertPost, findNextPostTime, removePost } from './posts.queries.ts';
import { mayDelete, presentPost, readPosts } from './read-posts.ts';

const when = (at: Date): string =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

export const postsRoutes = (app: App) => {
  const { db } = app;
  return [
    route(writePost, async (call) => {
      const actor = signedIn(call);
      checkVerified(actor);
      const id = newId();
      const isTurn = await transaction(db, async (tx) => {
        if (!(await claimWeeklyPost(tx, actor.userId))) return false;
        await app.queue.enqueue(tx, notifyFollowersJob, { postId: id });
        // Inserted last, because its trigger updates the one row of `public_version`, which stays locked until the
        // commit.
        await insertPost(tx, { id, musicianId: actor.userId, text: call.body.text });
        return true;
      });
      if (!isTurn) {
        const next = (await findNextPostTime(db, actor.userId)) ?? new Date();
        const seconds = Math.max(1, Math.ceil((next.getTime() - Date.now()) / 1000));
        throw tooManyRequests(`You can post to your followers once every seven days, next on ${when(next)}.`, seconds);
      }
      const row = await findPost(db, id);
      if (row === null) throw notFound('This post');
      return presentPost(row, actor);
    }),

    route(posts, ({ params, query, actor }) => readPosts(app, actor, params.id, query)),

    route(deletePost, async (call) => {
      const actor = signedIn(call);
      const row = await findPost(db, call.params.id);
      if (row === null) throw notFound('This post');
      if (!mayDelete(actor, row)) throw forbidden('You can delete your own posts only.');
      await transaction(db, async (tx) => {
        if (actor.userId !== row.musician_id)
          await recordAct(tx, actor, { act: 'deleted-post', subject: { kind: 'post', id: row.id } });
        await removePost(tx, row.id);
      });
      return { id: row.id, deleted: true as const };
    }),
  ];
};
