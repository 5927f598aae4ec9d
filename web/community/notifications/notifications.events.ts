import type { QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { readLists, unreadQuery } from './inbox.calls.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { readAgain } from '../../platform/lib/read-again.ts';

/**
 * Updates the bell's count on each event, and refetches the lists on the screen. Returns a function that stops this.
 */
export function followNotificationEvents(client: QueryClient): () => void {
  const { queryKey } = unreadQuery();
  const ends = [
    on('notifications', ({ unread }) => {
      cacheAnswer(client, queryKey, { count: unread });
      void readLists(client);
    }),
    on('resync', () => {
      void readAgain(client, { queryKey });
      void readLists(client);
    }),
  ];
  return () => ends.forEach((end) => end());
}
