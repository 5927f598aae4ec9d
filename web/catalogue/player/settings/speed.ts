import { playerElement } from '../player-element.ts';
import { createStore } from './store.ts';
import { writeStored, readStored } from './browser-storage.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const KEY = 'player-speed';

const chosen = createStore(1);
export const useSpeed = chosen.use;

/** The text for a speed. */
export const speedText = (speed: number): string => (speed === 1 ? 'Normal' : `${speed}×`);

/** Plays everything at this speed with unchanged pitch, until another speed is chosen or the tab is closed. */
export function chooseSpeed(speed: number): void {
  chosen.set(speed);
  writeStored('sessionStorage', KEY, speed === 1 ? null : String(speed));
  apply(speed);
}

/** Selects the next faster or slower speed. */
export function stepSpeed(by: 1 | -1): void {
  const at = SPEEDS.findIndex((speed) => speed === chosen.get());
  const next = SPEEDS[at + by];
  if (next !== undefined) chooseSpeed(next);
}

/** Restores the speed that was chosen before a reload. */
export function restoreSpeed(): void {
  const speed = Number(readStored('sessionStorage', KEY));
  if (SPEEDS.some((one) => one === speed)) chooseSpeed(speed);
}

function apply(speed: number): void {
  const element = playerElement();
  // Tracks that are loaded later start at the default.
  element.defaultPlaybackRate = speed;
  element.playbackRate = speed;
}
