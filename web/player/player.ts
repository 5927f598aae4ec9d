import type { Media } from '@scoville/contract/media.ts';
import { useSyncExternalStore } from 'react';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  STOPPED,
  currentTrack,
  nextPlayer,
} from './player-state.ts';

/** The one player of this page, outside of React and of the router: a page change does not touch it. */
let state: PlayerState = STOPPED;
const listeners = new Set<() => void>();
let perform: ((effect: PlayerEffect) => void) | null = null;
let waiting: PlayerEffect[] = [];

/** Something happened; the machine says what follows. */
export function tell(event: PlayerEvent): void {
  const step = nextPlayer(state, event);
  if (step.state !== state) {
    state = step.state;
    for (const listener of listeners) listener();
  }
  for (const effect of step.effects) {
    if (perform === null) waiting.push(effect);
    else perform(effect);
  }
}

/** The engine takes over; what was asked for before it was loaded is done now. */
export function setEngine(engine: (effect: PlayerEffect) => void): void {
  perform = engine;
  const late = waiting;
  waiting = [];
  for (const effect of late) engine(effect);
}

/** Calls `listener` after every change of the state; returns what stops it. */
export function onPlayerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const playerState = (): PlayerState => state;

/** The player's state, or the part of it that a component needs. */
export const usePlayer = <T>(select: (state: PlayerState) => T): T =>
  useSyncExternalStore(onPlayerChange, () => select(state));

/**
 * Plays a list from one of its media on; the list is what "next" walks through, without what cannot be played yet.
 * For the track that is in the player already it pauses or goes on.
 */
export function playList(media: readonly Media[], id: string): void {
  const queue = media.filter((one) => one.sources.length > 0);
  const index = queue.findIndex((one) => one.id === id);
  if (index < 0) return;
  const isSame = currentTrack(state)?.id === id && state.status !== 'stopped';
  tell(isSame ? { type: 'toggle' } : { type: 'play', queue, index });
}

/** Is this media the one that sounds now? */
export const useIsPlaying = (id: string): boolean =>
  usePlayer((now) => now.status === 'playing' && currentTrack(now)?.id === id);
