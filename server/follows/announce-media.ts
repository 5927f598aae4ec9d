import { FOLLOW_TYPES, type FollowType } from '@scoville/contract/follows.ts';
import type { Media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import { type Tx, transaction } from '../db/connection.ts';
import { secret } from '../db/secrets.ts';
import { findMediaFor } from '../media/media.read.ts';
import { type Follower, isNews, listFollowers, markAnnounced } from './follows.queries.ts';
import { notifyFollower } from './notify-follower.ts';

/** Mails of one transaction: what a stopped worker has to write again is harmless, and little. */
const AT_ONCE = 100;

/**
 * Tells a musician's followers what became of a media: that it is published, or that reviewers scored it above 75. Each
 * is told of it once, whatever they subscribe to meanwhile; who follows since is told of the next one.
 */
export async function announceMedia(app: App, mediaId: string, signal: AbortSignal): Promise<void> {
  for (const type of FOLLOW_TYPES)
    if (await notifyAll(app, mediaId, type, signal)) await markAnnounced(app.db, mediaId, type);
}

/** @returns false where it is no news: it was told before, or was hidden since, after which nobody more is told */
async function notifyAll(app: App, mediaId: string, type: FollowType, signal: AbortSignal): Promise<boolean> {
  const key = await secret(app.db, 'follows');
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const media = (await isNews(app.db, mediaId, type)) ? await findMediaFor(app, null, mediaId) : null;
    if (media === null) return false;
    const some: Follower[] = await transaction(app.db, async (tx) => {
      const page = await listFollowers(tx, { musicianId: media.musician.id, type, after, limit: AT_ONCE });
      for (const follower of page) await notify(app, tx, { follower, media, type, key });
      return page;
    });
    if (some.length < AT_ONCE) return true;
    after = some.at(-1)?.id ?? null;
  }
}

interface News {
  follower: Follower;
  media: Media;
  type: FollowType;
  /** What links out of a subscription are signed with. */
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
      ? `${media.title} by ${displayName} was scored ${media.score}`
      : `New by ${displayName}: ${media.title}`,
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
