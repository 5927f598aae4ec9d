import type { ServerResponse } from 'node:http';
import { onFinished } from './send-part.ts';

/** Milliseconds between two checks of the bytes sent. */
const EVERY = 250;

/**
 * Reports the bytes of a response while they are sent, so that callers see the first ones before the response is
 * complete.
 * @param sent returns the bytes sent so far
 * @param onProgress receives the number of new bytes, and the total
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
  onFinished(raw, () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    look();
  });
}
