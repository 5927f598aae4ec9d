import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { clearPlayer, savePlayer } from '@scoville/contract/catalogue/player/player.ts';
import { type Mock, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setClock } from '../clock.ts';
import { nextPlayer } from '../next-player.ts';
import type { PlayerEvent } from '../player-state.ts';
import { dispatch, setMachine } from '../player.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { savePlayerState } from './save-player-state.ts';
import { placeholderTrack } from './placeholder-track.ts';
import { handQueueTo } from './queue-owner.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../../platform/lib/call.ts', () => ({ call, ApiError: Error }));

const track = (id: string): MediaSummary => ({ ...placeholderTrack(id), title: id, sources: [] });

/** The ids and the index of each write to the account. */
const written = () =>
  call.mock.calls
    .filter(([endpoint]) => endpoint === savePlayer)
    .map(([, { body }]) => ({ ids: body.ids, index: body.index }));
const isForgotten = () => call.mock.calls.some(([endpoint]) => endpoint === clearPlayer);

/** Receives the listeners that are added to the window. */
let page: EventTarget;
let stop = () => {};
/** Signs an account in; null signs out. */
function signIn(account: string | null): void {
  stop();
  stop = account === null ? () => {} : savePlayerState();
  handQueueTo(account);
}

beforeEach(() => {
  call.mockReset();
  // Every account may see every track.
  call.mockImplementation((_endpoint: unknown, { query }: { query?: { ids: string } }) =>
    Promise.resolve({ media: (query?.ids.split(',') ?? []).map(track) }),
  );
  vi.useFakeTimers();
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal('localStorage', { ...storage, getItem: () => 'here' });
  vi.stubGlobal('window', { sessionStorage: storage });
  page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('document', { visibilityState: 'visible' });
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
});
afterEach(async () => {
  signIn(null);
  dispatch({ type: 'close' });
  // Wait for pending responses.
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a queue that a reload restored', () => {
  beforeEach(() => {
    dispatch({ type: 'restore', queue: [track('a'), placeholderTrack('b'), placeholderTrack('c')], index: 0, at: 0 });
    signIn('ada');
  });
  const READ: PlayerEvent = { type: 'read', ids: ['b', 'c'], media: [track('b'), track('c')] };

  it.each<[string, PlayerEvent[]]>([
    ['its unread tracks are loaded', [READ]],
    ['one of its tracks no longer exists', [{ ...READ, media: [track('c')] }]],
    ['its current track can no longer be played', [{ type: 'failed' }, { type: 'refreshed', id: 'a', media: null }]],
    ['the server cannot be reached', [1, 2, 3].map(() => ({ type: 'unreachable', id: 'a' }))],
  ])('is not saved when %s', (_what, events) => {
    for (const event of events) dispatch(event);
    vi.advanceTimersByTime(120_000);
    expect(written()).toEqual([]);
  });

  it('is saved when the listener removes one of its tracks', () => {
    dispatch(READ);
    dispatch({ type: 'remove', id: 'b' });
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['a', 'c'], index: 0 }]);
  });

  it('is saved when the listener plays it, or skips a current track that can no longer be played', () => {
    dispatch({ type: 'failed' });
    dispatch({ type: 'refreshed', id: 'a', media: null });
    dispatch({ type: 'next' });
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['a', 'b', 'c'], index: 1 }]);
  });
});

describe('a queue that another account left in the player', () => {
  beforeEach(() => {
    signIn('ada');
    dispatch({ type: 'play', queue: [track('a'), track('b')], index: 0 });
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['a', 'b'], index: 0 }]);
    signIn(null);
    call.mockClear();
  });
  const ENDED: PlayerEvent = { type: 'ended' };

  it('is not saved while it only plays on, even with recommendations, and is not forgotten when closed', () => {
    signIn('ben');
    vi.advanceTimersByTime(60_000);
    dispatch(ENDED);
    vi.advanceTimersByTime(60_000);
    dispatch({ type: 'enqueue', media: [track('c')], where: 'last', unasked: true });
    dispatch(ENDED);
    vi.advanceTimersByTime(60_000);
    dispatch({ type: 'close' });
    expect([written(), isForgotten()]).toEqual([[], false]);
  });

  it('is saved once the new account changes it, and is then forgotten when closed', () => {
    signIn('ben');
    dispatch({ type: 'enqueue', media: [track('c')], where: 'last' });
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['a', 'b', 'c'], index: 0 }]);
    dispatch({ type: 'close' });
    expect(isForgotten()).toBe(true);
  });

  it('is saved again for the account that left it', () => {
    signIn('ada');
    dispatch(ENDED);
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['a', 'b'], index: 1 }]);
  });

  it('is not saved for a third account either, but a visitor’s queue is saved for the account that signs in', () => {
    signIn('ben');
    signIn('cas');
    dispatch(ENDED);
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([]);
    signIn(null);
    dispatch({ type: 'play', queue: [track('x')], index: 0 });
    signIn('cas');
    setClock(2, 100);
    vi.advanceTimersByTime(3000);
    expect(written()).toEqual([{ ids: ['x'], index: 0 }]);
  });
});

describe('the queue of an account', () => {
  const bodies = () => call.mock.calls.filter(([endpoint]) => endpoint === savePlayer).map(([, given]) => given);
  const hear = (position: number) => {
    setClock(position, 1000);
    dispatch({ type: 'tick', duration: 1000 });
  };
  beforeEach(() => {
    setClock(0, 1000);
    signIn('ada');
    dispatch({ type: 'play', queue: [track('a'), track('b')], index: 0 });
  });

  it('is saved once for several changes in quick succession', () => {
    dispatch({ type: 'enqueue', media: [track('c')], where: 'last' });
    vi.advanceTimersByTime(2999);
    expect(written()).toEqual([]);
    dispatch({ type: 'remove', id: 'b' });
    vi.advanceTimersByTime(1);
    expect(written()).toEqual([{ ids: ['a', 'c'], index: 0 }]);
    vi.advanceTimersByTime(50_000);
    expect(written()).toHaveLength(1);
  });

  it('is saved each minute while the position changes', () => {
    vi.advanceTimersByTime(3000);
    hear(50);
    vi.advanceTimersByTime(57_000);
    hear(110);
    vi.advanceTimersByTime(60_000);
    vi.advanceTimersByTime(60_000);
    expect(bodies().map(({ body }) => body.at)).toEqual([0, 50, 110]);
  });

  it('is saved at once with keepalive when the page is left or hidden', () => {
    hear(7);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(bodies()).toEqual([]);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    page.dispatchEvent(new Event('visibilitychange'));
    hear(8);
    page.dispatchEvent(new Event('pagehide'));
    expect(bodies().map(({ body, keepalive }) => [body.at, keepalive])).toEqual([
      [7, true],
      [8, true],
    ]);
    // This write included the pending changes.
    vi.advanceTimersByTime(10_000);
    expect(bodies()).toHaveLength(2);
  });

  it('is not saved after its account has signed out, whatever events the page gets', () => {
    stop();
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    for (const name of ['visibilitychange', 'pagehide']) page.dispatchEvent(new Event(name));
    vi.advanceTimersByTime(120_000);
    dispatch({ type: 'remove', id: 'b' });
    vi.advanceTimersByTime(120_000);
    expect(bodies()).toEqual([]);
  });

  it('saves the order before a shuffle, and the repeat mode', () => {
    dispatch({ type: 'repeat', repeat: 'all' });
    dispatch({ type: 'shuffle', on: true, seed: 7 });
    vi.advanceTimersByTime(3000);
    expect(bodies().at(-1).body).toMatchObject({
      repeat: 'all',
      shuffle: { ids: ['a', 'b'], seed: expect.any(Number) },
    });
  });

  it('shows no message when saving fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    call.mockRejectedValue(new Error('lost'));
    await vi.advanceTimersByTimeAsync(3000);
    dispatch({ type: 'close' });
    await vi.advanceTimersByTimeAsync(0);
    expect(warn.mock.calls.map(([sentence]) => sentence as string)).toEqual([
      'The player could not be kept for other devices.',
      'The player could not be forgotten.',
    ]);
    warn.mockRestore();
  });
});
