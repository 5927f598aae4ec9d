import { useSyncExternalStore } from 'react';

/** The position in the track, in seconds. Not part of the player's state, because it changes four times a second. */
export interface Clock {
  position: number;
  duration: number;
}

let clock: Clock = { position: 0, duration: 0 };
const listeners = new Set<() => void>();

export function setClock(position: number, duration: number): void {
  if (position === clock.position && duration === clock.duration) return;
  clock = { position, duration };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const readClock = (): Clock => clock;
export const useClock = (): Clock => useSyncExternalStore(subscribe, readClock);

/** Formats seconds as m:ss, or h:mm:ss from one hour on. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
