import { expect, test } from './testkit/test.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { signUp } from './testkit/people.ts';

let empty: Product;
test.beforeAll(async () => {
  empty = await startProduct();
});
test.afterAll(() => empty.stop());

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
