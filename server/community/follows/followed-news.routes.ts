import { followedNews } from '@scoville/contract/community/follows/followed-news.ts';
import type { App } from '../../platform/app-context.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { type NewsRow, listFollowedNews } from './followed-news.queries.ts';
import { findPosts } from './posts.queries.ts';
import { presentPost } from './read-posts.ts';

export const followedNewsRoutes = (app: App) => [
  route(followedNews, async (call) => {
    const actor = signedIn(call);
    const { rows, paging } = await readPage(app.cursors, call.query, {
      name: `followed news ${actor.userId}`,
      size: 20,
      // Skipped rows are read for each followed musician, so the offset is limited.
      maxOffset: 1000,
      read: (slice: Slice<TimePlace>) => listFollowedNews(app.db, actor.userId, slice),
      placeOf: timePlace,
    });
    const idsOf = (kind: NewsRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    const [media, posts] = await Promise.all([
      presentList(app, actor, idsOf('media')),
      findPosts(app.db, idsOf('post')),
    ]);
    const mediaById = new Map(media.map((one) => [one.id, one]));
    const postById = new Map(posts.map((one) => [one.id, presentPost(one, actor)]));
    const news = rows.map(({ id, created_at }) => ({
      id,
      at: created_at.toISOString(),
      post: postById.get(id) ?? null,
      media: mediaById.get(id) ?? null,
    }));
    // Leave out items that were deleted or hidden between the two queries.
    return { news: news.filter(({ post, media: shown }) => post !== null || shown !== null), paging };
  }),
];
