import type { Origin } from '@scoville/contract/stats.ts';

/** Where a queue was begun: in the search, on a media's own page (it is alone there), or in a list. */
export function playOrigin(path: string, queue: readonly unknown[]): Origin {
  if (path === '/search') return 'search';
  return queue.length === 1 ? 'page' : 'list';
}
