import type { Performance } from '@scoville/contract/performances.ts';
import type { App } from '../app-context.ts';
import { type PageOptions, type Slice, readPage } from '../http/paging.ts';
import { presentPerformance } from './performances.present.ts';
import { type PerformancePlace, type PerformanceRow, listPerformances } from './performances.queries.ts';

const PAGE_SIZE = 20;

const placeOf = (row: PerformanceRow): PerformancePlace => [row.starts_at.toISOString(), row.id];

/** A page of a musician's shows, as the call for them answers it. */
export async function readPerformances(
  { db, cursors }: App,
  performerId: string,
  { when, ...options }: PageOptions & { when?: 'upcoming' | 'past' | undefined },
): Promise<{
  performances: Performance[];
  total: number;
  paging: { page: number; size: number; next: string | null };
}> {
  const { rows, total, paging } = await readPage(cursors, options, {
    name: `performances ${performerId} ${when ?? 'all'}`,
    size: PAGE_SIZE,
    read: (slice: Slice<PerformancePlace>) => listPerformances(db, { performerId, when }, slice),
    placeOf,
  });
  return { performances: rows.map(presentPerformance), total, paging };
}
