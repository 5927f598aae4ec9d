/** Longest wait in milliseconds, because a page that plays, draws and polls may never be idle. */
const LATEST = 2000;

/**
 * Runs a function once the page is idle, or after two seconds; browsers without idle callbacks run it after 200 ms.
 * Returns a function that cancels the call.
 */
export function whenIdle(run: () => void): () => void {
  if (window.requestIdleCallback) {
    const handle = window.requestIdleCallback(run, { timeout: LATEST });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}
