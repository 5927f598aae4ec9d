import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { FOLLOW_TYPES, type FollowType } from '@scoville/contract/community/follows/follows.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';
import { type Follower, listFollowers } from './follows.queries.ts';
import { type PostRow, findPost, holdPost, markNotified } from './posts.queries.ts';
import { notifyFollower } from './notify-follower.ts';

/** Number of followers notified in one transaction, and by one job. */
const AT_ONCE = 100;

/**
 * One page of a musician's followers: those with this type of subscription to the musician's news, after the given
 * subscription.
 */
export interface PostNews {
  postId: string;
  type?: FollowType | undefined;
  after?: string | undefined;
}

/**
 * Notifies each follower of a musician of a post, once; stops when the post is deleted.
 *
 * @returns the next page to notify; null after the last
 */
export async function notifyFollowers(
  app: App,
  { postId, type = 'curated', after }: PostNews,
  signal: AbortSignal,
): Promise<PostNews | null> {
  signal.throwIfAborted();
  const post = await findPost(app.db, postId);
  if (post === null || post.told_at !== null) return null;
  const key = await secret(app.db, 'follows');
  const some: Follower[] | null = await transaction(app.db, async (tx) => {
    if (!(await holdPost(tx, postId))) return null;
    const page = await listFollowers(tx, { musicianId: post.musician_id, type, after: after ?? null, limit: AT_ONCE });
    for (const follower of page) await notify(app, tx, { post, follower, key });
    return page;
  });
  if (some === null) return null;
  if (some.length === AT_ONCE) return { postId, type, after: some.at(-1)?.id };
  const next = FOLLOW_TYPES[FOLLOW_TYPES.indexOf(type) + 1];
  if (next !== undefined) return { postId, type: next };
  await markNotified(app.db, postId);
  return null;
}

interface News {
  post: PostRow;
  follower: Follower;
  /** Signs the unsubscribe links. */
  key: string;
}

async function notify(app: App, tx: Tx, { post, follower, key }: News): Promise<void> {
  const { postMail } = await import('./post.template.ts');
  const { display_name: musician } = post.musician;
  await notifyFollower(app, tx, {
    follower,
    key,
    kind: 'post',
    occasion: `post:${post.id}`,
    subject: sentence`News from ${musician}`,
    template: (stop, outUrl) =>
      postMail({
        product: app.env.PRODUCT_NAME,
        musician,
        words: post.body,
        url: app.env.PUBLIC_URL + profilePath(post.musician),
        outUrl,
        stop,
      }),
    entry: { words: 'News from {actor}', actorId: post.musician_id, postId: post.id },
  });
}
