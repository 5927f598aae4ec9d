import type { Origin } from '@scoville/contract/catalogue/player/listening-events.ts';

/**
 * The place where a queue was begun: the search, the feed of musicians whom the listener follows, an item's own page
 * (the item is then alone in the queue), or a list.
 */
export function playOrigin({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>, queue: readonly unknown[]): Origin {
  if (pathname === '/search') return 'search';
  if (pathname === '/notifications' && hash === '#following') return 'feed';
  return queue.length === 1 ? 'page' : 'list';
}
