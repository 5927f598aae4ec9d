import type { MediaSummary, Source } from '@scoville/contract/catalogue/media/media.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextPlayer } from '../next-player.ts';
import { levelledGain } from '../loudness.ts';
import { dispatch, prefetchPlay, setMachine } from '../player.ts';
import { HLS } from '../sources.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { createPrefetch } from './prefetch.ts';
import { DWELL } from './press-intent.ts';

const { fetchHlsAhead } = vi.hoisted(() => ({ fetchHlsAhead: vi.fn() }));
vi.mock('./hls-library.ts', () => ({ fetchHlsAhead }));

const song = (id: string, url = `/${id}/song.m4a`, type = 'audio/mp4') =>
  ({ id, loudness: null, sources: [{ url, type }] }) as unknown as MediaSummary;
const video = (id: string) => song(id, `/${id}/video.m3u8`, HLS);
const prepare = vi.fn<(source: Source) => void>();
const prepared = () => prepare.mock.calls.map(([{ url }]) => url);
const [preloadPosition, expectGain] = [vi.fn(), vi.fn()];
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const expected = createPrefetch({
    sourceOf: ({ sources }) => sources[0] ?? null,
    preloadPosition,
    expectGain,
    prepare,
  });
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {}, prefetch: expected });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const connected = (connection?: object) => vi.stubGlobal('navigator', { connection });

it('prepares a track that is likely to be played, and loads the listener’s saved position', () => {
  connected();
  prefetchPlay(song('a'));
  expect(prepared()).toEqual(['/a/song.m4a']);
  expect(preloadPosition).toHaveBeenCalledTimes(1);
});

it('builds the amplifier of a quiet song on pointerdown only', () => {
  connected();
  const button = new EventTarget() as Element;
  const loudness = { integrated: -20, truePeak: -9 };
  prefetchPlay({ ...song('a'), loudness }, button);
  vi.advanceTimersByTime(2 * DWELL);
  expect(prepared()).toEqual(['/a/song.m4a']);
  expect(expectGain).not.toHaveBeenCalled();
  button.dispatchEvent(new Event('pointerdown'));
  expect(expectGain).toHaveBeenCalledExactlyOnceWith(levelledGain(loudness), '/a/song.m4a');
});

it('prepares no track that has no source, plays already or is still being written', () => {
  connected();
  prefetchPlay({ id: 'none', sources: [] as Source[] } as MediaSummary);
  dispatch({ type: 'play', queue: [song('playing')], index: 0 });
  prefetchPlay(song('playing'));
  prefetchPlay(song('growing', '/growing/early.m3u8'));
  expect(prepared()).toEqual([]);
  // For the track that is still being written, only the saved position is loaded.
  expect(preloadPosition).toHaveBeenCalledTimes(1);
  dispatch({ type: 'ended' });
  prefetchPlay(song('playing'));
  expect(prepared()).toEqual(['/playing/song.m4a']);
});

for (const connection of [
  { saveData: true },
  { type: 'cellular' },
  { effectiveType: '2g' },
  { effectiveType: 'slow-2g' },
])
  it(`prepares nothing on a metered or slow connection (${JSON.stringify(connection)})`, () => {
    connected(connection);
    prefetchPlay(song('a'));
    expect(prepared()).toEqual([]);
    expect(preloadPosition).not.toHaveBeenCalled();
    // hls.js is loaded anyway, and the amplifier needs no bytes.
    const button = new EventTarget() as Element;
    prefetchPlay(video('b'), button);
    button.dispatchEvent(new Event('pointerdown'));
    expect([fetchHlsAhead, expectGain].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(prepared()).toEqual([]);
    connected({ saveData: false, type: 'wifi', effectiveType: '4g' });
    prefetchPlay(song('a'));
    expect(prepared()).toEqual(['/a/song.m4a']);
  });

it('prepares nothing in a background tab until the tab is shown', () => {
  connected();
  page.hidden = true;
  prefetchPlay(song('a'));
  expect(prepared()).toEqual([]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(prepared()).toEqual(['/a/song.m4a']);
});
