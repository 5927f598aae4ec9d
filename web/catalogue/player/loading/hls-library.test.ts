import { beforeEach, expect, it, vi } from 'vitest';
import { type Library, createHls } from './hls-library.ts';

const { hlsModule } = vi.hoisted(() => ({ hlsModule: vi.fn<() => object>() }));
vi.mock('hls.js', () => hlsModule());

/** The part of hls.js that these tests need. */
class FakeHls {
  static Events = { DESTROYING: 'destroying' };
  readonly config: Record<string, unknown>;
  bandwidthEstimate: number;
  readonly #listeners = new Map<string, () => void>();
  constructor(config: Record<string, unknown>) {
    this.config = config;
    this.bandwidthEstimate = Number(config['abrEwmaDefaultEstimate']);
  }
  on(event: string, listener: () => void) {
    this.#listeners.set(event, listener);
  }
  destroy() {
    this.#listeners.get(FakeHls.Events.DESTROYING)?.();
  }
}
const begin = (create = createHls) => create(FakeHls as unknown as Library, { startPosition: 0 }) as unknown as FakeHls;
/** Loads the module like a page that was just opened. */
const freshLibrary = () => {
  vi.resetModules();
  return import('./hls-library.ts');
};
/**
 * Plays a video over a connection of `bits` per second, or over one that was not measured. Returns the bandwidth
 * assumed for it.
 */
const playAt = (bits?: number) => {
  const hls = begin();
  if (bits !== undefined) hls.bandwidthEstimate = bits;
  hls.destroy();
  return hls.config['abrEwmaDefaultEstimate'];
};

beforeEach(() => playAt(1_000_000));

it('does not let hls.js load a segment only to measure the connection', () => {
  expect(begin().config).toMatchObject({ startPosition: 0, testBandwidth: false });
});

it('starts a video at the bandwidth measured with the previous one, up to 3 Mbit/s', () => {
  expect(playAt(2_000_000)).toBe(1_000_000);
  expect(playAt()).toBe(2_000_000);
  expect(playAt(50_000_000)).toBe(2_000_000);
  expect(playAt(300_000)).toBe(3_000_000);
  expect(playAt()).toBe(300_000);
});

it('starts the first video of a page at 1 Mbit/s', async () => {
  const { createHls: createFirst } = await freshLibrary();
  expect(begin(createFirst).config['abrEwmaDefaultEstimate']).toBe(1_000_000);
});

it('returns hls.js without waiting once it was loaded ahead, and only logs when that fails', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { fetchHls, fetchHlsAhead, loadedHls } = await freshLibrary();
  hlsModule.mockImplementationOnce(() => {
    throw new Error('lost');
  });
  fetchHlsAhead();
  await vi.dynamicImportSettled();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(loadedHls()).toBeNull();
  hlsModule.mockReturnValue({ default: FakeHls });
  fetchHlsAhead();
  await vi.dynamicImportSettled();
  expect(loadedHls()).toBe(FakeHls);
  expect(await fetchHls()).toBe(FakeHls);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
