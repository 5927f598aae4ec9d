import type { QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { readConvos } from './messages.calls.ts';

/** Refetches the conversations on the screen when a live event reports a change. Returns a function that stops this. */
export function followMessageEvents(client: QueryClient): () => void {
  const ends = [
    on('messages', ({ convoIds }) => void readConvos(client, convoIds)),
    on('resync', () => void readConvos(client, null)),
  ];
  return () => ends.forEach((end) => end());
}
