import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { keptPlace } from '@scoville/contract/catalogue/player/player.ts';
import { type Mock, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preloadPosition, setListener, startPosition } from './playback-positions.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../../platform/lib/call.ts', () => ({ call }));
vi.mock('../../../platform/ui/toasts.ts', () => ({ toast: vi.fn() }));

/** Gives each test its own ids, because recent requests are remembered across tests. */
let count = 0;
let long: MediaSummary;
const media = (length: number) =>
  ({ id: `0a1b2c3d-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`, length }) as unknown as MediaSummary;
const LEFT = { place: { at: 300, age: 1000 } };
const answered = () => new Promise((resolve) => void setImmediate(resolve));

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  vi.useFakeTimers({ toFake: ['Date'] });
  call.mockReset();
  call.mockResolvedValue(LEFT);
  setListener('ada');
  long = media(660);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the saved position of a member’s long media', () => {
  it('is returned without waiting once it was loaded ahead, which takes one call', async () => {
    for (let time = 0; time < 5; time += 1) preloadPosition(long);
    await answered();
    preloadPosition(long);
    expect(startPosition(long)).toBe(300);
    expect(call).toHaveBeenCalledExactlyOnceWith(keptPlace, expect.objectContaining({ params: { id: long.id } }));
  });

  it('is 0, without waiting, when the account has saved no position', async () => {
    call.mockResolvedValue({ place: null });
    preloadPosition(long);
    await answered();
    expect(startPosition(long)).toBe(0);
  });

  it('is ignored past the end or in the last seconds, as after replacing the file with a shorter one', async () => {
    call.mockResolvedValue({ place: { at: 700, age: 1000 } });
    const begun = await Promise.all([660, 710, 720].map(async (length) => startPosition(media(length))));
    expect(begun).toEqual([0, 0, 700]);
  });

  it('is awaited while its response is under way, and not requested twice', async () => {
    preloadPosition(long);
    expect(await startPosition(long)).toBe(300);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('is requested when playback starts if it was not loaded ahead, or if that failed or is a minute old', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const other = media(660);
    call.mockRejectedValueOnce(new Error('lost'));
    preloadPosition(long);
    preloadPosition(long);
    await answered();
    expect(await startPosition(long)).toBe(300);
    expect(await startPosition(other)).toBe(300);
    expect(call).toHaveBeenCalledTimes(3);
    preloadPosition(other);
    await answered();
    vi.setSystemTime(Date.now() + 60_001);
    expect(startPosition(other)).toBeInstanceOf(Promise);
    await answered();
    expect(call).toHaveBeenCalledTimes(5);
  });

  it('is not used for another account, whose own position is requested', async () => {
    preloadPosition(long);
    await answered();
    setListener('ben');
    call.mockResolvedValue({ place: null });
    expect(await startPosition(long)).toBe(0);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is not requested for short media, nor for visitors', () => {
    const short = media(600);
    preloadPosition(short);
    expect(startPosition(short)).toBe(0);
    setListener(null);
    preloadPosition(long);
    expect(startPosition(long)).toBe(0);
    expect(call).not.toHaveBeenCalled();
  });
});
