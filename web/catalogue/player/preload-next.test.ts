import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreload } from './preload-next.ts';

const HOUR = 3600;
/** Length of the tracks in seconds. */
const LENGTH = 1800;

/** An address that is valid for so many seconds, like those that the server signs. */
const address = (seconds: number, file = 'song.m4a') =>
  `/files/${Math.floor(Date.now() / 1000 + seconds).toString(36)}.${'A'.repeat(22)}/media/one/source/${file}`;
const song = (url: string) => ({ id: 'next', length: LENGTH, sources: [{ url }] }) as unknown as MediaSummary;

class FakeAudio extends EventTarget {
  crossOrigin = '';
  preload = '';
  src = '';
  constructor() {
    super();
    audios.push(this);
  }
  getAttribute() {
    return this.src;
  }
}
let audios: FakeAudio[] = [];
const loaded = () => audios.map(({ src }) => src);

/** The next track in the queue. */
let next: MediaSummary;
const refresh = vi.fn<(id: string) => Promise<MediaSummary | null>>();
let preload: () => void;
const preloadPosition = vi.fn();
const prepareParts = vi.fn<(media: MediaSummary) => void>();
const answered = () => new Promise((resolve) => void setImmediate(resolve));

beforeEach(() => {
  audios = [];
  vi.stubGlobal('Audio', FakeAudio);
  vi.clearAllMocks();
  refresh.mockReset();
  const urlOf = ({ sources }: MediaSummary) => sources[0]?.url ?? null;
  const prepare = createPreload({
    urlOf,
    fileOf: (media) => (urlOf(media)?.endsWith('.m3u8') ? null : urlOf(media)),
    prepareParts,
    preloadPosition,
    refresh,
    refreshed: (media) => (next = media),
  });
  preload = () => prepare(next);
});
afterEach(() => vi.unstubAllGlobals());

describe('the next track', () => {
  it('is loaded once, and its saved position is requested', () => {
    next = song(address(HOUR));
    for (let time = 0; time < 5; time += 1) preload();
    expect(loaded()).toEqual([next.sources[0]?.url]);
    expect(preloadPosition).toHaveBeenCalledWith(next);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('gets a fresh address first when the known one would expire during playback', async () => {
    next = song(address(LENGTH));
    const fresh = song(address(HOUR));
    refresh.mockResolvedValue(fresh);
    for (let time = 0; time < 5; time += 1) preload();
    expect(loaded()).toEqual([]);
    await answered();
    for (let time = 0; time < 5; time += 1) preload();
    expect(loaded()).toEqual([fresh.sources[0]?.url]);
    expect(refresh).toHaveBeenCalledExactlyOnceWith('next');
  });

  it('gets a fresh address as an HLS video too, and its beginning is loaded', async () => {
    next = song(address(60, 'master.m3u8'));
    const fresh = song(address(HOUR, 'master.m3u8'));
    refresh.mockResolvedValue(fresh);
    preload();
    expect(prepareParts).not.toHaveBeenCalled();
    await answered();
    for (let time = 0; time < 5; time += 1) preload();
    expect(next).toBe(fresh);
    expect(loaded()).toEqual([]);
    expect(prepareParts).toHaveBeenCalledExactlyOnceWith(fresh);
  });

  it('gets a fresh address when its file cannot be loaded, once per address', async () => {
    next = song(address(HOUR));
    const [{ url } = { url: '' }] = next.sources;
    const fresh = song(address(2 * HOUR));
    refresh.mockResolvedValue(fresh);
    preload();
    audios[0]?.dispatchEvent(new Event('error'));
    audios[0]?.dispatchEvent(new Event('error'));
    await answered();
    preload();
    expect(loaded()).toEqual([url, fresh.sources[0]?.url]);
    audios[1]?.dispatchEvent(new Event('error'));
    await answered();
    preload();
    audios[1]?.dispatchEvent(new Event('error'));
    preload();
    // The server returned the same address again, so there is no further attempt.
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(audios).toHaveLength(2);
  });

  it('is loaded from the known address if the server sends no new one, and stays queued even if deleted', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const answers: (() => Promise<MediaSummary | null>)[] = [
      () => Promise.resolve(null),
      () => Promise.reject(new Error('lost')),
      () => Promise.resolve({ ...next }),
    ];
    for (const answer of answers) {
      next = song(address(60 + audios.length));
      refresh.mockImplementationOnce(answer);
      preload();
      await answered();
      preload();
      preload();
      expect(audios).toHaveLength(refresh.mock.calls.length);
      expect(loaded().at(-1)).toBe(next.sources[0]?.url);
    }
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
