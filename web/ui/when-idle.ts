/** Longest wait in milliseconds: a page that plays, draws and polls may never be idle. */
const LATEST = 2000;

/**
 * Runs something once the page has nothing else to do, or after two seconds; browsers that cannot tell run it a little later.
 * Returns what prevents that.
 */
export function whenIdle(run: () => void): () => void {
  if (window.requestIdleCallback) {
    const handle = window.requestIdleCallback(run, { timeout: LATEST });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}
