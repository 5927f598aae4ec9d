import type { QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { readConvos } from './messages.calls.ts';

/** Conversations that are on the screen are read again when something comes. Returns what ends it. */
export function followMessageEvents(client: QueryClient): () => void {
  const ends = [
    on('messages', ({ convoIds }) => void readConvos(client, convoIds)),
    on('resync', () => void readConvos(client, null)),
  ];
  return () => ends.forEach((end) => end());
}
