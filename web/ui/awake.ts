import { useDeferredValue, useSyncExternalStore } from 'react';

/** Events that only a user causes, directly or with a program: a screen reader focuses and scrolls. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

let isAwake = false;
const waiting = new Set<() => void>();

const setAwake = (value: boolean): void => {
  isAwake = value;
  for (const sign of SIGNS)
    if (value) removeEventListener(sign, wake, true);
    else addEventListener(sign, wake, { capture: true, passive: true });
};

function wake(): void {
  setAwake(true);
  for (const run of waiting) run();
}

// Tests read the routes without a browser.
if (typeof addEventListener !== 'undefined') setAwake(false);

/** As after a load: for tests, in which pages share their modules. */
export const sleep = (): void => setAwake(false);

/** Calls `run` each time the page's user does the first thing since the load. Returns what stops it. */
function onWake(run: () => void): () => void {
  waiting.add(run);
  return () => waiting.delete(run);
}

/**
 * Whether the user has done anything since the page was loaded: pointed, touched, scrolled or typed. Until then a page does
 * only what is needed to see its first screen. What changes by it is rendered in slices.
 */
export const useAwake = (): boolean => useDeferredValue(useSyncExternalStore(onWake, () => isAwake));
