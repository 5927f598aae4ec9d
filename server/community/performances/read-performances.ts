import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { performances } from '@scoville/contract/community/performances.ts';
import type { App } from '../../platform/app-context.ts';
import { MAX_PAGE_BYTES, type PageOptions, type Slice, readPage } from '../../platform/http/paging.ts';
import { presentPerformance } from './performances.present.ts';
import { type PerformancePlace, type PerformanceRow, listPerformances } from './performances.queries.ts';

const PAGE_SIZE = 20;

const placeOf = (row: PerformanceRow): PerformancePlace => [row.starts_at.toISOString(), row.id];

/** A page of a musician's shows, as the API responds. */
export async function readPerformances(
  { db, cursors }: App,
  { id, displayName }: { id: string; displayName: string },
  { when, ...options }: PageOptions & { when?: 'upcoming' | 'past' | undefined },
): Promise<Reply<typeof performances>> {
  const { rows, total, paging } = await readPage(cursors, options, {
    name: `performances ${id} ${when ?? 'all'}`,
    size: PAGE_SIZE,
    maxBytes: MAX_PAGE_BYTES,
    read: (slice: Slice<PerformancePlace>) => listPerformances(db, { performerId: id, when }, slice),
    placeOf,
  });
  return { performer: { id, displayName }, performances: rows.map(presentPerformance), total, paging };
}
