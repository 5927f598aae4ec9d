import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Mock, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextPlayer } from './next-player.ts';
import type { PlayerEffect } from './player-state.ts';
import { INITIAL_STATE } from './initial-state.ts';

const { placeTrack } = vi.hoisted(() => ({ placeTrack: vi.fn() as Mock }));
vi.mock('./place-track.ts', () => ({ placeTrack }));
/** The test starts the machine itself. */
const startPlayer = vi.fn(() => Promise.resolve());
vi.mock('../../platform/ui/toasts.ts', () => ({ toast: () => {} }));

const track = (id: string) => ({ id, title: id, length: 100, sources: [{}] as unknown }) as MediaSummary;
const QUEUE = ['a', 'b', 'c'].map(track);

/** A button that the pointer is on, or not. */
const reached = (isReached: boolean) => ({ matches: () => isReached }) as unknown as Element;

const load = async () => ({
  ...(await import('./player.ts')),
  ...(await import('./play-whole.ts')),
  ...(await import('./play-from.ts')),
  ...(await import('./queue/put-in-queue.ts')),
});
let player: Awaited<ReturnType<typeof load>>;
let effects: PlayerEffect[];
const expected = vi.fn<(media: MediaSummary, button: Element | null) => void>();

/** Starts the machine and restores the player from before a reload: 40 seconds into the second track. */
function start(): void {
  const perform = (effect: PlayerEffect) => effects.push(effect);
  player.setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform, prefetch: expected });
  player.dispatch({ type: 'restore', queue: QUEUE, index: 1, at: 40 });
  player.performPending();
}

beforeEach(async () => {
  vi.resetModules();
  player = await load();
  player.startMachineBy(startPlayer);
  effects = [];
  vi.clearAllMocks();
});
afterEach(() => expect(startPlayer).toHaveBeenCalled());

it('adds tracks that were queued before the player was loaded to the restored queue', () => {
  player.putInQueue([track('d')], 'next');
  player.putInQueue([track('e')], 'last');
  start();
  expect(player.playerState().queue.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c', 'e']);
  expect(player.playerState()).toMatchObject({ index: 1, status: 'paused' });
});

it('resumes the restored track at its position, even if that was requested before the player was loaded', () => {
  player.playWhole(QUEUE, 'b');
  start();
  expect(player.playerState()).toMatchObject({ queue: QUEUE, index: 1, status: 'playing' });
  expect(effects).toEqual([{ do: 'load', play: false, at: 40 }, { do: 'resume' }]);
});

it('resumes the restored track at its position when its button was pressed', () => {
  player.playList([QUEUE[1]!], 'b');
  start();
  expect(player.playerState()).toMatchObject({ queue: QUEUE, index: 1, status: 'playing' });
});

it('seeks to a moment of the restored track within its queue', async () => {
  player.playFrom(QUEUE[1]!, 7);
  start();
  expect(player.playerState()).toMatchObject({ queue: QUEUE, index: 1, status: 'playing' });
  await vi.waitFor(() => expect(placeTrack).toHaveBeenCalledExactlyOnceWith(7));
});

it('begins a new queue when another track was requested', () => {
  player.playList([track('d')], 'd');
  start();
  expect(player.playerState()).toMatchObject({ queue: [{ id: 'd' }], index: 0, status: 'playing' });
});

it('loads the player for a button under the pointer, and then prepares the last such track', () => {
  const buttons = [reached(true), reached(true)];
  player.prefetchHandlers(track('a')).onPointerEnter({ currentTarget: buttons[0]! });
  player.prefetchHandlers(track('b')).onFocus({ currentTarget: buttons[1]! });
  start();
  expect(expected).toHaveBeenCalledExactlyOnceWith(track('b'), buttons[1]);
  expect(player.playerState()).toMatchObject({ index: 1, status: 'paused' });
});

it('prepares a track once that was expected before the player was loaded', () => {
  player.prefetchPlay(track('a'));
  player.whenReady(() => {});
  start();
  player.performPending();
  expect(expected).toHaveBeenCalledExactlyOnceWith(track('a'), null);
});

it('prepares nothing for a button that was left before the player was loaded', () => {
  player.prefetchHandlers(track('a')).onPointerEnter({ currentTarget: reached(false) });
  start();
  expect(expected).not.toHaveBeenCalled();
});
