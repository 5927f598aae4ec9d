/** Runs something once the page has nothing else to do; browsers that cannot tell run it a little later. */
export const whenIdle: (run: () => void) => void = window.requestIdleCallback ?? ((run) => setTimeout(run, 200));
