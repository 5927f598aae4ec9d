/** Minimum pace of a sender over each window, in bytes per second. */
export const MIN_BYTES_PER_SECOND = 1024;
const WINDOW = 60_000;

/**
 * Watches a sender that may take as long as it needs but not stall: calls `late` once, when fewer than
 * MIN_BYTES_PER_SECOND bytes per second arrived within a window. Returns a function that ends the watch.
 * @param received returns the number of bytes that have arrived so far
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
