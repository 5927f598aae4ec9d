import { type Page, expect, test } from './testkit/test.ts';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { unfinishedFull } from '@scoville/contract/catalogue/uploads.ts';
import { newId } from '../server/platform/ids.ts';
import { broken, song, video } from '../fixtures/files.ts';
import { attemptOf, changeSource, insertMedia, setStatus, tomorrow } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { openLine } from './testkit/cut-line.ts';
import {
  HEADERS,
  beVisitor,
  fillSignUp,
  musician,
  origin,
  setUser,
  signIn,
  signUp,
  somebody,
} from './testkit/people.ts';
import { PROCESSING, mediaOf } from './testkit/uploading.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const confirmRights = (page: Page) => page.getByRole('checkbox', { name: 'I made what I upload' }).check();
const choose = async (page: Page, ...files: (string | { name: string; mimeType: string; buffer: Buffer })[]) => {
  await confirmRights(page);
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await asked).setFiles(files as string[]);
};
const named = async (path: string, name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: await readFile(path),
});

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-journey-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('UP-26 UP-28 UP-08 UP-05 J-04 a new user is led to the sign-in, uploads the one song of the trial, and cannot upload a second', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: "Upload, It's Free", exact: true }).first().click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, somebody());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/upload');
  await expect(page.getByText('0 of 1 used', { exact: true })).toBeVisible();
  const hint =
    'FLAC, OGA, OGG, M4A, MP3, WAV, AIFF, AIF, AIFC, M4V, MP4, MOV, WEBM. If the connection is lost, choose the same file again: the upload continues where it stopped.';
  await expect(page.getByText(hint, { exact: true })).toBeVisible();

  await choose(page, await named(await song({ seconds: 2, format: 'mp3' }), 'First Light.mp3'));
  const line = row(page, 'First Light.mp3');
  await expect(line.getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  await expect(page.getByText('1 of 1 used')).toBeVisible();
  await expect(page.getByRole('button', { name: 'trial limit reached', exact: true })).toBeDisabled();
  await line.getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(/\/account\/media\/edit\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Title')).toHaveValue('First Light');
});

/** Records each label of a file's row, in this page and later ones, even if it is shown only briefly. */
async function noteLabels(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const labels: string[] = [];
    Object.assign(window, { labels });
    new MutationObserver(() => {
      const label = document.querySelector('[data-phase] output')?.textContent;
      if (label && label !== labels.at(-1)) labels.push(label);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { labels: string[] }).labels);
}

test('UP-05 UP-25 J-04 a video passes through its stages from sending to complete, and has a link to edit it', async ({
  page,
}) => {
  const path = await video({ seconds: 6, width: 640, height: 360 });
  await musician(page);
  const labels = await noteLabels(page);
  await page.goto('/upload');
  // Slow enough for the percentage to change.
  const devtools = await page.context().newCDPSession(page);
  const { length } = await readFile(path);
  const network = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: length / 3 };
  await devtools.send('Network.emulateNetworkConditions', network);
  await choose(page, path);
  const line = row(page, path.split('/').pop() ?? '');
  await expect.poll(async () => (await labels()).some((label) => /^Sending, \d+%$/.test(label))).toBe(true);
  await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 });
  await expect(line.getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  const order = ['Sending', 'Queued', 'Checking', 'Transcoding', 'Finishing', 'Complete'];
  const seen = [...new Set((await labels()).map((label) => label.replace(/, \d+%$/, '')))];
  expect(seen).toEqual(order.filter((label) => seen.includes(label)));
  expect(seen).toEqual(expect.arrayContaining(['Sending', 'Transcoding', 'Complete']));
  await line.getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(/\/account\/media\/edit\/[0-9a-f-]{36}$/);
  expect((await mediaOf(page, page.url().split('/').pop() ?? ''))['mediaType']).toBe('video');
});

test('UP-06 UP-16 J-04 J-10 a file that is being transcoded has stripes, and is polled every four seconds without live events', async ({
  page,
}) => {
  const owner = await musician(page);
  // No worker processes this file, and a date in the future prevents the worker from treating it as lost, so the stage
  // lasts until the test ends it.
  const db = openDatabase();
  const id = await insertMedia(db, { musicianId: owner, title: 'Held', status: 'transcoding' });
  await changeSource(db, id, { updated_at: tomorrow() });
  const { sourceId } = await attemptOf(db, id);
  await db`insert into uploads ${db({ id: newId(), user_id: owner, file_name: 'Held.mp3', media_id: id, source_id: sourceId })}`;

  await page.clock.install();
  // Record when each poll is sent, by the page's own clock, and how many responses the page has read.
  await page.addInitScript(() => {
    const { fetch } = window;
    const { text } = Response.prototype;
    const seen = { askedAt: [] as number[], read: 0 };
    Object.assign(window, { seen });
    const isIt = (address: string) => address.endsWith('/api/upload/progress');
    window.fetch = (...request) => {
      if (isIt(String(request[0]))) seen.askedAt.push(Date.now());
      return fetch(...request);
    };
    Response.prototype.text = async function () {
      const body = await text.call(this);
      if (isIt(this.url)) seen.read += 1;
      return body;
    };
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: { askedAt: number[]; read: number } }).seen);
  const askedAt = async () => (await seen()).askedAt;
  // The number of pending polls. The page doesn't poll again while one is pending.
  const onTheirWay = async () => {
    const { askedAt: asked, read } = await seen();
    return asked.length - read;
  };
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/upload');
  const line = row(page, 'Held.mp3');
  await expect(line.getByText('Transcoding')).toBeVisible();
  await expect(line.locator('.stripes')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');

  // From here on, the page's clock advances only by `runFor`.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect.poll(onTheirWay).toBe(0);
  const before = (await askedAt()).length;
  for (let round = 1; round <= 4; round += 1) {
    await page.clock.runFor(4000);
    await expect.poll(async () => (await askedAt()).length).toBe(before + round);
    await expect.poll(onTheirWay).toBe(0);
  }
  const asked = (await askedAt()).slice(before);
  expect(asked.slice(1).map((at, index) => at - (asked[index] ?? 0))).toEqual([4000, 4000, 4000]);

  await setStatus(db, id, 'complete');
  await db.end();
  await page.clock.resume();
  await expect(line.getByText('Complete')).toBeVisible();
  await expect(line.locator('.stripes')).toHaveCount(0);
  const over = (await askedAt()).length;
  await page.clock.runFor(60_000);
  expect(await askedAt()).toHaveLength(over);
});

test('live events alone lead a file through its stages when polling fails', async ({ page }) => {
  await musician(page);
  const labels = await noteLabels(page);
  await page.goto('/upload');
  let refused = 0;
  let shut = false;
  await page.route('**/api/upload/progress', async (route) => {
    if (shut) {
      refused += 1;
      return route.abort();
    }
    const answer = await route.fetch();
    // The first response that contains the file is the last one that succeeds.
    shut = ((await answer.json()) as { total: number }).total > 0;
    await route.fulfill({ response: answer });
  });
  const path = await video({ seconds: 6, width: 640, height: 360 });
  await choose(page, path);
  await expect(row(page, path.split('/').pop() ?? '').getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  expect(await labels()).toContain('Transcoding');
  expect(refused).toBeGreaterThan(0);
});

test('UP-01 UP-13 UP-14 UP-15 UP-07 UP-02 UP-03 J-10 several files are uploaded one after the other, and invalid files show the reason', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 3 * PROCESSING);
  await musician(page, 'flaming-hot');
  // Without live events, as behind a proxy that holds them back, the page polls the progress.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/upload');
  await expect(page.getByText('0 of 20 used, 0% monthly usage')).toBeVisible();

  let [inFlight, most, sent] = [0, 0, 0];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/upload/tus')) return;
    if (request.method() === 'POST') sent += 1;
    // Count the requests that carry bytes, because the response to a creation is reported only after the next request
    // was sent.
    if (request.method() === 'PATCH') most = Math.max(most, ++inFlight);
  });
  const over = (request: { url(): string; method(): string }) => {
    if (request.method() === 'PATCH') inFlight -= 1;
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);

  const [text, large] = [join(folder, 'notes.txt'), join(folder, 'large.wav')];
  await writeFile(text, 'notes');
  await writeFile(large, '');
  await truncate(large, 260 * 1024 * 1024);
  await choose(
    page,
    await song({ seconds: 2, format: 'mp3', seed: 'one' }),
    await song({ seconds: 2, format: 'flac', seed: 'two' }),
    await song({ seconds: 2, format: 'm4a', seed: 'three' }),
    text,
    large,
    await broken('no-index-mp4'),
  );
  await expect(row(page, 'notes.txt').getByText("You can't upload files of this type.", { exact: true })).toBeVisible();
  await expect(
    row(page, 'large.wav').getByText('File is too big (260 MB). Max filesize: 250 MB.', { exact: true }),
  ).toBeVisible();
  await expect(page.locator('[data-phase=complete]')).toHaveCount(3, { timeout: 2 * PROCESSING });
  const damaged = row(page, (await broken('no-index-mp4')).split('/').pop() ?? '');
  const sentence =
    'This file is damaged or incomplete. Export it again from your music software and upload the new file.';
  await expect(damaged.getByRole('alert')).toHaveText(sentence, { timeout: PROCESSING });
  await expect
    .poll(async () => ((await (await page.request.get('/api/upload/progress')).json()) as { total: number }).total)
    .toBe(3);

  expect([sent, most]).toEqual([4, 1]);
  await expect(page.getByText('3 of 20 used, 15% monthly usage')).toBeVisible();
  await page.getByRole('link', { name: 'Manage Uploads' }).click();
  await expect(page).toHaveURL('/account/media');
  await expect(page.getByRole('listitem')).toHaveCount(4);
});

test('UP-01 UP-10 J-10 a dropped file is uploaded, too, and a plan without a limit shows none', async ({ page }) => {
  await musician(page);
  await page.goto('/upload');
  const bytes = [...(await readFile(await song({ seconds: 1, format: 'mp3' })))];
  const transfer = await page.evaluateHandle((data) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(data)], 'Dropped in the kitchen.mp3'));
    return files;
  }, bytes);
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
  // The upload starts only after the uploader has confirmed the rights.
  await expect(page.getByText('Confirm this, and your file is uploaded.')).toBeVisible();
  await expect(row(page, 'Dropped in the')).toHaveCount(0);
  await confirmRights(page);
  await expect(row(page, 'Dropped in the').getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  await expect(page.getByText('1 used, no limit', { exact: true })).toBeVisible();
  // On a phone, where nothing can hover, the whole name is readable.
  await page.setViewportSize({ width: 390, height: 844 });
  const name = row(page, 'Dropped in the').getByTitle('Dropped in the kitchen.mp3', { exact: true });
  const cut = await name.evaluate((element) => [
    element.scrollWidth > element.clientWidth,
    element.scrollHeight > element.clientHeight,
  ]);
  expect(cut).toEqual([false, false]);
});

test('UP-22 a slow upload has no time limit, and an interrupted upload continues where it stopped', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + PROCESSING);
  await musician(page);
  const line = await openLine(origin());
  await page.goto(`${line.origin}/upload`);
  const path = await song({ seconds: 60, format: 'wav' });
  const { length } = await readFile(path);
  const devtools = await page.context().newCDPSession(page);
  const throttled = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: length / 6 };
  await devtools.send('Network.emulateNetworkConditions', throttled);
  const offsets: number[] = [];
  const methods: string[] = [];
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (new URL(request.url()).pathname.startsWith(TUS_PATH)) methods.push(request.method());
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset));
  });
  await choose(page, await named(path, 'Long Way.wav'));
  const entry = row(page, 'Long Way.wav');
  await expect(entry.getByText(/^Sending, [3-9]\d%$/)).toBeVisible();
  // The server is still starting again when the page first requests the offset.
  await page.route(`**${TUS_PATH}/*`, (route) => route.fulfill({ status: 503 }), { times: 1 });
  line.cut();
  await devtools.send('Network.emulateNetworkConditions', { ...throttled, uploadThroughput: -1 });
  await expect(entry.getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  expect(methods).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
  expect(offsets[0]).toBe(0);
  expect(offsets.length).toBe(2);
  expect(offsets.at(-1)).toBeGreaterThan(0);
  await line.close();
});

test('signing out cancels the account’s uploads, so that no file ends up in the next account', async ({ page }) => {
  const ben = await signUp(page, somebody('Ben'));
  await beVisitor(page);
  await signUp(page, somebody('Ann'));
  await page.goto('/upload');
  const devtools = await page.context().newCDPSession(page);
  const path = await song({ seconds: 20, format: 'wav' });
  const { length } = await readFile(path);
  const throttled = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: length / 20 };
  await devtools.send('Network.emulateNetworkConditions', throttled);
  await choose(page, await named(path, 'First of Ann.wav'), await named(path, 'Second of Ann.wav'));
  await expect(page.getByText(/^Sending, [1-9]\d?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Account of Ann' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await devtools.send('Network.emulateNetworkConditions', { ...throttled, uploadThroughput: -1 });
  await signIn(page, ben);
  await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click();
  await expect(page.getByRole('heading', { name: 'Upload', level: 1 })).toBeVisible();
  await expect(page.getByText('of Ann.wav')).toHaveCount(0);
  // The next file is the first one in Ben's account.
  await choose(page, await named(await song({ seconds: 1, format: 'mp3' }), 'Own.mp3'));
  await expect(row(page, 'Own.mp3').getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  const db = openDatabase();
  const mine = await db<{ filename: string }[]>`select filename from media where musician_id = ${ben.id}`;
  await db.end();
  expect(mine.map(({ filename }) => filename)).toEqual(['Own.mp3']);
});

test('a second upload of the same file shows a message with a link to the earlier upload', async ({ page }) => {
  await musician(page);
  await page.goto('/upload');
  const path = await song({ seconds: 1, format: 'mp3' });
  await choose(page, await named(path, 'Once.mp3'));
  await expect(row(page, 'Once.mp3').getByText('Complete')).toBeVisible({ timeout: PROCESSING });
  await choose(page, await named(path, 'Twice.mp3'));
  await expect(row(page, 'Twice.mp3').getByText('You have already uploaded this file.')).toBeVisible();
  await row(page, 'Twice.mp3').getByRole('link', { name: 'View the earlier upload' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Once');
  const id = page.url().split('/').pop() ?? '';
  expect((await mediaOf(page, id))['filename']).toBe('Once.mp3');
});

test('UP-04 the upload screen links to Manage Uploads, and to Subscribe or Upgrade unless the plan is the largest', async ({
  page,
}) => {
  const better = (name: string) => page.getByRole('main').getByRole('link', { name });
  const id = await musician(page, 'mild');
  for (const [plan, word] of [
    ['mild', 'Subscribe'],
    ['spicy', 'Upgrade'],
    ['flaming-hot', 'Upgrade'],
    ['ghost-pepper', null],
  ] as const) {
    await setUser(id, { plan });
    await page.goto('/upload');
    await expect(better('Manage Uploads')).toHaveAttribute('href', '/account/media');
    for (const other of ['Subscribe', 'Upgrade']) await expect(better(other)).toHaveCount(other === word ? 1 : 0);
    if (word === null) continue;
    await better(word).click();
    await expect(page).toHaveURL('/account/subscription');
  }
});

test('F8 with too many unfinished uploads, the server’s message is shown, and the upload continues once there is room', async ({
  page,
}) => {
  await musician(page, 'mild');
  const headers = { ...HEADERS, 'tus-resumable': '1.0.0' };
  const others: string[] = [];
  // Uploads that were started elsewhere and never continued.
  for (let i = 0; i < 3; i++) {
    const begun = await page.request.post(TUS_PATH, {
      headers: {
        ...headers,
        'upload-length': String(50 * 1024 * 1024),
        'upload-metadata': `filename ${Buffer.from('other.wav').toString('base64')}`,
      },
    });
    expect(begun.status()).toBe(201);
    others.push(begun.headers()['location'] ?? '');
  }
  await page.goto('/upload');
  await choose(page, await named(await song({ seconds: 2, format: 'mp3' }), 'Patient.mp3'));
  const line = row(page, 'Patient.mp3');
  await expect(line.getByRole('alert')).toHaveText(unfinishedFull(150));
  await page.request.delete(others[0] ?? '', { headers });
  await line.getByRole('button', { name: 'Try again' }).click();
  await expect(line.getByText('Complete')).toBeVisible({ timeout: PROCESSING });
});
