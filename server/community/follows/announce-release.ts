import { FOLLOW_TYPES, type FollowType } from '@scoville/contract/community/follows/follows.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';
import { findMediaFor } from '../../catalogue/media/media.read.ts';
import { type Follower, isNews, listFollowers, markAnnounced } from './follows.queries.ts';
import { notifyFollower } from './notify-follower.ts';

/** Number of followers notified in one transaction, and by one job. */
const AT_ONCE = 100;

/**
 * One page of a musician's followers: those with this type of subscription to the musician's news, after the given
 * subscription.
 */
export interface ReleaseNews {
  mediaId: string;
  type?: FollowType | undefined;
  after?: string | undefined;
}

/**
 * Notifies a musician's followers that a song or video was published, or that reviewers scored it above 75. Each
 * follower is notified of it once, even if their subscription changes in the meantime; those who subscribe later are
 * notified from the next item on. Stops when the item is hidden.
 *
 * @returns the next page to notify; null after the last
 */
export async function announceRelease(
  app: App,
  { mediaId, type = 'curated', after }: ReleaseNews,
  signal: AbortSignal,
): Promise<ReleaseNews | null> {
  signal.throwIfAborted();
  const key = await secret(app.db, 'follows');
  const media = (await isNews(app.db, mediaId, type)) ? await findMediaFor(app, null, mediaId) : null;
  if (media !== null) {
    const some: Follower[] = await transaction(app.db, async (tx) => {
      const page = await listFollowers(tx, {
        musicianId: media.musician.id,
        type,
        after: after ?? null,
        limit: AT_ONCE,
      });
      for (const follower of page) await notify(app, tx, { follower, media, type, key });
      return page;
    });
    if (some.length === AT_ONCE) return { mediaId, type, after: some.at(-1)?.id };
    await markAnnounced(app.db, mediaId, type);
  }
  const next = FOLLOW_TYPES[FOLLOW_TYPES.indexOf(type) + 1];
  return next === undefined ? null : { mediaId, type: next };
}

interface News {
  follower: Follower;
  media: Media;
  type: FollowType;
  /** Signs the unsubscribe links. */
  key: string;
}

async function notify(app: App, tx: Tx, { follower, media, type, key }: News): Promise<void> {
  const { releaseMail } = await import('./release.template.ts');
  const { displayName } = media.musician;
  const isCurated = type === 'curated';
  await notifyFollower(app, tx, {
    follower,
    key,
    kind: 'release',
    occasion: `release:${media.id}`,
    subject: isCurated
      ? sentence`${media.title} by ${displayName} was scored ${media.score}`
      : sentence`New by ${displayName}: ${media.title}`,
    template: (stop, outUrl) =>
      releaseMail({
        product: app.env.PRODUCT_NAME,
        musician: displayName,
        title: media.title,
        mediaType: media.mediaType,
        type,
        score: media.score,
        url: media.htmlUrl,
        outUrl,
        stop,
      }),
    entry: {
      words: isCurated ? `{media} by {actor} was scored ${media.score} out of 100` : '{actor} published {media}',
      actorId: media.musician.id,
      mediaId: media.id,
    },
  });
}
