import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../../scripts/patience.ts';
import { parsePlaylist } from '../renditions/hls.ts';
import { PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import { measure } from '../run/collect.ts';
import { type Tools, findTools } from '../run/tools.ts';
import { type Expected, type Made, verify, verifyAsWritten } from './verify.ts';
import { splitArgs } from '../run/split-args.ts';

const SECONDS = 8;
const RATE = 25;
const common = { threads: 1, signal: new AbortController().signal, timeout: patient(60_000) };
/** Our folder, and inside it the folder of the decoders. */
let folder: string;
let decoding: string;
let tools: Tools;
let bytes: Buffer;
/** The offset of the last fragment. */
let edge: number;

beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
  decoding = await newFolder(folder);
  const playlist = await make(
    folder,
    'whole.m3u8',
    `${PICTURE('320x240', RATE, SECONDS)} -c:v libx264 -preset veryfast -g ${RATE}`,
    ...splitArgs('-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file'),
    '-hls_segment_filename',
    join(folder, 'whole.mp4'),
  );
  edge = parsePlaylist(await readFile(playlist, 'utf8')).segments.at(-1)?.offset ?? 0;
  bytes = await readFile(join(folder, 'whole.mp4'));
});
afterAll(() => rm(folder, { recursive: true }));

const expectedOf = (name: string): Expected => ({
  name,
  demuxer: 'mov',
  streams: [{ packets: SECONDS * RATE, rate: RATE, duration: SECONDS }],
});

/** Checks a file that is written in two halves, the second after the check has begun. */
async function asWritten(name: string, content: Buffer, after = content): Promise<number> {
  const path = join(decoding, name);
  const half = Math.floor(content.length / 2);
  const made = Promise.withResolvers<Made>();
  const folders = { folder: decoding, out: folder };
  const verdict = verifyAsWritten({ ...common, ...folders, tools, name, demuxer: 'mov', made: made.promise });
  // Avoids an unhandled rejection before the caller awaits it.
  verdict.catch(() => {});
  await writeFile(path, content.subarray(0, half));
  await appendFile(path, content.subarray(half));
  await writeFile(join(folder, `${name}.read`), after);
  made.resolve({ expected: expectedOf(name), media: await measure(folder, `${name}.read`) });
  return verdict;
}

const damaged = (): Buffer => {
  const torn = Buffer.from(bytes);
  torn.fill(0xff, Math.floor(torn.length * 0.6), Math.floor(torn.length * 0.6) + 8000);
  return torn;
};

const atOnce = async (name: string, content: Buffer): Promise<number> => {
  await writeFile(join(folder, name), content);
  const media = await measure(folder, name);
  return verify({ ...common, tools, folder: decoding, out: folder, expected: expectedOf(name), media });
};

describe.each([
  ['after it was written', atOnce],
  ['while it is written', asWritten],
])('an output opened again %s', (when, check) => {
  const named = (name: string): string => `${name}-${when.length}.mp4`;

  it('passes when it is complete', async () => {
    expect(await check(named('good'), bytes)).toBeCloseTo(SECONDS, 1);
  });

  it('fails when bytes inside it are damaged', async () => {
    await expect(check(named('torn'), damaged())).rejects.toMatchObject({ code: 'output-damaged' });
  });

  it('fails when it is cut at the edge of a fragment, which decodes without an error', async () => {
    await expect(check(named('cut'), bytes.subarray(0, edge))).rejects.toMatchObject({
      code: 'output-damaged',
      detail: expect.stringMatching(/packets of 200/),
    });
  });
});

it('an output that changed after it was decoded fails', async () => {
  const changed = Buffer.from(bytes);
  changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
  await expect(asWritten('changed.mp4', bytes, changed)).rejects.toMatchObject({
    code: 'output-damaged',
    detail: expect.stringMatching(/the bytes that were decoded/),
  });
});
