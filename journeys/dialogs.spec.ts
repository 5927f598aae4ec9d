import { type Locator, type Page, expect, test } from './test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { pick } from './messaging.ts';
import { HEADERS, freshPage, musician, signUp, somebody } from './people.ts';

const NO_CONNECTION = 'No connection. Check your network and try again.';

/**
 * Sends what a dialog asks for, and loses the network: nothing closes the dialog while that is on its way, and the failure
 * is said in it.
 *
 * @param calls the addresses that it is sent to
 * @param isTyped text was typed into it, which closing it would lose
 */
async function staysWhileSending(
  page: Page,
  dialog: Locator,
  send: string,
  calls: string,
  isTyped = false,
): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held.promise;
    await route.abort();
  });
  await dialog.getByRole('button', { name: send, exact: true }).click();
  const close = dialog.getByRole('button', { name: 'Close', exact: true });
  await expect(close).toBeDisabled();
  for (const cancel of await dialog.getByRole('button', { name: 'Cancel', exact: true }).all())
    await expect(cancel).toBeDisabled();
  await page.keyboard.press('Escape');
  held.resolve();
  await expect(dialog).toContainText(NO_CONNECTION);
  await page.unroute(calls);
  await close.click();
  if (isTyped) await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a dialog stays open while what it sends is on its way, and says in it what failed', async ({ page, browser }) => {
  const db = openDatabase();
  const star = await freshPage(browser);
  const starId = await musician(star);
  const song = await insertMedia(db, { musicianId: starId, title: 'Kettle' });
  await db.end();
  const name = `Quill${Date.now()}`;
  await signUp(await freshPage(browser), somebody(name, 'Mira'));
  await signUp(page, somebody('Lou', 'Hart'));
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await page.goto(`/${starId}/${song}`);
  await main.getByRole('button', { name: 'Share Kettle' }).first().click();
  await pick(page, name);
  await staysWhileSending(page, dialog, 'Share', '**/api/messages');

  await main.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByLabel('Reason').selectOption('rights');
  await staysWhileSending(page, dialog, 'Report', '**/api/reports');

  await page.goto(`/${starId}`);
  await main.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await dialog.getByRole('radio').first().check();
  await staysWhileSending(page, dialog, 'Subscribe', '**/api/media/subscribe/**');

  await main.getByRole('button', { name: 'More for Kettle' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await dialog.getByLabel('New playlist').fill('Evenings');
  await staysWhileSending(page, dialog, 'Create', '**/api/playlists**', true);

  await page.goto('/playlists');
  await main.getByRole('button', { name: 'New playlist' }).first().click();
  await dialog.getByLabel('Name').fill('Mornings');
  await staysWhileSending(page, dialog, 'Create', '**/api/playlists**', true);

  await page.goto('/account/overview#your-data');
  await main.getByRole('button', { name: 'Request a copy' }).click();
  await dialog.getByLabel('Your password').fill('a kettle full of songs');
  await staysWhileSending(page, dialog, 'Request a copy', '**/api/data-export');

  await star.goto(`/${starId}`);
  await star.getByRole('button', { name: 'Tell your followers' }).click();
  await star.getByLabel('What is new?').fill('On tour in May.');
  await staysWhileSending(star, star.getByRole('dialog'), 'Publish', '**/api/posts', true);

  await star.goto('/account/media');
  await star.getByRole('button', { name: 'Comment settings' }).click();
  await star.getByLabel('Hold every comment until I approve it').check();
  await staysWhileSending(star, star.getByRole('dialog'), 'Save', '**/api/comment-rules');
});

test('who has confirmed something waits until it is done', async ({ page }) => {
  await signUp(page, somebody('Lou', 'Hart'));
  const made = await page.request.post('/api/playlists', {
    headers: HEADERS,
    data: { name: 'Evenings', description: '', visibility: 'private' },
  });
  expect(made.status()).toBe(200);
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/playlists/${id}`);
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/playlists/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') await held.promise;
    await route.fallback();
  });
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete playlist' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  held.resolve();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/playlists$/);
});

test('what was typed into a dialog is not lost by a press: Escape, a click outside, Close and Back ask before', async ({
  page,
}) => {
  await signUp(page, somebody('Lou', 'Hart'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Account of Lou' }).click();
  await page.getByRole('menuitem', { name: 'Playlists' }).click();
  const open = page.getByRole('main').getByRole('button', { name: 'New playlist' }).first();
  const form = page.getByRole('dialog', { name: 'New playlist' });
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  const name = form.getByLabel('Name');
  const press = (button: string) => question.getByRole('button', { name: button }).click();

  // Nothing is typed, or nothing any more: it closes at once.
  await open.click();
  await name.press('Escape');
  await expect(form).toHaveCount(0);
  await open.click();
  await name.fill('Mornings');
  await name.fill('');
  await name.press('Escape');
  await expect(form).toHaveCount(0);

  await open.click();
  await name.fill('Mornings');
  await name.press('Escape');
  await expect(question).toContainText('What you entered here will be lost.');
  await press('Keep editing');
  await expect(question).toHaveCount(0);
  await expect(name).toBeFocused();
  // A browser closes a dialog for the second of two without asking the page.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await press('Keep editing');
  await page.mouse.click(4, 4);
  await press('Keep editing');
  await form.getByRole('button', { name: 'Close', exact: true }).click();
  await press('Keep editing');
  await page.goBack();
  await press('Keep editing');
  await expect(page).toHaveURL(/\/playlists$/);
  await expect(name).toHaveValue('Mornings');
  await page.goBack();
  await press('Discard');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Cancel says that it is not wanted; what was saved asks nothing.
  await page.goForward();
  await open.click();
  await name.fill('Mornings');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open.click();
  await name.fill('Evenings');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Evenings' })).toBeVisible();
});
