import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from './testkit/test.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { HEADERS, freshPage, signUp, somebody } from './testkit/people.ts';

let folder: string;
let product: Product;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-features-'));
  product = await startProduct({ FEATURES_DIR: folder });
});
// Each journey writes its own announcements.
test.beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

const announce = (feature: string, audience: string, titles: string[]) =>
  writeFile(
    join(folder, `${feature}.json`),
    JSON.stringify({
      feature,
      from: new Date().toISOString(),
      audience,
      sections: titles.map((title) => ({ title, text: `${title}, in a few words.` })),
    }),
  );
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What’s new' });
/** Opens a page and moves the mouse, which makes the page check for announcements. Resolves after the response. */
async function visit(page: Page, path: string): Promise<void> {
  const asked = page.waitForResponse(/\/features\/index\.json$/);
  await page.goto(product.url + path);
  await page.mouse.move(1, 1);
  await asked;
}
const tracking = async (page: Page) =>
  ((await (await page.request.get(`${product.url}/api/users/me`)).json()) as { featureTracking: object[] })
    .featureTracking;

test('WN-01 WN-02 WN-03 WN-04 WN-05 WN-06 WN-07 MB-14 J-24 an announcement is shown once, page by page', async ({
  page,
  browser,
}) => {
  const person = await signUp(page, somebody(), product.url);
  await announce('embeds', 'members', ['Players elsewhere', 'Shows', 'Colours']);
  await visit(page, '/genres');
  await expect(dialog(page).getByRole('heading', { name: 'Players elsewhere' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Previous' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Shows' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page)).toContainText('Colours, in a few words.');
  await expect(dialog(page)).toContainText('3 of 3');
  await expect(dialog(page).getByRole('button', { name: 'Next' })).toBeDisabled();
  const marked = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await dialog(page).getByRole('button', { name: "Let's Go!", exact: true }).click();
  expect((await marked).status()).toBe(200);
  await expect(dialog(page)).toHaveCount(0);
  expect(await tracking(page)).toEqual([{ feature: 'embeds', viewedOn: expect.any(String), actuallyViewed: true }]);

  // The announcement isn't shown again, neither here nor in another browser of the same account.
  const elsewhere = await freshPage(browser);
  await elsewhere.request.post(`${product.url}/auth`, { headers: HEADERS, data: person });
  for (const one of [page, elsewhere]) {
    await visit(one, '/genres');
    await expect(dialog(one)).toHaveCount(0);
  }

  // Leaving the page marks the announcement as seen.
  await page.goto(`${product.url}/moods`);
  await page.getByRole('banner').getByRole('link', { name: 'Genres' }).click();
  await expect(page.getByRole('heading', { name: 'Genres' })).toBeVisible();
  await announce('shows', 'members', ['Shows on profiles']);
  await page.reload();
  await page.mouse.move(2, 2);
  await expect(dialog(page)).toBeVisible();
  const left = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.goBack();
  expect((await left).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Moods' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await tracking(page)).toMatchObject([{ feature: 'embeds' }, { feature: 'shows', actuallyViewed: true }]);

  // New users don't see announcements from before their sign-up.
  const newcomer = await freshPage(browser);
  await signUp(newcomer, somebody(), product.url);
  await visit(newcomer, '/genres');
  await expect.poll(async () => (await tracking(newcomer)).length).toBe(2);
  expect(await tracking(newcomer)).toMatchObject([{ actuallyViewed: false }, { actuallyViewed: false }]);
  await expect(dialog(newcomer)).toHaveCount(0);
});

test('an open page is not redirected when its session ends in another tab while an announcement is shown', async ({
  page,
}) => {
  await signUp(page, somebody(), product.url);
  await announce('tabs', 'members', ['In every tab']);
  await visit(page, '/genres');
  await expect(dialog(page)).toContainText('In every tab');
  const noted: number[] = [];
  page.on('response', (answer) => answer.request().method() === 'PUT' && noted.push(answer.status()));
  const other = await page.context().newPage();
  await other.goto(`${product.url}/logout`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  // A redirect would have happened by the time that another page is requested and shown.
  await page.getByRole('banner').getByRole('link', { name: 'Moods' }).click();
  await expect(page).toHaveURL(`${product.url}/moods`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/genres`);
  expect(noted).toEqual([]);
});
