import { type Page, expect, test } from './testkit/test.ts';
import { readFile } from 'node:fs/promises';
import { broken, song } from '../fixtures/files.ts';
import { REPLACED_WITH_VERDICT } from '@scoville/contract/catalogue/uploads.ts';
import { expectNoSideways } from './testkit/accessible.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { musician } from './testkit/people.ts';
import { PROCESSING, mediaOf, processed, put, uploaded } from './testkit/uploading.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'File', exact: true });
const rights = (page: Page) => panel(page).getByRole('checkbox', { name: /^I made what I upload/ });
const choose = async (page: Page, path: string, name: string) => {
  const asked = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Replace File' }).click();
  const file = { name, mimeType: 'application/octet-stream', buffer: await readFile(path) };
  await (await asked).setFiles([file]);
};

test('a song’s file is replaced: a broken file changes nothing, and a valid one takes its place', async ({ page }) => {
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 1, format: 'mp3' }), 'Sketch.mp3');
  await processed(page, id);
  expect(await put(page, id, { published: true })).toBe(200);
  const before = await mediaOf(page, id);
  await page.goto(`/account/media/edit/${id}`);
  await expect(panel(page)).toContainText('Sketch.mp3');

  await choose(page, await broken('no-index-mp4'), 'Broken.mp4');
  await expect(panel(page)).toContainText('Confirm this, and your file is uploaded.');
  // Confirming the rights starts the upload and removes the checkbox.
  await rights(page).click();
  const notice = panel(page).getByRole('alert');
  await expect(notice).toBeVisible({ timeout: PROCESSING });
  const { replacement } = (await mediaOf(page, id)) as { replacement: { error: { id: string; message: string } } };
  await expect(notice).toHaveText(`${replacement.error.message}If you write to us, quote ${replacement.error.id}.`);
  await expect(page.getByText('New file: Failed')).toBeVisible();
  expect(await mediaOf(page, id)).toMatchObject({ status: 'complete', published: true, filename: 'Sketch.mp3' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await panel(page).getByRole('button', { name: 'Keep Current File' }).press('Enter');
  await expect(panel(page)).toHaveText(/^FileSketch\.mp3Replacing the file keeps/);

  await rights(page).check();
  await choose(page, await song({ seconds: 3, format: 'flac' }), 'Mastered.flac');
  await expect(panel(page)).toContainText('Mastered.flac', { timeout: PROCESSING });
  await expect(panel(page).getByRole('button', { name: 'Replace File' })).toBeVisible({ timeout: PROCESSING });
  await expect.poll(async () => (await mediaOf(page, id))['filename'], { timeout: PROCESSING }).toBe('Mastered.flac');
  const after = await mediaOf(page, id);
  expect(after).toMatchObject({
    status: 'complete',
    published: true,
    title: before['title'],
    htmlUrl: before['htmlUrl'],
  });
  expect(after['length']).toBeCloseTo(3, 1);
});

test('replacing a file that can no longer be replaced is refused immediately, and the owner sees the reason', async ({
  page,
}) => {
  await musician(page);
  const path = await song({ seconds: 1, format: 'mp3' });
  const id = await uploaded(page, path, 'Judged.mp3');
  await processed(page, id);
  await page.goto(`/account/media/edit/${id}`);
  await rights(page).check();
  // A reviewer rejects the song while its owner chooses the new file.
  const db = openDatabase();
  await db`update media set verdict = 'rejected', rejected_at = now() where id = ${id}`;
  await db.end();
  await choose(page, path, 'Too late.mp3');
  await expect(panel(page).getByRole('alert')).toHaveText(REPLACED_WITH_VERDICT);
  await panel(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel(page)).toHaveText(`FileJudged.mp3${REPLACED_WITH_VERDICT}`);
});
