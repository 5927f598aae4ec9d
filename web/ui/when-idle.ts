/** Longest wait in milliseconds: a page that plays, draws and polls may never be idle. */
const LATEST = 2000;

/** Runs something once the page has nothing else to do, or after two seconds; browsers that cannot tell run it a little later. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: LATEST });
  else setTimeout(run, 200);
}
