import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { video } from '../../../../fixtures/files.ts';
import { growingPlaylist } from '../../processing/early-playlist.ts';
import { type Piece, splitPieces } from './fragments.ts';
import { parsePlaylist } from './hls.ts';
import { planVideo } from './video-plan.ts';

let folder: string;
const written = new Map<string, { bytes: Buffer; playlist: string }>();

/** The first rendition and its sound, made by the same commands as in the product. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-fragments-'));
  const path = await video({ seconds: 10, width: 320, height: 180 });
  const { first, firstArgs, soundArgs } = planVideo({
    path,
    demuxer: 'mov',
    picture: {
      index: 0,
      codec: 'h264',
      width: 320,
      height: 180,
      frameRate: 24,
      rotation: 0,
      hdr: false,
      interlaced: false,
      wide: null,
      matrix: null,
      end: null,
    },
    sound: { index: 1, codec: 'aac', sampleRate: 44100, channels: 2, bits: null, lossless: false, end: null },
    duration: 10,
    threads: 1,
    canToneMap: false,
  });
  const run = promisify(execFile);
  await run('ffmpeg', firstArgs, { cwd: folder, maxBuffer: 2 ** 26 });
  await run('sh', ['-c', 'exec ffmpeg "$@" 3>/dev/null', 'sh', ...(soundArgs ?? [])], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  });
  for (const [track, name] of [
    ['picture', `v${first.name}`],
    ['sound', 'audio'],
  ] as const)
    written.set(track, {
      bytes: await readFile(join(folder, `${name}.mp4`)),
      playlist: await readFile(join(folder, `${name}.m3u8`), 'utf8'),
    });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
const all = async (bytes: AsyncIterable<Buffer>) => {
  const pieces: Piece[] = [];
  for await (const piece of splitPieces(bytes)) pieces.push(piece);
  return pieces;
};

describe.each(['picture', 'sound'])('the pieces of the %s', (name) => {
  const whole = () => written.get(name) as { bytes: Buffer; playlist: string };

  it('are the initialisation and the segments of the encoder’s own playlist', async () => {
    const { bytes, playlist } = whole();
    const { initialisation, segments } = parsePlaylist(playlist);
    const [first, ...rest] = await all(inChunks(bytes, 10_000));
    expect(first?.seconds).toBeNull();
    expect(first?.bytes).toHaveLength(initialisation);
    expect(rest.map((piece) => piece.bytes.length)).toEqual(segments.map((segment) => segment.bytes));
    rest.forEach(({ seconds }, at) => expect(seconds).toBeCloseTo(segments[at]?.seconds ?? 0, 1));
    expect(Buffer.concat([first as Piece, ...rest].map((piece) => piece.bytes)).equals(bytes)).toBe(true);
  });

  it('make, of any beginning in chunks of any size, a playlist of complete segments without an end', async () => {
    const { bytes, playlist } = whole();
    const { initialisation, segments } = parsePlaylist(playlist);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length }),
        fc.integer({ min: 1, max: 300_000 }).map((size) => Math.max(size, 500)),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
        async (length, size, split) => {
          const [, ...pieces] = await all(inChunks(bytes.subarray(0, length), size));
          const expected = segments.filter(({ offset, bytes: each }) => offset + each <= length);
          expect(pieces.map((piece) => piece.bytes.length)).toEqual(expected.map((segment) => segment.bytes));
          // Segments are put into files, several at a time.
          const files: Piece[][] = [];
          for (let at = 0; at < pieces.length;) {
            const count = split[files.length % split.length] ?? 1;
            files.push(pieces.slice(at, at + count));
            at += count;
          }
          const parts = files.map((file, at) => ({
            number: at + 1,
            seconds: file.map((piece) => piece.seconds ?? 0),
            bytes: file.map((piece) => piece.bytes.length),
            isLast: false,
          }));
          const text = growingPlaylist('picture', parts);
          expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n');
          expect(text).not.toContain('#EXT-X-ENDLIST');
          const named = [...text.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\npicture-(\d+)\.m4s\n/g)];
          expect(named).toHaveLength(pieces.length);
          const bodies = named.map(([, seconds, bytesOf, offset, number]) => {
            const file = Buffer.concat((files[Number(number) - 1] ?? []).map((piece) => piece.bytes));
            const [start, count] = [Number(offset), Number(bytesOf)];
            expect(start + count).toBeLessThanOrEqual(file.length);
            expect(Math.round(Number(seconds))).toBeLessThanOrEqual(5);
            return file.subarray(start, start + count);
          });
          const begun = initialisation + bodies.reduce((sum, body) => sum + body.length, 0);
          expect(Buffer.concat(bodies).equals(bytes.subarray(initialisation, begun))).toBe(true);
          const ended = growingPlaylist('picture', [
            ...parts,
            { number: parts.length + 1, seconds: [], bytes: [], isLast: true },
          ]);
          expect(ended).toBe(`${text}#EXT-X-ENDLIST\n`);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('refuses bytes that our encoder would not write', async () => {
  const box = (name: string, size: number) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size);
    head.write(name, 4, 'latin1');
    return head;
  };
  const { bytes, playlist } = written.get('picture') as { bytes: Buffer; playlist: string };
  const front = bytes.subarray(0, parsePlaylist(playlist).initialisation);
  const index = Buffer.from(bytes.subarray(front.length, front.length + 52));
  const huge = Buffer.from(index);
  huge.writeUInt32BE(0x7fffffff, 40);
  const timeless = Buffer.from(index);
  timeless.writeUInt32BE(0, 16);
  for (const damaged of [
    box('mdat', 100),
    box('ftyp', 0xffffffff),
    box('moov', 3),
    box('ftyp', 3),
    Buffer.concat([box('ftyp', 8), box('ftyp', 8)]),
    Buffer.concat([box('ftyp', 8), box('moov', 8), box('moov', 8)]),
    Buffer.concat([front, box('sidx', 20), Buffer.alloc(20)]),
    Buffer.concat([front, huge]),
    Buffer.concat([front, timeless]),
  ])
    await expect(all(inChunks(damaged, 1000))).rejects.toThrow(/box|front|bytes/);
});
