import type { QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { readAgain } from '../../platform/lib/read-again.ts';
import { OF_COMMENTS, readComments } from './comments.calls.ts';

/** Refetches the comments on the screen when a live event reports a change. Returns a function that stops this. */
export function followCommentEvents(client: QueryClient): () => void {
  const ends = [
    on('comments', ({ mediaIds }) => mediaIds.forEach((id) => void readComments(client, id))),
    on('resync', () => {
      for (const path of OF_COMMENTS) void readAgain(client, { queryKey: [path] });
    }),
  ];
  return () => ends.forEach((end) => end());
}
