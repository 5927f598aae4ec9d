import type { QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { readLists, unreadQuery } from './inbox.calls.ts';

/** The bell counts what comes, and lists on the screen are read again. Returns what ends it. */
export function followNotificationEvents(client: QueryClient): () => void {
  const { queryKey } = unreadQuery();
  const ends = [
    on('notifications', ({ unread }) => {
      client.setQueryData(queryKey, { count: unread });
      void readLists(client);
    }),
    on('resync', () => {
      void client.invalidateQueries({ queryKey });
      void readLists(client);
    }),
  ];
  return () => ends.forEach((end) => end());
}
