import { expect, test } from '@playwright/test';
import { song } from '../fixtures/files.ts';
import { expectAccessible } from './accessible.ts';
import { freshPage, musician } from './people.ts';
import { PROCESSING, processed, put, uploaded } from './uploading.ts';

test('an owner shows a song that is not published by a private link, and takes that back', async ({
  page,
  browser,
}) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 12, format: 'mp3', seed: 'private link' }));
  await processed(page, id);
  expect(await put(page, id, { title: 'Night Oven' })).toBe(200);

  // From the edit screen.
  await page.goto(`/account/media/edit/${id}`);
  const section = page.getByRole('region', { name: 'Private link' });
  await section.getByRole('button', { name: 'Make a private link' }).click();
  const field = section.getByLabel('Address', { exact: true });
  await expect(field).toHaveValue(/\?link=/);
  const first = await field.inputValue();
  await expectAccessible(page);

  // A stranger opens it, and it plays there.
  const guest = await freshPage(browser);
  await guest.goto(first);
  const title = guest.getByRole('heading', { level: 1, name: 'Night Oven' });
  await expect(title).toBeVisible();
  await expect(guest.getByText('This song is not public.')).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  const audio = guest.getByLabel('Night Oven', { exact: true });
  await expect(audio).toBeVisible();
  await expect.poll(() => audio.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0.2);
  await expectAccessible(guest);

  // Another one in the dialog of its page takes the place of the first.
  await page.goto(new URL(first).pathname);
  await page.getByRole('main').getByRole('button', { name: 'Share Night Oven' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this song' });
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(first);
  await dialog.getByRole('button', { name: 'Replace by a new one' }).click();
  await expect(dialog.getByLabel('Address', { exact: true })).not.toHaveValue(first);
  const second = await dialog.getByLabel('Address', { exact: true }).inputValue();
  await expectAccessible(page);
  const response = await guest.goto(first);
  expect(response?.status()).toBe(404);
  await expect(guest).toHaveURL(/\/browse/);
  await guest.goto(second);
  await expect(title).toBeVisible();

  // Taken back, nothing of it is left.
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect(dialog.getByRole('button', { name: 'Make a private link' })).toBeVisible();
  expect((await guest.goto(second))?.status()).toBe(404);

  // Published, the address is everybody's and the section gone.
  await put(page, id, { published: true });
  await page.goto(`/account/media/edit/${id}`);
  await expect(page.getByRole('link', { name: 'View page' })).toBeVisible();
  await expect(section).toBeHidden();
});
