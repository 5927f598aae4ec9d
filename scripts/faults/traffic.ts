import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { song, video } from '../../fixtures/files.ts';
import type { Random } from '../../fixtures/random.ts';
import { type Caller, type Json, Caller as Browser } from '../product.ts';
import { type Acknowledged, Written } from './acknowledged.ts';

interface File {
  name: string;
  bytes: Buffer;
}

/** A few short files for each path through the pipeline. */
export async function makeFiles(): Promise<File[]> {
  const paths = [
    await song({ seconds: 6, format: 'mp3', seed: 'one', cover: true }),
    await song({ seconds: 9, format: 'flac', seed: 'two' }),
    await song({ seconds: 4, format: 'wav', seed: 'three' }),
    // Long enough to be watched while it is being converted.
    await video({ seconds: 22, width: 320, height: 180, seed: 'four' }),
  ];
  return Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })));
}

export interface Traffic {
  url: string;
  random: Random;
  seen: Acknowledged;
  musicians: Caller[];
  files: File[];
  /** Aborted when no new call may begin. */
  over: AbortSignal;
}

/** The response, or null if a fault took it (no connection, 5xx). Any other refusal is recorded as wrong. */
async function attempt(
  { seen }: Traffic,
  caller: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Json | null> {
  try {
    const answer = await caller.call(method, path, body);
    if (answer.status >= 500) {
      seen.calls.unanswered += 1;
      return null;
    }
    seen.calls.answered += 1;
    if (answer.status < 300) return answer.body;
    seen.wrong.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 160)}`);
    return null;
  } catch (error) {
    // fetch throws TypeError if the connection was refused or cut, which is the effect of a kill.
    if (!(error instanceof TypeError)) throw error;
    seen.calls.unanswered += 1;
    return null;
  }
}

/** Repeats one kind of call until the end, with pauses, so that a product that is down isn't flooded. */
async function again(traffic: Traffic, name: string, pause: [number, number], once: (random: Random) => Promise<void>) {
  const random = traffic.random.fork(name);
  while (!traffic.over.aborted) {
    await once(random);
    await wait(random.int(...pause));
  }
}

async function uploadOne(traffic: Traffic, random: Random): Promise<void> {
  const { seen, musicians, files } = traffic;
  const musician = random.int(0, musicians.length - 1);
  const file = random.pick(files);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  seen.uploadsSent += 1;
  const body = await attempt(traffic, musicians[musician]!, 'POST', '/api/upload', form);
  if (body === null) return;
  seen.media.push({
    id: body.media.id,
    musician,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    title: null,
    published: false,
    shares: { acknowledged: 0, attempted: 0 },
  });
}

async function editOne(traffic: Traffic, random: Random): Promise<void> {
  const { seen, musicians } = traffic;
  if (seen.media.length === 0) return;
  const media = random.pick(seen.media);
  const title = `Edit ${random.int(0, 1e9)}`;
  const owner = musicians[media.musician]!;
  // Before the first edit, the file's own tags may still change the title; after it, only edits do.
  const written = media.title ?? new Written(title);
  written.attempted(title);
  const body = await attempt(traffic, owner, 'PUT', `/api/media/${media.id}`, { title });
  if (body === null) return;
  written.acknowledged(title);
  media.title = written;
}

async function publishOne(traffic: Traffic, random: Random): Promise<void> {
  const { seen, musicians } = traffic;
  const waiting = seen.media.filter((one) => !one.published);
  if (waiting.length === 0) return;
  const media = random.pick(waiting);
  const owner = musicians[media.musician]!;
  const found = await attempt(traffic, owner, 'GET', `/api/media/${media.id}`);
  if (found?.status !== 'complete') return;
  if ((await attempt(traffic, owner, 'PUT', `/api/media/${media.id}`, { published: true })) !== null)
    media.published = true;
}

async function shareOne(traffic: Traffic, random: Random): Promise<void> {
  const shared = traffic.seen.media.filter((one) => one.published);
  if (shared.length === 0) return;
  const { id, shares } = random.pick(shared);
  // A browser's share counts once a day.
  const visitor = new Browser(traffic.url);
  shares.attempted += 1;
  if ((await attempt(traffic, visitor, 'POST', '/api/stats', { statTitle: 'share-media', media: id })) !== null)
    shares.acknowledged += 1;
}

async function playOne(traffic: Traffic, random: Random): Promise<void> {
  const played = traffic.seen.media.filter((one) => one.published);
  if (played.length === 0) return;
  const { id } = random.pick(played);
  const visitor = new Browser(traffic.url);
  const found = await attempt(traffic, visitor, 'GET', `/api/media/${id}`);
  if (found === null) return;
  await attempt(traffic, visitor, 'GET', found.sources[0].url);
  await attempt(traffic, visitor, 'POST', '/api/stats', { statTitle: 'play-media', media: id });
}

let accounts = 0;

async function signUpOne(traffic: Traffic): Promise<void> {
  accounts += 1;
  const email = `faults${accounts}@example.org`;
  const password = 'a long password';
  const body = await attempt(traffic, new Browser(traffic.url), 'POST', '/api/users/', {
    firstName: 'Fault',
    lastName: 'Finder',
    email,
    emailConfirmation: email,
    password,
    passwordConfirmation: password,
  });
  if (body !== null) traffic.seen.accounts.push(email);
}

/** Uploads, edits, publishes, shares, plays and signs up concurrently, until `over`; then waits for the last calls. */
export async function runTraffic(traffic: Traffic): Promise<void> {
  await Promise.all([
    again(traffic, 'upload', [800, 2500], (random) => uploadOne(traffic, random)),
    again(traffic, 'edit', [50, 250], (random) => editOne(traffic, random)),
    again(traffic, 'publish', [200, 600], (random) => publishOne(traffic, random)),
    again(traffic, 'share', [20, 120], (random) => shareOne(traffic, random)),
    again(traffic, 'play', [200, 500], (random) => playOne(traffic, random)),
    again(traffic, 'sign up', [800, 1600], () => signUpOne(traffic)),
  ]);
}
