/** Runs something once the page has nothing else to do; browsers that cannot tell run it a little later. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run, 200);
}
