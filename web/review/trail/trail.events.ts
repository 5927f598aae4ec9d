import { media } from '@scoville/contract/catalogue/media/media.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import type { QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { keyOf } from '../../platform/lib/query.ts';

/** Reads songs and videos under review and their records again when something happens. Returns a function that stops this. */
export function followReviewEvents(client: QueryClient): () => void {
  const ends = [
    on('review', ({ id }) => {
      for (const endpoint of [media, reviewTrail])
        void client.invalidateQueries({ queryKey: keyOf(endpoint, { params: { id } }) });
    }),
    on('resync', () => {
      void client.invalidateQueries({ queryKey: [reviewTrail.path], predicate: ({ state }) => isOpen(state.data) });
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** Whether a record is that of an open review. Others can't have missed an event. */
const isOpen = (data: unknown): boolean => {
  const last = (data as Reply<typeof reviewTrail> | undefined)?.entries.at(-1);
  return last !== undefined && !ENDS.includes(last.fact.kind);
};

const ENDS: readonly string[] = ['judged', 'changed', 'withdrawn'];
