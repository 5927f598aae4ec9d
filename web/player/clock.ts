import { useSyncExternalStore } from 'react';

/** Where the track is, in seconds; apart from the player's state, since it changes four times a second. */
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

/** Seconds as m:ss, or h:mm:ss from an hour on. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
