import type { Query } from '@scoville/contract/platform/http/endpoint.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import type { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Slice, readPage } from '../../platform/http/paging.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { PAGE_SIZE } from './read-list-page.ts';

/** The most ids that one call may request. */
const MAX_IDS = 200;

/** The media with these ids, in this order, as far as the viewer may see them. With `paged`, one page of them. */
export async function listByIds(
  app: App,
  viewer: Actor | null,
  asked: string,
  { paged = false, ...options }: Query<typeof mediaSearch>,
): Promise<MediaList> {
  const ids = [...new Set(asked.split(',').filter(Boolean))];
  if (ids.length > MAX_IDS || !ids.every(isId))
    throw invalid('ids', `Give at most ${MAX_IDS} ids, separated by commas.`);
  if (!paged) {
    const media = await presentList(app, viewer, ids);
    return { media, total: media.length, paging: { page: 1, size: media.length, next: null } };
  }
  const { rows, paging } = await readPage(app.cursors, options, {
    name: `ids ${ids.join()}`,
    size: PAGE_SIZE,
    read: async ({ after, skip, limit }: Slice<readonly [end: number]>) => {
      const start = (after?.[0] ?? 0) + skip;
      return { rows: ids.slice(start, start + limit).map((id, at) => ({ id, end: start + at + 1 })) };
    },
    placeOf: ({ end }) => [end] as const,
  });
  const page = rows.map(({ id }) => id);
  return { media: await presentList(app, viewer, page), paging };
}
