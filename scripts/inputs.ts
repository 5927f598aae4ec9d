// `npm run test:inputs -- FOLDER`: sends every file of a folder with a manifest.json through the running product, and
// compares the result with the manifest. For each file, also checks that the product doesn't fail, makes no request to
// the outside, and puts no file of the machine into a response.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startRecaptcha } from '../server/testkit/recaptcha.ts';
import { checkFaultFile, sendFaultFiles } from './inputs/fault-files.ts';
import { type Checked, checkNames, checkRecipes } from './inputs/recipes.ts';
import { type Answer, findFaults, isSentence } from './inputs/refusals.ts';
import { checkTexts, readCorpora, readPhones, some } from './inputs/texts.ts';
import { patient } from './patience.ts';
import { ADMIN, Caller, type Json, startProduct } from './product.ts';
import './run-folder.ts';

interface Item {
  id: string;
  path: string;
  upload_name: string;
  bytes: number;
  upload_as: 'song' | 'video' | 'image' | null;
  expected: 'accept_song' | 'accept_video' | 'accept_image' | 'reject_clear_error' | 'either';
  ffprobe?: { duration?: number | null };
  ffmpeg_decode?: { duration?: number | null };
}

/** Maximum milliseconds for one item. */
const LONGEST = patient(10 * 60_000);
/** The port that the files refer to. If another run holds it, that run counts the requests of both. */
const OUTSIDE_PORT = 18_099;

const folder = resolve(process.argv[2] ?? '../shared/inputs');
const only = process.argv[3];
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { items: Item[] };
const items = manifest.items.filter((item) => item.upload_as && (!only || item.id.startsWith(only)));

let outside = 0;
const listener = createServer((_request, answer) => {
  outside += 1;
  answer.end('x');
});
listener.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.log(`Another run listens on port ${OUTSIDE_PORT}: it counts what goes outside, for this one too.`);
});
listener.listen(OUTSIDE_PORT, '127.0.0.1');

// Most files are short, and their processing is mostly one process after another, so two run at a time with one thread
// each.
const recaptcha = await startRecaptcha('secret');
const product = await startProduct({
  WORKER_CONCURRENCY: '2',
  FFMPEG_THREADS: '1',
  RECAPTCHA_SITE_KEY: 'site',
  RECAPTCHA_SECRET_KEY: 'secret',
  RECAPTCHA_URL: recaptcha.url,
});
const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
const musician = new Caller(product.url);
const musicianId = await musician.signUp('inputs@example.org');
const beginner = new Caller(product.url);
await beginner.signUp('beginner@example.org');
await admin.call('PUT', `/api/users/${musicianId}`, { plan: 'ghost-pepper' });

const problems = new Map<string, string[]>();
const wrong = (item: Item, what: string) => problems.set(item.id, [...(problems.get(item.id) ?? []), what]);

const formOf = async (item: Item, field: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([await readFile(join(folder, item.path))]), item.upload_name);
  return form;
};

const checkAnswer = (item: Item, answer: Answer): void => {
  for (const fault of findFaults(answer)) wrong(item, fault);
};

/** Uploads all songs and videos first, so that the queue stays busy; then follows each to its end. */
const accepted = new Map<Item, string>();
for (const item of items.filter((one) => one.upload_as !== 'image')) {
  const answer = await musician.call('POST', '/api/upload', await formOf(item, 'file'));
  checkAnswer(item, answer);
  if (answer.status === 202) accepted.set(item, answer.body.media.id);
  else if (item.expected.startsWith('accept')) wrong(item, `refused: ${answer.text.slice(0, 200)}`);
}
// `faults` instead of an id runs only the files of `faults/`.
const hasFaults = existsSync(join(folder, 'faults')) && (!only || only === 'faults');
const faultFiles = hasFaults
  ? await sendFaultFiles(folder, musician)
  : { sent: new Map<string, string>(), checked: [] };
// While the queue works: uploads that are refused immediately, and file names (`made` instead of an id runs only
// these), then the strings of `text/` in every text field (`texts` instead of an id runs only these).
const made: Checked[] = [...faultFiles.checked];
const small = manifest.items.filter((one) => one.expected === 'accept_song' && one.path.endsWith('.mp3'));
const [smallest] = small.toSorted((a, b) => a.bytes - b.bytes);
if (smallest !== undefined && (!only || only === 'made')) {
  const mp3 = await readFile(join(folder, smallest.path));
  made.push(...(await checkRecipes(product.url, musician, beginner, mp3)));
  const names = JSON.parse(await readFile(join(folder, 'text/upload-names.json'), 'utf8')) as {
    entries: Parameters<typeof checkNames>[2];
  };
  made.push(...(await checkNames(musician, mp3, names.entries)));
}
if (smallest !== undefined && (!only || only === 'texts')) {
  const song = await musician.call('POST', '/api/upload', await formOf(smallest, 'file'));
  const place = { url: product.url, musician, musicianId, mediaId: String(song.body.media.id), admin, recaptcha };
  // All strings take most of an hour, so only a run of `texts` alone checks them all; other runs check some.
  const isWhole = only === 'texts';
  const corpora = (await readCorpora(folder)).map(({ name, entries }) => ({
    name,
    entries: isWhole ? entries : some(entries),
  }));
  const phones = await readPhones(folder);
  made.push(...(await checkTexts(place, corpora, isWhole ? phones : some(phones))));
}
let target: string | null = null;
for (const [item, id] of accepted) {
  const media = await settled(id);
  if (media === null) {
    wrong(item, 'is stuck');
    continue;
  }
  if (media.status === 'complete') {
    target ??= id;
    if (item.expected === 'reject_clear_error') wrong(item, 'was accepted');
    await checkPlays(item, media);
  } else {
    if (item.expected.startsWith('accept')) wrong(item, `failed: ${media.error?.message}`);
    if (!isSentence(media.error?.message)) wrong(item, `no clear sentence: ${JSON.stringify(media.error)}`);
  }
}
for (const [name, id] of faultFiles.sent) made.push(await checkFaultFile(name, await settled(id), musician));
for (const item of items.filter((one) => one.upload_as === 'image')) {
  if (target === null) {
    wrong(item, 'there is no media to give it to');
    continue;
  }
  const answer = await musician.call(
    'POST',
    '/api/upload/image',
    await formOf(item, 'image', { imageType: 'artwork', targetId: target }),
  );
  checkAnswer(item, answer);
  if (answer.status === 200 && item.expected === 'reject_clear_error') wrong(item, 'was accepted');
  if (answer.status !== 200 && item.expected === 'accept_image') wrong(item, `refused: ${answer.text.slice(0, 200)}`);
  if (answer.status === 200) {
    const picture = await musician.call('GET', answer.body.imageUrl);
    if (picture.status !== 200 || /GPS|Exif/.test(picture.text.slice(0, 2000)))
      wrong(item, 'the square cannot be read, or tells more than the picture');
  }
}

async function settled(id: string): Promise<Json | null> {
  const deadline = Date.now() + LONGEST;
  while (Date.now() < deadline) {
    const { body } = await musician.call('GET', `/api/media/${id}`);
    if (['complete', 'failed'].includes(body?.status)) return body;
    await wait(300);
  }
  return null;
}

async function checkPlays(item: Item, media: Json): Promise<void> {
  const expectedType =
    item.expected === 'accept_video' ? 'video' : item.expected === 'accept_song' ? 'song' : media.mediaType;
  if (media.mediaType !== expectedType) wrong(item, `is a ${media.mediaType}, expected ${expectedType}`);
  if (media.sources.length === 0) wrong(item, 'is complete without a source');
  for (const source of media.sources) {
    const bytes = await musician.call('GET', source.url);
    if (bytes.status !== 200 || bytes.text.length === 0) wrong(item, `${source.type} answers ${bytes.status}`);
  }
  const duration = item.ffmpeg_decode?.duration ?? item.ffprobe?.duration ?? null;
  if (item.expected.startsWith('accept') && duration !== null && Math.abs(media.length - duration) > 1)
    console.log(`${item.id}: length ${media.length} s, its header said ${duration} s`);
}

const faulty = made.filter(([, faults]) => faults.length > 0);
const left = await readdir(join(product.dataDir, 'incoming')).catch(() => []);
await product.stop();
await recaptcha.close();
listener.close();

for (const [id, list] of problems)
  console.log(`FAILED ${id} (${items.find((item) => item.id === id)?.path}): ${list.join('; ')}`);
for (const [name, faults] of faulty) console.log(`FAILED ${name}: ${faults.join('; ')}`);
if (outside > 0) console.log(`FAILED ${outside} requests went outside`);
if (left.length > 0) console.log(`FAILED temporary files stayed: ${left.join(', ')}`);
const failed = problems.size + faulty.length + (outside > 0 ? 1 : 0) + (left.length > 0 ? 1 : 0);
console.log(`${items.length - problems.size + made.length - faulty.length} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
