import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Mock, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readClock, setClock } from './clock.ts';
import { nextPlayer } from './next-player.ts';
import { persistPlayer, restorePlayer } from './persistence.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { readPlaces, readQueue } from './queue/read-queue.ts';
import { isPlaceholder, placeholderTrack } from './queue/placeholder-track.ts';
import { readSavedPlayer } from './saved-player.ts';
import { INITIAL_STATE } from './initial-state.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../platform/lib/call.ts', () => ({ call }));

const idOf = (place: number) => `0a1b2c3d-0000-7000-8000-${String(place).padStart(12, '0')}`;
const SOURCE = { url: '/files/x/media/a/b/song.m4a', type: 'audio/mp4', codecs: 'mp4a.40.2' };
function track(place: number): MediaSummary {
  const source = { ...SOURCE, bitrate: null, width: null, height: null };
  return { ...placeholderTrack(idOf(place)), title: `Song ${place}`, length: 100, sources: [source] };
}
const LONG = Array.from({ length: 1000 }, (_, place) => track(place));

/** The maximum number of characters that the tab can store. */
let room: number;
const kept = new Map<string, string>();
/** Receives the listeners that are added to the window. */
const page = new EventTarget();
/** Ids of media that the server does not have any more. */
const gone = new Set<string>();
const asked = (): string[][] => call.mock.calls.map((input) => (input[1].query.ids as string).split(','));

let stops: (() => void)[] = [];
beforeEach(() => {
  room = 5_000_000;
  kept.clear();
  gone.clear();
  call.mockReset();
  call.mockImplementation((_endpoint: unknown, { query }: { query: { ids: string } }) => {
    const ids = query.ids.split(',').filter((id) => !gone.has(id));
    // In its own order, because the server treats the ids as a set.
    return Promise.resolve({ media: ids.toReversed().map((id) => track(Number(id.slice(-12)))) });
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('There is no room.', 'QuotaExceededError');
      kept.set(key, text);
    },
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function restoreSaved(): void {
  const saved = readSavedPlayer();
  if (saved) restorePlayer(saved);
}

/** Leaves and reloads the page; `leave` is the event that the page gets. */
function reload(leave = 'pagehide'): void {
  page.dispatchEvent(new Event(leave));
  for (const stop of stops) stop();
  setClock(0, 0);
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
  restoreSaved();
  stops = [persistPlayer(), readQueue()];
}
function play(queue: readonly MediaSummary[], index: number): void {
  dispatch({ type: 'play', queue, index });
  stops.push(persistPlayer());
}
const answered = () => new Promise((resolve) => void setImmediate(resolve));
const current = () => currentTrack(playerState());
const ids = () => playerState().queue.map(({ id }) => id);
const places = (from: number, to: number) => Array.from({ length: to - from }, (_, step) => idOf(from + step));

it('restores the position of a page that a phone ended while hidden', () => {
  play(LONG, 0);
  setClock(42, 100);
  // The page gets no other event.
  reload('visibilitychange');
  expect(readClock().position).toBe(42);
});

describe('a long queue after a reload', () => {
  it('has all its tracks in order, and those around the current one with their data', () => {
    play(LONG, 500);
    dispatch({ type: 'next' });
    reload();
    expect(ids()).toEqual(LONG.map(({ id }) => id));
    expect(playerState()).toMatchObject({ index: 501, status: 'paused' });
    expect(current()).toEqual(track(501));
    expect(playerState().queue.filter((one) => !isPlaceholder(one))).toEqual(LONG.slice(451, 651));
    // No data is requested that is not needed.
    expect(call).not.toHaveBeenCalled();
  });

  it('loads each track before it is reached, 100 per call', async () => {
    play(LONG, 0);
    reload();
    for (let place = 1; place < 1000; place += 1) {
      dispatch({ type: 'next' });
      await answered();
      expect(current()).toEqual(track(place));
    }
    expect(asked()).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((hundred) => places(hundred * 100, hundred * 100 + 100)));
    // The ids must fit into 8 kB with the rest of a request's head.
    for (const one of asked()) expect(encodeURIComponent(one.join(',')).length).toBeLessThan(5000);
    expect(playerState().queue).toEqual(LONG);
  });

  it('repeats from its beginning after its end, and can be played backwards', async () => {
    play(LONG, 999);
    dispatch({ type: 'repeat', repeat: 'all' });
    reload();
    await answered();
    dispatch({ type: 'next' });
    expect(current()).toEqual(track(0));
    play(LONG, 600);
    reload();
    for (let place = 599; place > 500; place -= 1) {
      dispatch({ type: 'previous', position: 0 });
      await answered();
      expect(current()).toEqual(track(place));
    }
  });

  it('keeps its order across a second reload, even when a shuffle is undone after it', async () => {
    play(LONG, 500);
    dispatch({ type: 'shuffle', on: true, seed: 7 });
    const shuffled = ids();
    reload();
    reload();
    expect(ids()).toEqual(shuffled);
    expect(current()).toEqual(track(500));
    dispatch({ type: 'shuffle', on: false, seed: 0 });
    expect(ids()).toEqual(LONG.map(({ id }) => id));
    expect(playerState().index).toBe(500);
    await answered();
    // Undoing the shuffle puts tracks around the current one that were not near it before.
    expect(playerState().queue.slice(496, 526).some(isPlaceholder)).toBe(false);
  });

  it('loads the tracks on screen, and removes deleted tracks', async () => {
    play(LONG, 300);
    reload();
    for (const id of places(900, 910)) gone.add(id);
    const stop = readPlaces([880, 980]);
    await answered();
    expect(asked()[0]?.toSorted()).toEqual(places(830, 930));
    expect(ids()).toEqual([...places(0, 900), ...places(910, 1000)]);
    expect(playerState().queue.slice(880, 980).some(isPlaceholder)).toBe(false);
    expect(current()).toEqual(track(300));
    // The rest, and the tracks that moved up into the range on screen.
    expect(call).toHaveBeenCalledTimes(2);
    stop();
    dispatch({ type: 'jump', id: idOf(400) });
    await answered();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('repeats failed requests after a while, and at once when the network is back', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    play(LONG, 0);
    reload();
    call.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost'));
    stops.push(readPlaces([200, 300]));
    await answered();
    for (let tick = 0; tick < 20; tick += 1) dispatch({ type: 'repeat', repeat: tick % 2 ? 'off' : 'one' });
    expect(call).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    await answered();
    expect(call).toHaveBeenCalledTimes(2);
    page.dispatchEvent(new Event('online'));
    await answered();
    expect(call).toHaveBeenCalledTimes(3);
    expect(playerState().queue.slice(200, 300)).toEqual(LONG.slice(200, 300));
  });

  it('keeps at least the tracks near the current one when the tab’s storage is too small', () => {
    room = 150_000;
    const longest = Array.from({ length: 5000 }, (_, place) => track(place));
    play(longest, 2000);
    reload();
    expect(ids()).toEqual(places(1950, 2150));
    expect(current()).toEqual(track(2000));
  });

  it('is saved in less than a megabyte at the maximum size', () => {
    play(
      Array.from({ length: 12_000 }, (_, place) => track(place)),
      11_000,
    );
    dispatch({ type: 'shuffle', on: true, seed: 3 });
    const before = current();
    reload();
    expect(ids()).toHaveLength(10_000);
    expect(current()).toEqual(before);
    expect([...kept.values()].join('').length).toBeLessThan(1_000_000);
  });

  it('is empty when the saved content is damaged', () => {
    play(LONG, 5);
    stops.forEach((stop) => stop());
    for (const text of ['', '{', '{"ids":""}', kept.get('player')!.replace('"index":5', '"index":5000')]) {
      kept.set('player', text);
      setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
      restoreSaved();
      expect(playerState()).toEqual(INITIAL_STATE);
    }
    stops = [];
  });
});
