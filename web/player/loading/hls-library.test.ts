import { beforeEach, expect, it } from 'vitest';
import { type Library, createHls } from './hls-library.ts';

/** The part of hls.js that these tests need. */
class FakeHls {
  static Events = { DESTROYING: 'destroying' };
  readonly config: Record<string, unknown>;
  bandwidthEstimate: number;
  #destroying = () => {};
  constructor(config: Record<string, unknown>) {
    this.config = config;
    this.bandwidthEstimate = Number(config['abrEwmaDefaultEstimate']);
  }
  on(_event: string, listener: () => void) {
    this.#destroying = listener;
  }
  destroy() {
    this.#destroying();
  }
}
const begin = () => createHls(FakeHls as unknown as Library, { startPosition: 0 }) as unknown as FakeHls;
/** Plays a video over a connection of `bits` per second, or one that was not measured; returns the bandwidth assumed for it. */
const playAt = (bits?: number) => {
  const hls = begin();
  if (bits !== undefined) hls.bandwidthEstimate = bits;
  hls.destroy();
  return hls.config['abrEwmaDefaultEstimate'];
};

beforeEach(() => playAt(1_000_000));

it('hls.js loads no segment only to measure the connection', () => {
  expect(begin().config).toMatchObject({ startPosition: 0, testBandwidth: false });
});

it('a video begins at the bandwidth measured with the one before, up to 3 Mbit/s', () => {
  expect(playAt(2_000_000)).toBe(1_000_000);
  expect(playAt()).toBe(2_000_000);
  expect(playAt(50_000_000)).toBe(2_000_000);
  expect(playAt(300_000)).toBe(3_000_000);
  expect(playAt()).toBe(300_000);
});
