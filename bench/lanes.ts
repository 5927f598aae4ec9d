// How long a musician's first song waits, from its upload until it is complete, while the longest films of three free
// accounts are being converted, with one file at a time in each lane. The films have the plan's maximum length and are
// nearly empty, so that they are small to send and slow to convert.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { song } from '../fixtures/files.ts';
import { line, program, timed } from './ratio.ts';

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
/** Length in seconds of the piece that is repeated without encoding it again. */
const PIECE = 10;
const SECONDS = DEFAULT_PLANS[0]!.limits.maxVideoMinutes * 60;

const work = await mkdtemp(join(tmpdir(), 'scoville-lanes-'));
const black = ['-f', 'lavfi', '-i', `color=black:s=1920x1080:r=30:d=${PIECE}`];
await program(FFMPEG, [...black, '-pix_fmt', 'yuv420p', 'piece.mp4'], work);
const again = ['-stream_loop', String(SECONDS / PIECE - 1), '-i', 'piece.mp4'];
await program(FFMPEG, [...again, '-c', 'copy', 'film.mp4'], work);

const product = await startProduct({ WORKER_CONCURRENCY: '1' });
const accounts = ['one', 'two', 'three', 'other'].map((name) => ({ name, caller: new Caller(product.url) }));
for (const { name, caller } of accounts) await caller.signUp(`${name}@example.org`);
const other = accounts.pop()!.caller;

const upload = async (caller: Caller, name: string, path: string): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(path))]), name);
  const { status, body, text } = await caller.call('POST', '/api/upload', form);
  if (status !== 202) throw new Error(`${name} was not taken: ${text}`);
  return String(body.media.id);
};
/** Waits until a media item has one of these statuses, or failed; returns its status. */
const reached = async (caller: Caller, id: string, ...wanted: string[]): Promise<string> => {
  for (;;) {
    const { body } = await caller.call('GET', `/api/media/${id}`);
    if ([...wanted, 'failed'].includes(body.status)) return body.status;
    await wait(100);
  }
};

const films = [];
for (const { caller } of accounts) films.push({ caller, id: await upload(caller, 'film.mp4', join(work, 'film.mp4')) });
await Promise.race(films.map(({ caller, id }) => reached(caller, id, 'transcoding')));
const path = await song({ seconds: 40, format: 'wav' });
let end = '';
const took = await timed(async () => {
  end = await reached(other, await upload(other, 'song.wav', path), 'complete');
});
const states = [];
for (const { caller, id } of films) states.push((await caller.call('GET', `/api/media/${id}`)).body.status as string);
const holds = line(
  "s until another account's first song is complete",
  took / 1000,
  { most: 60 },
  `films: ${states.join(', ')}`,
);
if (end !== 'complete' || states.every((state) => state === 'complete' || state === 'failed')) {
  console.log(`MISSED  the song ended ${end}, the films ${states.join(', ')}: nothing was measured`);
  process.exitCode = 1;
}
if (!holds) process.exitCode = 1;
await product.stop();
await rm(work, { recursive: true });
