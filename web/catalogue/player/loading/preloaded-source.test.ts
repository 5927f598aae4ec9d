import type { Source } from '@scoville/contract/catalogue/media/media.ts';
import type Hls from 'hls.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HLS } from '../sources.ts';
import { type BeginningLoader, MAX_AGE, createPreloadedSource } from './preloaded-source.ts';

/** An address that is good for so many seconds, as the server signs them. */
const address = (file: string, seconds = 3600) =>
  `/files/${Math.floor(Date.now() / 1000 + seconds).toString(36)}.${'A'.repeat(22)}/media/one/source/${file}`;
const video = (url: string) => ({ url, type: HLS }) as Source;
const song = (url: string) => ({ url, type: 'audio/mp4' }) as Source;
const [one, other] = [video(address('one.m3u8')), video(address('other.m3u8'))];

const destroyed = vi.fn<(url: string) => void>();
const beginning = { video: vi.fn<BeginningLoader['video']>(), file: vi.fn<BeginningLoader['file']>() };
const begun = () => beginning.video.mock.calls.map(([url]) => url);
/** Lets settled promises run their handlers. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() });
  vi.resetAllMocks();
  beginning.video.mockImplementation((url) =>
    Promise.resolve({ url, destroy: () => destroyed(url) } as unknown as Hls),
  );
  beginning.file.mockReturnValue({});
});
afterEach(() => vi.useRealTimers());

describe('a source that is likely to be played', () => {
  it('is loaded once, and belongs to the caller who takes it', async () => {
    const atHand = createPreloadedSource(beginning);
    for (let time = 0; time < 3; time += 1) atHand.prepare(one);
    await settled();
    expect(begun()).toEqual([one.url]);
    expect(atHand.take(other.url)).toBeNull();
    expect(atHand.take(one.url)).toMatchObject({ url: one.url });
    expect(atHand.take(one.url)).toBeNull();
    await vi.advanceTimersByTimeAsync(2 * MAX_AGE);
    expect(destroyed).not.toHaveBeenCalled();
    // The next request loads it again.
    atHand.prepare(one);
    expect(begun()).toEqual([one.url, one.url]);
  });

  it('is replaced by a later source, even while hls.js is loading', async () => {
    const atHand = createPreloadedSource(beginning);
    atHand.prepare(one);
    atHand.prepare(other);
    atHand.prepare(one);
    await settled();
    expect(destroyed.mock.calls).toEqual([[one.url], [other.url]]);
    expect(atHand.take(one.url)).not.toBeNull();
    atHand.prepare(one);
    await settled();
    atHand.prepare(song(address('song.m4a')));
    expect(destroyed).toHaveBeenCalledTimes(3);
    expect(atHand.take(one.url)).toBeNull();
  });

  it('is dropped when it is taken before hls.js is loaded, because the caller then loads it itself', async () => {
    const atHand = createPreloadedSource(beginning);
    atHand.prepare(one);
    expect(atHand.take(one.url)).toBeNull();
    await settled();
    expect(destroyed).toHaveBeenCalledExactlyOnceWith(one.url);
    expect(atHand.take(one.url)).toBeNull();
  });

  it('is dropped after a minute, because a page that is only read should not keep it', async () => {
    const atHand = createPreloadedSource(beginning);
    atHand.prepare(one);
    await vi.advanceTimersByTimeAsync(MAX_AGE - 1);
    expect(destroyed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(destroyed).toHaveBeenCalledExactlyOnceWith(one.url);
    expect(atHand.take(one.url)).toBeNull();
  });

  it('is only logged when it fails, and can be loaded again', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const atHand = createPreloadedSource(beginning);
    beginning.video.mockRejectedValueOnce(new Error('lost'));
    atHand.prepare(one);
    await settled();
    expect(warn).toHaveBeenCalledTimes(1);
    atHand.prepare(one);
    await settled();
    beginning.video.mock.lastCall?.[1]();
    expect(destroyed).toHaveBeenCalledExactlyOnceWith(one.url);
    expect(atHand.take(one.url)).toBeNull();
    // Where hls.js does not work, the browser's own player loads the video.
    beginning.video.mockResolvedValueOnce(null);
    atHand.prepare(one);
    await settled();
    expect(atHand.take(one.url)).toBeNull();
  });

  it('is never loaded from an address that has expired', () => {
    const atHand = createPreloadedSource(beginning);
    atHand.prepare(video(address('one.m3u8', -1)));
    atHand.prepare(song(address('song.m4a', -1)));
    expect(begun()).toEqual([]);
    expect(beginning.file).not.toHaveBeenCalled();
    const fresh = song(address('song.m4a'));
    atHand.prepare(fresh);
    atHand.prepare(fresh);
    expect(beginning.file).toHaveBeenCalledExactlyOnceWith(fresh.url);
  });
});
