import type { home } from '@scoville/contract/discovery.ts';
import type { ReplyInput } from '@scoville/contract/endpoint.ts';
import type { App } from '../app-context.ts';
import { presentCategory } from '../categories/categories.present.ts';
import { listCategories } from '../categories/categories.queries.ts';
import type { Actor } from '../http/actor.ts';
import { findMediaDetail } from '../media/media.queries.ts';
import { presenterOf } from '../media/media.read.ts';
import { findPinned } from './home.queries.ts';
import type { ListFilter } from './list-filter.ts';
import { rowsOfPage } from './page-of-media.ts';
import { findStatistics } from './statistics.queries.ts';

export const BOTH = ['song', 'video'] as const;

/** 1 to 2^31 - 1. */
export const freshSeed = (): number => 1 + Math.floor(Math.random() * 2_147_483_646);

/** The seed of a band's list: what was asked for, a fresh one where the configuration shuffles, else the order of time. */
export const bandSeed = ({ env }: App, list: ListFilter['list'], seed: number | undefined, randomize = false): number =>
  seed ?? (randomize || (list === 'perfectly-seasoned' && env.RANDOMIZE_PERFECTLY_SEASONED) ? freshSeed() : 0);

/** Everything that Home shows. */
export async function homeReply(
  app: App,
  actor: Actor | null,
  seed: number | undefined,
): Promise<ReplyInput<typeof home>> {
  const list = (name: 'perfectly-seasoned' | 'well-done') =>
    rowsOfPage(app, { filter: { list: name, types: BOTH }, seed: bandSeed(app, name, seed) });
  const [pinned, seasoned, done, statistics, genres, moods] = await Promise.all([
    findPinned(app.db),
    list('perfectly-seasoned'),
    list('well-done'),
    findStatistics(app.db),
    listCategories(app.db, 'genre'),
    listCategories(app.db, 'mood'),
  ]);
  const present = await presenterOf(app, actor, [...(pinned === null ? [] : [pinned]), ...seasoned.rows, ...done.rows]);
  return {
    pinned: pinned === null ? null : present(pinned, await findMediaDetail(app.db, pinned.shown_source_id)),
    perfectlySeasoned: seasoned.rows.map((row) => present(row)),
    wellDone: done.rows.map((row) => present(row)),
    statistics,
    genres: genres.map(presentCategory),
    moods: moods.map(presentCategory),
  };
}
