import { commentReplies, comments } from '@scoville/contract/comments.ts';
import type { QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { readComments } from './comments.calls.ts';

/** Comments that are on the screen are read again when others come or go. Returns what ends it. */
export function followCommentEvents(client: QueryClient): () => void {
  const ends = [
    on('comments', ({ mediaIds }) => mediaIds.forEach((id) => void readComments(client, id))),
    on('resync', () => {
      for (const { path } of [comments, commentReplies])
        void client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
    }),
  ];
  return () => ends.forEach((end) => end());
}
