import { useDeferredValue, useSyncExternalStore } from 'react';

/** Events that only a user causes, directly or through a program such as a screen reader, which focuses and scrolls. */
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

// Tests import the routes outside a browser, where `addEventListener` doesn't exist.
if (typeof addEventListener !== 'undefined') setAwake(false);

/** Resets to the state after a page load. For tests, whose pages share their modules. */
export const sleep = (): void => setAwake(false);

/** Calls `run` at the user's first action after the page load. Returns a function that cancels the call. */
function onWake(run: () => void): () => void {
  waiting.add(run);
  return () => waiting.delete(run);
}

/**
 * Whether the user has done anything since the page load: pointed, touched, scrolled or typed. Until then a page does
 * only what its first screen needs. The value is deferred, so that React renders the change in slices.
 */
export const useAwake = (): boolean => useDeferredValue(useSyncExternalStore(onWake, () => isAwake));
