import type { Origin } from '@scoville/contract/listening-events.ts';

/**
 * Where a queue was begun: in the search, in the feed of those whom the listener follows, on a media's own page (it is
 * alone there), or in a list.
 */
export function playOrigin({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>, queue: readonly unknown[]): Origin {
  if (pathname === '/search') return 'search';
  if (pathname === '/notifications' && hash === '#following') return 'feed';
  return queue.length === 1 ? 'page' : 'list';
}
