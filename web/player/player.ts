import type { MediaSummary } from '@scoville/contract/media.ts';
import { useSyncExternalStore } from 'react';
import { toast } from '../ui/toasts.ts';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  currentTrack,
} from './player-state.ts';

interface Machine {
  /** The state that it begins with. */
  stopped: PlayerState;
  next: (state: PlayerState, event: PlayerEvent) => PlayerStep;
  /** Carries an effect out. */
  perform: (effect: PlayerEffect) => void;
  /** Prepares a song or video that is likely to be played with this button. */
  expect?: (media: MediaSummary, button: Element | null) => void;
}

/** All that anybody asks of a player whose machine is not here yet; the rest comes with it. */
const BEFORE: Pick<PlayerState, 'queue' | 'index' | 'status'> = { queue: [], index: -1, status: 'stopped' };

/** The one player of this page, outside of React and of the router: a page change does not touch it. */
let state = BEFORE as PlayerState;
const listeners = new Set<() => void>();
let machine: Machine | null = null;
/** What was asked for before the machine was here. */
let pending: (() => void)[] = [];
/** The last expectation before the machine was loaded. */
let expected: Parameters<typeof expectPlay> | null = null;
/** What is still to be carried out, in the order of its events. */
let effects: PlayerEffect[] = [];
let isPerforming = false;
/** The listeners have not been told of the state as it is. */
let isUntold = false;

/**
 * Hands an event to the state machine, carries out what follows, and then tells the listeners: what one of them
 * dispatches comes after what was asked for before. The first event fetches the machine if it is not here yet.
 */
export function dispatch(event: PlayerEvent): void {
  if (machine === null) return whenReady(() => dispatch(event));
  const step = machine.next(state, event);
  isUntold ||= step.state !== state;
  state = step.state;
  effects.push(...step.effects);
  // An effect that failed at once, say: the call that carries it out goes on with this one's.
  if (isPerforming) return;
  isPerforming = true;
  try {
    for (let effect = effects.shift(); effect; effect = effects.shift()) machine.perform(effect);
  } finally {
    effects = [];
    isPerforming = false;
  }
  if (!isUntold) return;
  isUntold = false;
  for (const listener of listeners) listener();
}

/** Sets the state machine. What was asked for before waits for `performPending`. */
export function setMachine(loaded: Machine): void {
  machine = loaded;
  state = loaded.stopped;
}

/**
 * Does what depends on what is in the player: at once, or when its machine is here and has restored what was in it before a
 * reload. It is fetched if it is not here yet.
 */
export function whenReady(action: () => void): void {
  if (machine !== null) return action();
  pending.push(action);
  fetchMachine();
}

/** Does what was asked for before the machine was here. */
export function performPending(): void {
  const actions = pending;
  pending = [];
  for (const action of actions) action();
  const last = expected;
  expected = null;
  // Not for a button that the pointer has left since.
  if (last && (last[1]?.matches(':hover, :focus') ?? true)) expectPlay(...last);
}

/** Reports a song or video that is likely to be played: by a button under the pointer or focus, or because its page is open. */
export function expectPlay(media: MediaSummary, button: Element | null = null): void {
  if (machine) return machine.expect?.(media, button);
  expected = [media, button];
  fetchMachine();
}

/** Handlers for a play button, which prepare its song or video when the pointer or the focus reaches it. */
export function expecting(media: MediaSummary): Record<'onPointerEnter' | 'onFocus', (event: Reached) => void> {
  const tell = ({ currentTarget }: Reached) => expectPlay(media, currentTarget);
  return { onPointerEnter: tell, onFocus: tell };
}

interface Reached {
  currentTarget: Element;
}

/** Loads the machine and sets it. The player's place in the frame gives it, so that no part of the player imports all others. */
let startMachine = (): Promise<void> => Promise.reject(new Error('The page has no player.'));
export function startMachineBy(start: () => Promise<void>): void {
  startMachine = start;
}

let isFetching = false;

function fetchMachine(): void {
  if (isFetching) return;
  isFetching = true;
  startMachine()
    .catch((error: unknown) => {
      console.warn('The player could not be loaded.', error);
      // Without a press no message is due.
      if (pending.length > 0) toast('error', 'The player could not be loaded. Check your connection and try again.');
      pending = [];
    })
    .finally(() => {
      isFetching = false;
    });
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
export function playList(media: readonly MediaSummary[], id: string): void {
  const { queue, index } = playable(media, id);
  if (index < 0) return;
  whenReady(() => {
    const isSame = currentTrack(state)?.id === id && state.status !== 'stopped';
    dispatch(isSame ? { type: 'toggle' } : { type: 'play', queue, index });
  });
}

/** What of a list can be played, and the place of a media in it; -1 where that cannot. */
export function playable(media: readonly MediaSummary[], id: string): { queue: MediaSummary[]; index: number } {
  const queue = media.filter((one) => one.sources.length > 0);
  return { queue, index: queue.findIndex((one) => one.id === id) };
}

/** Is this media the one in the player, playing or paused? */
export const useIsInPlayer = (id: string): boolean =>
  usePlayer((now) => now.status !== 'stopped' && currentTrack(now)?.id === id);

/** Is this media the one that plays now? */
export const useIsPlaying = (id: string): boolean =>
  usePlayer((now) => now.status === 'playing' && currentTrack(now)?.id === id);
