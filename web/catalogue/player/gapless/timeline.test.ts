import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FRAME, type Index } from './mp4-index.ts';
import { type PlacedSong, frameAfter, frameAt, frameCount, placeAfter, timeAtFrame, appendWindow } from './timeline.ts';

const indexOf = (samples: number, priming: number, rate: number): Index => ({
  samples,
  priming,
  rate,
  offsets: Array.from({ length: Math.ceil((samples + priming) / FRAME) + 1 }, (_, n) => n * 300),
  trackId: 1,
  init: new Uint8Array(),
});
const runs = fc.record({
  rate: fc.constantFrom(8000, 44_100, 48_000),
  songs: fc.array(
    fc.record({ samples: fc.integer({ min: 1, max: 30_000_000 }), priming: fc.constantFrom(0, 1024, 2112) }),
    { minLength: 1, maxLength: 12 },
  ),
});

it('places any number of songs directly after each other, to the sample', () => {
  fc.assert(
    fc.property(runs, fc.float({ min: 0, max: 1, noNaN: true }), ({ rate, songs }, where) => {
      let before: PlacedSong | null = null;
      let sum = 0;
      for (const { samples, priming } of songs) {
        const song: PlacedSong | null = placeAfter(indexOf(samples, priming, rate), before);
        if (song === null) throw new Error('It was refused.');
        expect(song.start).toBe(sum / rate);
        sum += samples;
        expect(song.end).toBe(sum / rate);
        const { offset, from, to } = appendWindow(song);
        // The encoder's priming is before the window, and the window matches the song except for part of a sample.
        expect(Math.abs((song.start - offset) * rate - priming)).toBeLessThan(0.01);
        expect(song.start - from).toBeLessThan(1 / rate);
        expect(to - song.end).toBeLessThan(1 / rate);
        // The frame that sounds at a given time begins before that time and ends after it.
        const time = song.start + where * (samples / rate);
        const frame = frameAt(song, time);
        expect(timeAtFrame(song, frame)).toBeLessThanOrEqual(time + 1e-9);
        expect(timeAtFrame(song, frame + 1)).toBeGreaterThanOrEqual(time - 1e-6);
        expect(timeAtFrame(song, 0)).toBe(song.start);
        expect(timeAtFrame(song, frameCount(song))).toBe(song.end);
        before = song;
      }
    }),
    { numRuns: 50 },
  );
});

it('returns non-empty parts that follow each other up to the last frame', () => {
  const song = placeAfter(indexOf(288_137, 1024, 48_000), null) as PlacedSong;
  let frame = 0;
  for (let n = 0; frame < frameCount(song); n += 1) {
    const next = frameAfter(song, frame, n === 0 ? 2 : 0);
    expect(next).toBeGreaterThan(frame);
    frame = next;
  }
  expect(frame).toBe(283);
  expect(frameAfter(song, 0, 2)).toBe(94);
});

it('rejects a song whose sample rate differs', () => {
  expect(placeAfter(indexOf(1000, 1024, 44_100), placeAfter(indexOf(1000, 1024, 48_000), null))).toBeNull();
});
