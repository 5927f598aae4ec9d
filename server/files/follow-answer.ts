import type { ServerResponse } from 'node:http';
import { whenOver } from './send-part.ts';

/** Milliseconds between two looks at what has gone out. */
const EVERY = 250;

/**
 * Tells of the bytes of an answer as they go out, so that who waits for the first ones need not wait for all of them.
 * @param sent how many have gone out so far
 * @param onProgress is called with how many more that are, and how many it makes all together
 */
export function followAnswer(
  raw: ServerResponse,
  sent: () => number,
  onProgress: (more: number, all: number) => void,
): void {
  let before = 0;
  let isOver = false;
  const look = () => {
    const now = sent();
    if (now > before) onProgress(now - before, now);
    before = Math.max(before, now);
  };
  const timer = setInterval(look, EVERY);
  timer.unref();
  whenOver(raw, () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    look();
  });
}
