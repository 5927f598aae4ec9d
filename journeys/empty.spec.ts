import { expect, test } from './test.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { signUp } from './people.ts';

let empty: Product;
test.beforeAll(async () => {
  empty = await startProduct();
});
test.afterAll(() => empty.stop());

test('EM-01 EM-02 a genre and a mood without media say so', async ({ page }) => {
  await page.goto(`${empty.url}/genres/soul`);
  await expect(page.getByText('There is currently no media in this Genre.', { exact: true })).toBeVisible();
  await page.goto(`${empty.url}/moods/dusk`);
  await expect(page.getByText('There is currently no media in this Mood.', { exact: true })).toBeVisible();
});

// Before anybody signs up there.
test('RT-14 Home of a new installation leaves nothing out that it has', async ({ page }) => {
  await page.goto(empty.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await expect(statistics.getByRole('definition')).toHaveText(['None yet', '0', '0', '0']);
  await expect(page.getByRole('complementary', { name: 'System message' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Browse by taste' }).getByRole('link')).toHaveCount(8);
  await expect(page.getByRole('heading', { name: 'Perfectly Seasoned' })).toHaveCount(0);
});

test('EM-07 SR-02 recommendations of nothing say so, and lead to the upload', async ({ page }) => {
  await page.goto(`${empty.url}/browse`);
  await expect(
    page.getByText('It’s quiet here: there is currently no media on the platform.', { exact: true }),
  ).toBeVisible();
  // Signed in, since a visitor is led to the login screen from any guarded one.
  await signUp(page, undefined, empty.url);
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL(`${empty.url}/upload`);
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
});
