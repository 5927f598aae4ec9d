// Time from the last byte of a three-minute song, acknowledged over HTTP, until its first rendition can be played,
// compared with the bare command for that rendition plus a second of overhead; on an otherwise idle machine, and while
// a ten-minute video is being converted.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '../server/pipeline/ffmpeg/inspect/probe.ts';
import { sniffFile } from '../server/pipeline/ffmpeg/inspect/sniff.ts';
import { planSong } from '../server/pipeline/ffmpeg/renditions/song-plan.ts';
import { findTools } from '../server/pipeline/ffmpeg/run/tools.ts';
import { song, video } from '../fixtures/files.ts';
import { ADMIN, Caller, startProduct } from '../scripts/product.ts';
import { line, median, program, timed } from './ratio.ts';

const ROUNDS = 5;
/** Milliseconds for everything but the conversion: the queue, the start of programs, the storage. */
const WAY = 1000;
const MOST = 1.3;

const [path, film] = [
  await song({ seconds: 180, format: 'flac' }),
  await video({ seconds: 600, width: 1280, height: 720 }),
];
const tools = await findTools({
  ffmpeg: process.env['FFMPEG_PATH'] ?? 'ffmpeg',
  ffprobe: process.env['FFPROBE_PATH'] ?? 'ffprobe',
});
const folder = await mkdtemp(join(tmpdir(), 'scoville-bench-'));
const sniffed = await sniffFile(path);
if (sniffed === null) throw new Error(`${path} is no media file.`);
const { demuxer } = sniffed;
const { sound } = await probe(tools, demuxer, path, folder, new AbortController().signal);
if (sound === null) throw new Error('The song has no sound.');
const plan = planSong({ path, demuxer, sound, threads: Math.min(8, availableParallelism()) });
const bareOnce = () => timed(() => program(tools.ffmpeg, plan.bareFirstArgs, folder));

const product = await startProduct();
const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
const musician = new Caller(product.url);
await admin.call('PUT', `/api/users/${await musician.signUp('listen@example.org')}`, { plan: 'ghost-pepper' });

async function uploaded(file: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), basename(file));
  const { status, body, text } = await musician.call('POST', '/api/upload', form);
  if (status !== 202) throw new Error(`The upload answered ${status}: ${text}`);
  return body.media.id as string;
}
const see = async (id: string) => (await musician.call('GET', `/api/media/${id}`)).body;
async function until(id: string, reached: (media: Awaited<ReturnType<typeof see>>) => boolean): Promise<void> {
  while (!reached(await see(id))) await wait(20);
}

/** Milliseconds until the song can be played. Resolves once the song is complete. */
async function firstListen(): Promise<number> {
  const id = await uploaded(path);
  const took = await timed(() => until(id, ({ sources }) => sources.length > 0));
  await until(id, ({ status }) => status === 'complete');
  return took;
}

const [ours, theirs]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await firstListen());
  theirs.push(await bareOnce());
}
const bare = median(theirs);
const allowed = MOST * bare + WAY;
const describe = (took: number) => `${Math.round(took)} ms; the bare command ${Math.round(bare)} ms`;
const alone = median(ours);
const busyWith = await uploaded(film);
await until(busyWith, ({ stage }) => stage === 'Transcoding');
const beside: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) beside.push(await firstListen());
const stillBusy = (await see(busyWith)).status !== 'complete';
await product.stop();
await rm(folder, { recursive: true, force: true });
if (!stillBusy) throw new Error('The video was done before the songs: this says nothing.');
const holds = [
  line(
    'a song’s way to its first listen against 1.3 times its bare command and a second',
    alone / allowed,
    { most: 1 },
    describe(alone),
  ),
  line('the same beside a video of ten minutes', median(beside) / allowed, { most: 2 }, describe(median(beside))),
];
process.exitCode = holds.every(Boolean) ? 0 : 1;
