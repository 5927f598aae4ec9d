import type { home } from '@scoville/contract/listening/discovery/discovery.ts';
import type { ReplyInput } from '@scoville/contract/platform/http/endpoint.ts';
import type { App } from '../../platform/app-context.ts';
import { presentCategory } from '../../catalogue/categories/categories.present.ts';
import { listCategories } from '../../catalogue/categories/categories.queries.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { RenderContext } from '../../platform/http/response-cache.ts';
import { findMediaDetail } from '../../catalogue/media/media.queries.ts';
import { presentPage } from '../../catalogue/media/media.read.ts';
import { findPinned } from './home.queries.ts';
import type { ListFilter } from './list-filter.ts';
import { idsOfPage } from './read-list-page.ts';
import { findStatistics } from './statistics.queries.ts';

export const BOTH = ['song', 'video'] as const;

/**
 * The seed of a band's list: the requested one, else a fresh one if the request or the configuration shuffles the list,
 * else 0 for the order of time.
 */
export const bandSeed = (
  { env }: App,
  list: ListFilter['list'],
  wanted: number | undefined,
  visit: RenderContext,
  randomize = false,
): number =>
  wanted ?? (randomize || (list === 'perfectly-seasoned' && env.RANDOMIZE_PERFECTLY_SEASONED) ? visit.seed : 0);

/** Everything that Home shows. */
export async function homeReply(
  app: App,
  actor: Actor | null,
  seed: number | undefined,
  visit: RenderContext,
): Promise<ReplyInput<typeof home>> {
  const list = (name: 'perfectly-seasoned' | 'well-done') =>
    idsOfPage(app, { filter: { list: name, types: BOTH }, seed: bandSeed(app, name, seed, visit) });
  const [pinned, seasoned, done, statistics, genres, moods] = await Promise.all([
    findPinned(app.db),
    list('perfectly-seasoned'),
    list('well-done'),
    findStatistics(app.db),
    listCategories(app.db, 'genre'),
    listCategories(app.db, 'mood'),
  ]);
  const ids = [...seasoned.ids, ...done.ids];
  const { summaries, whole } = await presentPage(app, actor, ids, {
    rows: pinned === null ? [] : [pinned],
    asOf: visit.asOf,
  });
  const media = (of: readonly string[]) => of.map((id) => summaries.get(id)).filter((one) => one !== undefined);
  return {
    pinned: pinned === null ? null : whole(pinned, await findMediaDetail(app.db, pinned)),
    perfectlySeasoned: media(seasoned.ids),
    wellDone: media(done.ids),
    statistics,
    genres: genres.map(presentCategory),
    moods: moods.map(presentCategory),
  };
}
