import { useSyncExternalStore } from 'react';

/** Elements in which the page's shortcut keys are text. Sliders are not included, because they don't use letters. */
export const TYPING = 'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

const KEY = 'player-keys';
const listeners = new Set<() => void>();

let on = saved();

function saved(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch (error) {
    console.warn('The saved choices of this device could not be read.', error);
    return true;
  }
}

/** Whether the page's shortcut keys control the player: true unless they were switched off on this device. */
export const arePlayerKeysOn = (): boolean => on;

/** Switches the keys on or off (WCAG 2.1.4: single letters disturb speech input), and saves that on this device. */
export function choosePlayerKeys(choice: boolean): void {
  on = choice;
  try {
    if (choice) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch (error) {
    console.warn('The choice could not be saved on this device.', error);
  }
  for (const listener of listeners) listener();
}

export const usePlayerKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, arePlayerKeysOn);
