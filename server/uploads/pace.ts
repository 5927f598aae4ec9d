/** Bytes a second that a sender brings at the least, over each window of so many milliseconds. */
export const MIN_BYTES_PER_SECOND = 1024;
const WINDOW = 60_000;

/**
 * Watches a sender who may take as long as it needs but not stall: calls `late` when a window brings fewer than MIN_BYTES_PER_SECOND
 * bytes a second, once. Returns what ends the watch.
 * @param received bytes that came until now
 * @param window milliseconds
 */
export function watchPace(received: () => number, late: () => void, window = WINDOW): () => void {
  let before = received();
  const timer = setInterval(() => {
    const now = received();
    if (now - before < (MIN_BYTES_PER_SECOND * window) / 1000) {
      clearInterval(timer);
      late();
    }
    before = now;
  }, window);
  timer.unref();
  return () => clearInterval(timer);
}
