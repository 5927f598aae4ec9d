import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useSyncExternalStore } from 'react';
import { toast } from '../../platform/ui/toasts.ts';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  currentTrack,
} from './player-state.ts';

interface Machine {
  /** The initial state. */
  stopped: PlayerState;
  next: (state: PlayerState, event: PlayerEvent) => PlayerStep;
  /** Carries out an effect. */
  perform: (effect: PlayerEffect) => void;
  /** Prepares a song or video that is likely to be played with this button. */
  prefetch?: (media: MediaSummary, button: Element | null) => void;
}

/** The parts of the state that are read before the machine is loaded; the machine then sets the rest. */
const BEFORE: Pick<PlayerState, 'queue' | 'index' | 'status'> = { queue: [], index: -1, status: 'stopped' };

/** The state of the page's only player, outside of React and of the router, so that page changes don't affect it. */
let state = BEFORE as PlayerState;
const listeners = new Set<() => void>();
let machine: Machine | null = null;
/** Actions requested before the machine was loaded. */
let pending: (() => void)[] = [];
/** The last expectation before the machine was loaded. */
let expectedPlay: Parameters<typeof prefetchPlay> | null = null;
/** Effects that are still to be carried out, in the order of their events. */
let effects: PlayerEffect[] = [];
let isPerforming = false;
/** The state has changed since the listeners were last notified. */
let isUntold = false;

/**
 * Passes an event to the state machine, carries out the effects, and then notifies the listeners. Events that a
 * listener dispatches therefore come after earlier effects. The first event loads the machine if necessary.
 */
export function dispatch(event: PlayerEvent): void {
  if (machine === null) return whenReady(() => dispatch(event));
  const step = machine.next(state, event);
  isUntold ||= step.state !== state;
  state = step.state;
  effects.push(...step.effects);
  // An effect may dispatch an event, for example when it fails at once. The outer call then carries out the new
  // effects.
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

/** Sets the state machine. Pending actions wait for `performPending`. */
export function setMachine(loaded: Machine): void {
  machine = loaded;
  state = loaded.stopped;
}

/**
 * Runs an action that depends on the contents of the player: at once, or after the machine was loaded and has restored
 * the player from before a reload. Loads the machine if necessary.
 */
export function whenReady(action: () => void): void {
  if (machine !== null) return action();
  pending.push(action);
  fetchMachine();
}

/** Runs the actions that were requested before the machine was loaded. */
export function performPending(): void {
  const actions = pending;
  pending = [];
  for (const action of actions) action();
  const last = expectedPlay;
  expectedPlay = null;
  // The play is only prefetched if the pointer or the focus is still on its button.
  if (last && (last[1]?.matches(':hover, :focus') ?? true)) prefetchPlay(...last);
}

/**
 * Reports a song or video that is likely to be played: by a button under the pointer or focus, or because its page is
 * open.
 */
export function prefetchPlay(media: MediaSummary, button: Element | null = null): void {
  if (machine) return machine.prefetch?.(media, button);
  expectedPlay = [media, button];
  fetchMachine();
}

/** Handlers for a play button, which prepare its song or video when the pointer or the focus reaches it. */
export function prefetchHandlers(media: MediaSummary): Record<'onPointerEnter' | 'onFocus', (event: Reached) => void> {
  const tell = ({ currentTarget }: Reached) => prefetchPlay(media, currentTarget);
  return { onPointerEnter: tell, onFocus: tell };
}

interface Reached {
  currentTarget: Element;
}

/**
 * Loads the machine and sets it. The player's place in the frame provides it, so that no module of the player imports
 * all others.
 */
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
      // Without a pending press there is nothing to report to the user.
      if (pending.length > 0) toast('error', 'The player could not be loaded. Check your connection and try again.');
      pending = [];
    })
    .finally(() => {
      isFetching = false;
    });
}

/** Calls `listener` after every change of the state; returns a function that removes it. */
export function onPlayerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const playerState = (): PlayerState => state;

/** The player's state, or the part of it that a component needs. */
export const usePlayer = <T>(select: (state: PlayerState) => T): T =>
  useSyncExternalStore(onPlayerChange, () => select(state));

/**
 * Plays a list from one of its items on. The list, without items that cannot be played yet, becomes the queue. If the
 * item is already in the player, toggles playback instead.
 */
export function playList(media: readonly MediaSummary[], id: string): void {
  const { queue, index } = playableQueue(media, id);
  if (index < 0) return;
  whenReady(() => {
    const isSame = currentTrack(state)?.id === id && state.status !== 'stopped';
    dispatch(isSame ? { type: 'toggle' } : { type: 'play', queue, index });
  });
}

/** The playable items of a list, and the index of one of them; -1 if that one cannot be played. */
export function playableQueue(media: readonly MediaSummary[], id: string): { queue: MediaSummary[]; index: number } {
  const queue = media.filter((one) => one.sources.length > 0);
  return { queue, index: queue.findIndex((one) => one.id === id) };
}

/** Whether this song or video is in the player, playing or paused. */
export const useIsInPlayer = (id: string): boolean =>
  usePlayer((now) => now.status !== 'stopped' && currentTrack(now)?.id === id);

/** Whether this song or video is playing now. */
export const useIsPlaying = (id: string): boolean =>
  usePlayer((now) => now.status === 'playing' && currentTrack(now)?.id === id);
