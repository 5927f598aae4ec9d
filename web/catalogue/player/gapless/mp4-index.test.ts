import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME, endOfIndex, fragment, readIndex } from './mp4-index.ts';

const word = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const inside = Buffer.concat(parts);
  return Buffer.concat([word(inside.length + 8), Buffer.from(type, 'latin1'), inside]);
};
const own = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

interface Made {
  sizes: readonly number[];
  samples: number;
  priming: number;
  rate?: number;
  /** Frames in each chunk of the file. */
  inChunk?: number;
  /** Bytes between two chunks. */
  gap?: number;
  movieScale?: number;
  edits?: number;
  codec?: string;
  delta?: number;
}

/** A progressive MP4 like ffmpeg writes with the index first. */
function file({
  sizes,
  samples,
  priming,
  rate = 48_000,
  inChunk = 21,
  gap = 0,
  ...odd
}: Made): Uint8Array<ArrayBuffer> {
  const chunks = Math.ceil(sizes.length / inChunk);
  const rest = sizes.length - (chunks - 1) * inChunk;
  const runs = rest === inChunk ? [1, inChunk, 1] : chunks === 1 ? [1, rest, 1] : [1, inChunk, 1, chunks, rest, 1];
  const make = (start: number) => {
    const offsets = Array.from({ length: chunks }, (_, n) => start + n * gap + sum(sizes.slice(0, n * inChunk)));
    const stbl = box(
      'stbl',
      box('stsd', word(0, 1), box(odd.codec ?? 'mp4a', Buffer.alloc(60, 7))),
      box('stts', word(0, 2, sizes.length - 1, odd.delta ?? FRAME, 1, 393)),
      box('stsc', word(0, runs.length / 3, ...runs)),
      box('stsz', word(0, 0, sizes.length, ...sizes)),
      box('stco', word(0, chunks, ...offsets)),
    );
    const mdia = box(
      'mdia',
      box('mdhd', word(0, 0, 0, rate, samples + priming, 0)),
      box('hdlr', Buffer.alloc(25)),
      box('minf', box('smhd', word(0, 0)), box('dinf', Buffer.alloc(28)), stbl),
    );
    const edit = [samples, priming, 0x10000];
    const edits = Array.from({ length: odd.edits ?? 1 }, () => edit).flat();
    const trak = box(
      'trak',
      box('tkhd', word(3, 0, 0, 1, 0, samples), Buffer.alloc(60)),
      box('edts', box('elst', word(0, odd.edits ?? 1, ...edits))),
      mdia,
    );
    return Buffer.concat([
      box('ftyp', Buffer.from('isom')),
      box(
        'moov',
        box('mvhd', word(0, 0, 0, odd.movieScale ?? rate, samples), Buffer.alloc(80)),
        trak,
        box('udta', Buffer.alloc(9)),
      ),
    ]);
  };
  return own(make(make(0).length + 8));
}
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Songs with any number of samples, like an encoder produces them. */
const songs = fc
  .record({
    samples: fc.integer({ min: 1, max: 300_000 }),
    priming: fc.constantFrom(0, 1, 1024, 2048, 2112),
    spare: fc.integer({ min: 0, max: 2 }),
    inChunk: fc.integer({ min: 1, max: 50 }),
    rate: fc.constantFrom(8000, 44_100, 48_000),
    seed: fc.integer(),
  })
  .map(({ spare, seed, ...song }) => {
    const needed = Math.ceil((song.samples + song.priming) / FRAME);
    const sizes = Array.from({ length: Math.max(2, needed + spare) }, (_, n) => 5 + Math.abs((seed + n * 7919) % 700));
    return { ...song, sizes, needed };
  });

describe('the index of a song', () => {
  it('identifies the song’s samples, and where each frame that holds some is stored', () => {
    fc.assert(
      fc.property(songs, ({ needed, ...song }) => {
        const bytes = file(song);
        expect(endOfIndex(bytes)).toBe(bytes.length);
        const index = readIndex(bytes);
        expect(index).toMatchObject({ rate: song.rate, samples: song.samples, priming: song.priming, trackId: 1 });
        const starts = song.sizes.slice(0, needed).map((_, n) => bytes.length + 8 + sum(song.sizes.slice(0, n)));
        expect(index?.offsets).toEqual([...starts, bytes.length + 8 + sum(song.sizes.slice(0, needed))]);
      }),
      { numRuns: 60 },
    );
  });

  const SONG: Made = { sizes: Array.from({ length: 100 }, () => 300), samples: 100_000, priming: 1024 };
  it.each([
    ['a gap between its chunks', { gap: 4 }],
    ['movie times that are not in samples', { movieScale: 1000 }],
    ['several edits', { edits: 2 }],
    ['another codec', { codec: 'ac-3' }],
    ['frames of another length', { delta: 960 }],
    ['more samples than frames', { samples: 110_000 }],
    ['no samples', { samples: 0 }],
  ])('is null for a file with %s', (_what, odd) => {
    expect(readIndex(file(SONG))).not.toBeNull();
    expect(readIndex(file({ ...SONG, ...odd }))).toBeNull();
  });

  it('is null for damaged data and for other formats', () => {
    const whole = file(SONG);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const damaged = whole.slice();
        damaged[at] = ((damaged[at] ?? 0) + by) % 256;
        expect(() => readIndex(damaged)).not.toThrow();
        expect(readIndex(whole.slice(0, at))).toBeNull();
      }),
    );
    expect(endOfIndex(own(Buffer.from('no such thing at all')))).toBeNull();
  });
});

/** The boxes at this level, by name; the first one when several share a name. */
function boxesOf(bytes: Uint8Array): Record<string, Buffer> {
  const found: Record<string, Buffer> = {};
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length; at += all.readUInt32BE(at))
    found[all.toString('latin1', at + 4, at + 8)] ??= all.subarray(at + 8, at + all.readUInt32BE(at));
  return found;
}

describe('a fragment', () => {
  it('holds the requested frames, each of 1,024 samples, at their time', () => {
    fc.assert(
      fc.property(songs, fc.nat(), fc.nat(), (song, one, other) => {
        const index = readIndex(file(song));
        if (index === null) throw new Error('no index');
        const frames = index.offsets.length - 1;
        const [from, to] = [one % frames, (one % frames) + 1 + (other % (frames - (one % frames)))];
        const length = sum(song.sizes.slice(from, to));
        const data = own(Buffer.alloc(length, 9));
        const bytes = fragment(index, from, to, data);
        const { moof, mdat } = boxesOf(bytes);
        const { traf } = boxesOf(moof as Buffer);
        const { tfhd, tfdt, trun } = boxesOf(traf as Buffer);
        expect(mdat?.length).toBe(length);
        expect(tfhd?.readUInt32BE(8)).toBe(FRAME);
        expect(tfdt?.readBigUInt64BE(4)).toBe(BigInt(from * FRAME));
        expect(trun?.readUInt32BE(4)).toBe(to - from);
        expect(bytes[trun?.readUInt32BE(8) ?? 0]).toBe(9);
        expect(bytes.length - (trun?.readUInt32BE(8) ?? 0)).toBe(length);
        expect(Array.from({ length: to - from }, (_, n) => trun?.readUInt32BE(12 + 4 * n))).toEqual(
          song.sizes.slice(from, to),
        );
        expect(() => fragment(index, from, to, own(Buffer.alloc(length + 1)))).toThrow(RangeError);
      }),
      { numRuns: 60 },
    );
  });

  it('needs an initialization segment with the decoder’s configuration, without times and tables', () => {
    const { moov } = boxesOf(
      readIndex(file({ sizes: [300, 300], samples: 1000, priming: 1024 }))?.init ?? Buffer.alloc(0),
    );
    const { trak, mvex, udta } = boxesOf(moov as Buffer);
    const { mdia, edts } = boxesOf(trak as Buffer);
    const { mdhd, minf } = boxesOf(mdia as Buffer);
    const { stbl, smhd } = boxesOf(minf as Buffer);
    const { stsd, stsz } = boxesOf(stbl as Buffer);
    expect([edts, udta]).toEqual([undefined, undefined]);
    expect(mdhd?.readUInt32BE(16)).toBe(0);
    expect(stsz?.readUInt32BE(8)).toBe(0);
    expect(smhd).toBeDefined();
    expect(mvex).toBeDefined();
    expect(stsd?.toString('latin1', 12, 16)).toBe('mp4a');
  });
});
