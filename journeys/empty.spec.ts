import { expect, test } from './testkit/test.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { signUp } from './testkit/people.ts';

let empty: Product;
test.beforeAll(async () => {
  empty = await startProduct();
});
test.afterAll(() => empty.stop());

test('EM-07 SR-02 an empty product shows a message instead of recommendations, and links to the upload', async ({
  page,
}) => {
  await page.goto(`${empty.url}/browse`);
  await expect(
    page.getByText('It’s quiet here: there is currently no media on the platform.', { exact: true }),
  ).toBeVisible();
  // Sign in first, because the upload screen redirects visitors to the login.
  await signUp(page, undefined, empty.url);
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL(`${empty.url}/upload`);
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
});
