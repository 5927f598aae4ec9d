import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type GaplessSource, createGaplessSource } from './gapless-source.ts';
import { FRAME } from './mp4-index.ts';
import { FileError, type SongFile } from './song-file.ts';

const RATE = 8000;
const BYTES = 10;

/** A frame in the browser's buffer: the song it belongs to, and when it starts and stops sounding. */
interface Held {
  song: number;
  frame: number;
  from: number;
  to: number;
}

/** A source buffer that trims by its append window like Chromium. The first byte of each frame identifies the song. */
class FakeBuffer extends EventTarget {
  updating = false;
  timestampOffset = 0;
  appendWindowStart = 0;
  appendWindowEnd = Infinity;
  held: Held[] = [];
  /** The song of the last initialization segment. */
  song = -1;

  #later(act: () => void): void {
    if (this.updating) throw new DOMException('It is busy.', 'InvalidStateError');
    this.updating = true;
    queueMicrotask(() => {
      act();
      this.updating = false;
      this.dispatchEvent(new Event('updateend'));
    });
  }
  appendBuffer(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#later(() => {
      if (bytes.length === 1) return void (this.song = bytes[0] as number);
      // moof: mfhd, then traf of tfhd, tfdt, trun.
      const [tfdt, trun] = [24 + 8 + 20, 24 + 8 + 20 + 20];
      const time = view.getUint32(tfdt + 12 + 4);
      const [count, data] = [view.getUint32(trun + 12), view.getUint32(trun + 16)];
      for (let n = 0; n < count; n += 1) {
        expect(bytes[data + n * BYTES], 'whose frame it is').toBe(this.song);
        const at = this.timestampOffset + time / RATE + (n * FRAME) / RATE;
        const from = Math.max(at, this.appendWindowStart);
        const to = Math.min(at + FRAME / RATE, this.appendWindowEnd);
        if (to - from < 1e-9) continue;
        this.held = this.held.filter((one) => one.to <= from + 1e-3 || one.from >= to - 1e-3);
        this.held.push({ song: this.song, frame: time / FRAME + n, from, to });
      }
      this.held.sort((one, other) => one.from - other.from);
    });
  }
  remove(start: number, end: number): void {
    this.#later(() => {
      this.held = this.held.filter(({ from }) => from < start || from >= end);
    });
  }
  get buffered() {
    return { length: this.held.length > 0 ? 1 : 0, end: () => this.held.at(-1)?.to ?? 0 };
  }
}

let made: FakeSource;
class FakeSource extends EventTarget {
  readyState = 'closed';
  duration = NaN;
  buffer = new FakeBuffer();
  constructor() {
    super();
    made = this as FakeSource;
  }
  addSourceBuffer = () => this.buffer;
  endOfStream(): void {
    this.readyState = 'ended';
  }
}

class FakeElement extends EventTarget {
  currentTime = 0;
  error = null;
}

const fileOf = (number: number, samples: number): SongFile => {
  const frames = Math.ceil((samples + FRAME) / FRAME);
  return {
    media: { id: String(number) } as MediaSummary,
    index: {
      rate: RATE,
      samples,
      priming: FRAME,
      offsets: Array.from({ length: frames + 1 }, (_, n) => n * BYTES),
      trackId: 1,
      init: Uint8Array.of(number),
    },
    read: (from, to, signal) =>
      signal.aborted
        ? Promise.reject(new FileError('aborted'))
        : Promise.resolve(new Uint8Array(to - from).fill(number)),
  };
};

beforeEach(() => {
  vi.stubGlobal('MediaSource', FakeSource);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  // Setting the offset reopens a source that has ended.
  Object.defineProperty(FakeBuffer.prototype, 'timestampOffset', {
    configurable: true,
    get: () => offset,
    set: (value: number) => {
      offset = value;
      if (made.readyState === 'ended') made.readyState = 'open';
    },
  });
});
let offset = 0;
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Waits for the pending tasks; nothing that the source awaits in these tests takes longer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

type Step = { do: 'seek' | 'play'; where: number } | { do: 'follow'; samples: number | null } | { do: 'cross' };
const SAMPLES = fc.integer({ min: RATE, max: 90 * RATE });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('seek' as const, 'play' as const),
      where: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ do: fc.constant('follow' as const), samples: fc.option(SAMPLES) }),
    fc.constant({ do: 'cross' as const }),
  ),
  { minLength: 1, maxLength: 25 },
);

it('buffers exactly the samples of the right song after any seek, added song or removed song', async () => {
  await fc.assert(
    fc.asyncProperty(SAMPLES, steps, async (samples, all) => {
      const element = new FakeElement();
      let numbers = 0;
      let current = fileOf(0, samples);
      let [start, end] = [0, samples];
      let follows: SongFile | null = null;
      const problems: string[] = [];
      const source: GaplessSource = createGaplessSource(element as unknown as HTMLMediaElement, current, 0, {
        next: (after) => Promise.resolve(after.id === current.media.id ? follows : null),
        failed: (why) => problems.push(why),
        inexact: () => problems.push('inexact'),
        giveUp: () => problems.push('given up'),
      });
      made.readyState = 'open';
      made.dispatchEvent(new Event('sourceopen'));
      const look = async () => {
        source.look();
        await settled();
        expect(problems).toEqual([]);
        expect([source.start(), source.duration()]).toEqual([start / RATE, expect.closeTo((end - start) / RATE, 9)]);
        let at = element.currentTime;
        const until = Math.min(at + 29, end / RATE + (follows ? follows.index.samples / RATE : 0));
        const song = (time: number) => (time < end / RATE ? current : follows);
        while (at < until - 1e-3) {
          // Looks two samples ahead, because the first sample of a frame may be off by one. At a joint, the windows do
          // not decide which song the sample belongs to.
          const ahead = at + 2 / RATE;
          const here = Math.abs(ahead - end / RATE) < 0.6 / RATE ? ahead + 1 / RATE : ahead;
          const frame = made.buffer.held.find(({ from, to }) => from <= here && to > here);
          const owner = song(here);
          expect(frame?.song, `what sounds at ${at}`).toBe(Number(owner?.media.id));
          const first = owner === current ? start : end;
          // A frame that the window did not cut begins at the time that follows from its number in the song.
          const own = (first - FRAME + (frame?.frame ?? 0) * FRAME) / RATE;
          expect(Math.abs((frame?.from ?? 0) - Math.max(own, first / RATE))).toBeLessThan(1 / RATE);
          at = frame?.to ?? Infinity;
        }
        if (follows === null) {
          expect(made.buffer.held.filter(({ from }) => from >= end / RATE)).toEqual([]);
          if (end / RATE - element.currentTime < 29) expect(made.readyState).toBe('ended');
        }
      };
      await look();
      for (const step of all) {
        const [left, right] = [start / RATE, end / RATE];
        if (step.do === 'seek') element.currentTime = left + step.where * (right - left);
        if (step.do === 'play') element.currentTime = Math.min(right, element.currentTime + step.where * 8);
        if (step.do === 'follow')
          follows = step.samples === null ? null : fileOf((numbers = (numbers + 1) % 200), step.samples);
        if (step.do === 'seek') element.dispatchEvent(new Event('seeking'));
        if (step.do === 'cross' && follows !== null && source.nextId() !== null) {
          element.currentTime = right + 0.01;
          expect(source.hasCrossed()).toBe(true);
          source.cross();
          [start, end] = [end, end + follows.index.samples];
          [current, follows] = [follows, null];
        }
        await look();
      }
      source.close();
    }),
    { numRuns: 60 },
  );
});

it('does nothing when the run was closed before its source opened', () => {
  const problems: string[] = [];
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const source = createGaplessSource(new FakeElement() as unknown as HTMLMediaElement, fileOf(0, RATE), 0, {
    next: () => Promise.resolve(null),
    failed: (why) => problems.push(why),
    inexact: () => problems.push('inexact'),
    giveUp: () => problems.push('given up'),
  });
  source.close();
  // Like a source that its element has released.
  made.addSourceBuffer = () => {
    throw new DOMException('It is closed.', 'InvalidStateError');
  };
  made.dispatchEvent(new Event('sourceopen'));
  expect(problems).toEqual([]);
  expect(warned).not.toHaveBeenCalled();
});
