import { readFile } from 'node:fs/promises';
import { type Page, type Request, expect, test } from './testkit/test.ts';
import { ORIGINAL_GONE } from '@scoville/contract/catalogue/uploads.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { broken, image, song } from '../fixtures/files.ts';
import { changeSource, insertMedia, tomorrow } from '../server/testkit/media.ts';
import { chunkOf } from './testkit/chunks.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { HEADERS, asAdmin, musician, signIn, signUp } from './testkit/people.ts';
import { toast } from './testkit/reviewing.ts';
import { PROCESSING, mediaOf, processed, put, uploaded } from './testkit/uploading.ts';
import { expectTooltip } from './testkit/tooltips.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const published = async (page: Page, id: string) => {
  const media = await mediaOf(page, id);
  return [media['published'], media['allowCuration']];
};

/** Inserts processed, unpublished songs with these titles, the last one newest. Their sound doesn't matter here. */
async function songs(musicianId: string, ...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push(await insertMedia(db, { musicianId, title, published: false }));
  return ids;
}

test('ER-02 after the session has ended, the next click leads to the login, and the sign-in to the click’s destination', async ({
  page,
}) => {
  const person = await signUp(page);
  const [id = '', second = ''] = await songs(person.id, 'Interrupted', 'Intermission');
  // Requests that the page makes on a timer or for live events would lead to the login as well. Block them, so that the
  // click is the first request to be refused.
  for (const calls of ['convos', 'notifications'])
    await page.route(`**/api/${calls}/unread`, (route) => route.fulfill({ json: { count: 0 } }));
  await page.route('**/api/player', (route) => route.fulfill({ json: { player: null } }));
  await page.route('**/api/events', (route) => route.abort());
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const endSession = async () => {
    await expect(row(page, 'Interrupted')).toBeVisible();
    // Wait for the page's open requests, which would otherwise be refused before the click.
    await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
    await expect.poll(() => open.size).toBe(0);
    await db`delete from sessions where user_id = ${person.id}`;
  };
  await page.goto('/account/media?filter=inter');
  await endSession();
  await row(page, 'Interrupted').getByRole('button', { name: 'Delete Interrupted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await signIn(page, person);
  await expect(page).toHaveURL('/account/media?filter=inter');

  // The same for a bulk action: the page shows no error, and doesn't send the remaining requests.
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && asked.push(new URL(request.url()).pathname));
  await endSession();
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  expect(asked).toEqual([`/api/media/${second}`]);
  await signIn(page, person);
  await expect(page).toHaveURL('/account/media?filter=inter');

  // On a slow connection, the refusal may arrive while the next screen is still loading.
  let [answer, arrive] = [() => {}, () => {}];
  const [answered, arrived] = [
    new Promise<void>((resolve) => (answer = resolve)),
    new Promise<void>((resolve) => (arrive = resolve)),
  ];
  await page.route(`**/api/media/${id}`, async (route) => {
    await answered;
    await route.continue();
  });
  await page.route(chunkOf('catalogue/media/own/edit-media-screen.tsx'), async (route) => {
    await arrived;
    await route.continue();
  });
  await endSession();
  await row(page, 'Interrupted').getByRole('button', { name: 'Publish Interrupted' }).click();
  await page.getByRole('menuitem', { name: 'Publish Without Promotion' }).click();
  await row(page, 'Interrupted').getByRole('link', { name: 'Edit Interrupted' }).click();
  await expect(page).toHaveURL(`/account/media/edit/${id}`);
  answer();
  await expect(page).toHaveURL('/login');
  arrive();
  await signIn(page, person);
  await expect(page).toHaveURL(`/account/media/edit/${id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Interrupted');
});

test('ME-08 ME-11 ME-30 ME-31 ME-32 ME-35 J-11 a song is published with or without promotion, and is shown as under review', async ({
  page,
}) => {
  const [id = ''] = await songs(await musician(page), 'Paprika');
  await page.goto('/account/media');
  const line = row(page, 'Paprika');
  await expect(line.getByText('Un-Published', { exact: true })).toBeVisible();
  await expect(line.getByRole('button', { name: /^Allow Curation/ })).toHaveCount(0);

  await line.getByRole('button', { name: 'Publish Paprika' }).click();
  await page.getByRole('menuitem', { name: 'Publish Without Promotion' }).click();
  await expect(line.getByRole('button', { name: 'Unpublish Paprika' })).toBeVisible();
  expect(await published(page, id)).toEqual([true, false]);
  await expect(line.getByText('Under review', { exact: true })).toHaveCount(0);

  await line.getByRole('button', { name: 'Allow Curation of Paprika' }).click();
  await expect(line.getByText('Under review', { exact: true })).toBeVisible();
  await expect(line.getByText('You’ll hear from us within 24hrs.', { exact: true })).toBeVisible();
  await expect(line.getByRole('button', { name: /^Allow Curation/ })).toHaveCount(0);
  expect(await published(page, id)).toEqual([true, true]);

  await line.getByRole('button', { name: 'Unpublish Paprika' }).click();
  await expect(line.getByText('Un-Published', { exact: true })).toBeVisible();
  await expect(line.getByText('Under review', { exact: true })).toHaveCount(0);
  expect(await published(page, id)).toEqual([false, false]);

  await line.getByRole('button', { name: 'Publish Paprika' }).click();
  await page.getByRole('menuitem', { name: 'Publish & Submit For Promotion' }).click();
  await expect(line.getByText('Under review', { exact: true })).toBeVisible();
  expect(await published(page, id)).toEqual([true, true]);
});

test('ME-10 ME-22 ME-23 ME-25 ME-26 ME-21 J-11 a file that is still being processed cannot be published, submitted or given artwork', async ({
  page,
}) => {
  const owner = await musician(page);
  const [ready = ''] = await songs(owner, 'Ready');
  const slow = await insertMedia(db, { musicianId: owner, title: 'Slow', type: 'video', status: 'transcoding' });
  // No worker processes this file, and a date in the future prevents the worker from treating it as lost, so its status
  // doesn't change during this test.
  await changeSource(db, slow, { updated_at: tomorrow() });
  await page.goto('/account/media');
  const line = row(page, 'Slow');
  await expect(line.getByText(/^Transcoding/)).toBeVisible();
  await expectTooltip(
    line.getByRole('button', { name: 'Publish Slow' }),
    'This media is still processing and cannot be published yet.',
  );

  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toast(page, 'Successfully published 1 media.')).toBeVisible();
  await expect(toast(page, '1 media not complete, so left as it was.')).toBeVisible();
  expect(await published(page, ready)).toEqual([true, false]);
  expect(await published(page, slow)).toEqual([false, false]);

  await line.getByRole('link', { name: 'Edit Slow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Slow' })).toBeVisible();
  await expect(page.getByLabel('Publish', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Submit for curation')).toBeDisabled();
  await expectTooltip(
    page.getByText('Submit for curation'),
    'This media is still processing and cannot be submitted yet.',
  );
  await expectTooltip(
    page.getByRole('button', { name: 'Change Image' }),
    'This media is still processing and its artwork cannot be changed yet.',
  );
  // Force the click, because Playwright otherwise waits until the control is enabled.
  await page.getByRole('button', { name: 'Change Image' }).click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const data of [{ published: true }, { allowCuration: true }]) expect(await put(page, slow, data)).toBe(400);

  await page.goto(`/account/media/edit/${ready}`);
  await expect(page.getByLabel('Publish', { exact: true })).toBeEnabled();
  await expect(page.getByLabel('Submit for curation')).toBeEnabled();
});

test('ME-07 ME-15 ME-16 ME-17 ME-18 ME-19 ME-20 ME-38 J-11 the edit form requires a title, and keeps the saved fields', async ({
  page,
}) => {
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 1, format: 'mp3', seed: 'Draft' }), 'Draft.mp3');
  await processed(page, id);
  await page.goto('/account/media');
  await row(page, 'Draft').getByRole('link', { name: 'Edit Draft' }).click();
  await expect(page).toHaveURL(`/account/media/edit/${id}`);
  await expect(page.getByRole('heading', { name: 'What we heard' })).toBeVisible();
  const stats = page.getByRole('region', { name: 'Stats' });
  const { createdOn, lastUpdated } = (await mediaOf(page, id)) as { createdOn: string; lastUpdated: string };
  const moment = (time: string) =>
    page.evaluate((at) => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }), time);
  await expect(stats.getByRole('term')).toHaveText([
    'Uploaded on',
    'Updated on',
    'Filename',
    'Plays',
    'Favorites',
    'Shares',
  ]);
  await expect(stats.getByRole('definition')).toHaveText([
    await moment(createdOn),
    await moment(lastUpdated),
    'Draft.mp3',
    '0',
    '0',
    '0',
  ]);

  await page.getByLabel('Title').fill('');
  await page.getByLabel('Description').fill('Two chords and a pan.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Title is required', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await page.getByLabel('Title').fill('Final');
  await page.getByLabel('Tags', { exact: true }).fill('#soul');
  await page.getByLabel('Tags', { exact: true }).press('Enter');
  await page.getByLabel('Tags', { exact: true }).fill('kitch');
  // The Enter that confirms a composed word doesn't add a tag.
  await page.getByLabel('Tags', { exact: true }).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(page.getByLabel('Tags', { exact: true })).toHaveValue('kitch');
  await page.getByLabel('Tags', { exact: true }).fill('kitchen');
  await page.getByLabel('Tags', { exact: true }).press('Enter');
  await expect(page.getByLabel('Production type').locator('option:not([value=""])')).toHaveText([
    'Digital',
    'Live Instruments',
  ]);
  await page.getByLabel('Production type').selectOption('Live Instruments');
  await page.getByLabel('Submit for curation').check();
  await expect(page.getByLabel('Publish', { exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  expect(await mediaOf(page, id)).toMatchObject({
    title: 'Final',
    description: 'Two chords and a pan.',
    tags: [{ text: 'soul' }, { text: 'kitchen' }],
    productionType: 'Live Instruments',
    published: true,
    allowCuration: true,
  });
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Final');
  await expect(page.getByRole('list', { name: 'Tags of this media' }).getByRole('listitem')).toHaveText([
    'soul',
    'kitchen',
  ]);
  await expect(page.getByLabel('Submit for curation')).toBeDisabled();

  // Each number is a count of its own.
  await db`update media set play_count = 31, remember_count = 32, share_count = 33 where id = ${id}`;
  await page.reload();
  await expect(stats.getByRole('definition').filter({ hasText: /^\d+$/ })).toHaveText(['31', '32', '33']);
});

test('ME-24 a failed file shows the reason and an error id, and can be tried again', async ({ page }) => {
  await musician(page);
  const id = await uploaded(page, await broken('no-index-mp4'), 'Broken.mp4');
  await processed(page, id);
  await page.goto('/account/media');
  await expect(row(page, 'Broken').getByText('Failed')).toBeVisible();
  await expect(row(page, 'Broken').getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await row(page, 'Broken').getByRole('link', { name: 'Edit Broken' }).click();
  const { error } = (await mediaOf(page, id)) as { error: { id: string; message: string } };
  const notice = page.getByRole('alert').filter({ hasText: error.message });
  await expect(notice).toHaveText(`${error.message}If you write to us, quote ${error.id}.Try again`);
  const again = page.waitForResponse(`**/api/upload/retry/${id}`);
  await notice.getByRole('button', { name: 'Try again' }).click();
  expect((await again).status()).toBe(200);
  await expect
    .poll(async () => ((await mediaOf(page, id))['error'] as { id: string } | null)?.id ?? error.id, {
      timeout: PROCESSING,
    })
    .not.toBe(error.id);

  // The original is removed after some days, or when later files have failed. The page then shows a message instead of
  // the button.
  await processed(page, id);
  await db`update sources set original_removed_at = now() where owner_id = ${id}`;
  await page.reload();
  const { id: quoted } = (await mediaOf(page, id))['error'] as { id: string };
  await expect(notice).toHaveText(`${error.message}${ORIGINAL_GONE}If you write to us, quote ${quoted}.`);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectTooltip(
    page.getByText('Publish', { exact: true }),
    'The file could not be processed, so there is nothing to publish.',
  );
  await expectTooltip(
    page.getByRole('button', { name: 'Change Image' }),
    'The file could not be processed, so its artwork cannot be changed.',
  );
});

test('ME-33 ME-39 J-13 a verdict locks the submission, and the owner sees a label for a low score', async ({
  page,
}) => {
  const owner = await musician(page);
  const [id = ''] = await songs(owner, 'Burnt');
  expect(await put(page, id, { allowCuration: true })).toBe(200);
  await asAdmin(async (admin) => {
    const curationStats = { storytelling: 40, execution: 40, thumbnailArt: 40 };
    const answer = await admin.put(`/api/media/${id}`, { headers: HEADERS, data: { curationStats } });
    expect(answer.status(), await answer.text()).toBe(200);
  });
  await page.goto('/account/media');
  await expect(row(page, 'Burnt').getByText('Chopped', { exact: true })).toBeVisible();
  await expect(row(page, 'Burnt').getByText('Under review')).toHaveCount(0);
  await page.goto(`/account/media/edit/${id}`);
  await expect(page.getByLabel('Submit for curation')).toBeDisabled();

  await insertMedia(db, { musicianId: owner, title: 'Simmered', scores: [80, 80, 80] });
  await page.goto('/account/media');
  await expect(row(page, 'Simmered').getByText('Score 80, WELL DONE', { exact: true })).toBeAttached();
  await expect(row(page, 'Burnt')).not.toContainText('Score');
});

test('IM-03 IM-04 IM-05 IM-07 IM-09 ME-21 ER-38 J-11 the artwork is chosen, cropped, saved and removed', async ({
  page,
}) => {
  const [id = ''] = await songs(await musician(page), 'Pictured');
  await page.goto(`/account/media/edit/${id}`);
  const open = () => page.getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  const file = dialog.locator('input[type=file]');
  await open();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  const text = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('This is a letter.') };
  const png = await readFile(await image({ width: 900, height: 600, format: 'png' }));
  const cut = { name: 'cut.png', mimeType: 'image/png', buffer: png.subarray(0, png.length / 2) };
  const isNone = /is not a JPG, PNG or GIF picture\. Save or export it as one of these/;
  await file.setInputFiles(text);
  await expect(dialog.getByText('“fake.png” is not a JPG, PNG or GIF picture.')).toBeVisible();
  // A browser would show the part that exists, and the rest would be saved as white.
  await file.setInputFiles(cut);
  await expect(dialog.getByText('“cut.png” is damaged or incomplete.')).toBeVisible();
  await file.setInputFiles(await image({ width: 300, height: 300, format: 'webp' }));
  await expect(dialog.getByText(isNone)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await file.setInputFiles(await image({ width: 120, height: 90, format: 'png' }));
  await expect(
    dialog.getByText('The frame holds only 90 by 90 pixels, so the picture will look blurred.'),
  ).toBeVisible();

  for (const format of ['jpeg', 'gif', 'png'] as const) {
    await file.setInputFiles(await image({ width: 900, height: 600, format }));
    await expect(dialog.getByText(isNone)).toHaveCount(0);
    await expect(dialog.getByText('will look blurred')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  }
  const frame = await dialog.getByRole('group', { name: /^Crop area/ }).boundingBox();
  expect([frame?.width, frame?.height]).toEqual([300, 300]);
  await dialog.getByLabel('Zoom').fill('2');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await mediaOf(page, id))['artworkImg']).toBeNull();

  await page.evaluate(() => {
    const { append } = FormData.prototype;
    FormData.prototype.append = function (this: FormData, ...part: [string, Blob]) {
      if (part[1] instanceof Blob) Object.assign(window, { cropped: part[1] });
      append.apply(this, part);
    } as typeof append;
  });
  await open();
  await file.setInputFiles(await image({ width: 900, height: 600, format: 'png' }));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(
    await page.evaluate(async () => {
      const { cropped } = window as unknown as { cropped: Blob };
      const { width, height } = await createImageBitmap(cropped);
      return [cropped.type, width, height];
    }),
  ).toEqual(['image/jpeg', 700, 700]);
  const shown = page.getByRole('region', { name: 'Artwork' }).locator('img');
  await expect(shown).toHaveAttribute('src', /^\/files\/.*700\.webp$/);
  expect(await shown.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth))).toBe(
    700,
  );

  await page.getByRole('button', { name: 'Remove Image' }).click();
  const question = page.getByRole('dialog', { name: 'Remove image' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(shown).toHaveAttribute('src', /700\.webp$/);
  await page.getByRole('button', { name: 'Remove Image' }).click();
  const removed = page.waitForRequest('**/api/upload/image/delete');
  await question.getByRole('button', { name: 'Remove' }).click();
  await removed;
  await expect(shown).toHaveAttribute('src', /^data:image\/svg/);
});
