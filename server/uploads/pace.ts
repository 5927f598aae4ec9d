/** Bytes a second that a sender brings at the least, over each window of so many milliseconds. */
export const SLOWEST = 1024;
const WINDOW = 60_000;

/**
 * Watches a sender who may take as long as it needs but not drip: calls `late` when a window brings fewer than SLOWEST
 * bytes a second, once. Returns what ends the watch.
 * @param received bytes that came until now
 * @param window milliseconds
 */
export function watchPace(received: () => number, late: () => void, window = WINDOW): () => void {
  let before = received();
  const timer = setInterval(() => {
    const now = received();
    if (now - before < (SLOWEST * window) / 1000) {
      clearInterval(timer);
      late();
    }
    before = now;
  }, window);
  timer.unref();
  return () => clearInterval(timer);
}
