import type { QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { readAgain } from '../lib/read-again.ts';
import { OF_COMMENTS, readComments } from './comments.calls.ts';

/** Comments that are on the screen are read again when others come or go. Returns what ends it. */
export function followCommentEvents(client: QueryClient): () => void {
  const ends = [
    on('comments', ({ mediaIds }) => mediaIds.forEach((id) => void readComments(client, id))),
    on('resync', () => {
      for (const path of OF_COMMENTS) void readAgain(client, { queryKey: [path] });
    }),
  ];
  return () => ends.forEach((end) => end());
}
