import { expect, test } from './testkit/test.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { providersSetting } from '../server/testkit/provider-client.ts';
import { type TestSmtp, startSmtp } from '../server/testkit/smtp.ts';
import { freshPage, signUp, somebody } from './testkit/people.ts';

let smtp: TestSmtp;
let product: Product;

test.beforeAll(async () => {
  smtp = await startSmtp();
  // No journey connects to this provider.
  const providers = providersSetting({ corp: { issuer: 'http://127.0.0.1:9' } });
  product = await startProduct({ SMTP_URL: smtp.url, OPENID_PROVIDERS: providers });
});
test.afterAll(async () => {
  await product.stop();
  await smtp.close();
});

/**
 * Waits until this many mails were sent to an address. Returns the URL of the link in the latest, after removing soft
 * line breaks.
 */
async function linkTo(address: string, many: number): Promise<string> {
  const mails = () => smtp.received.filter(({ to, raw }) => to === address && raw.includes('Confirm your email'));
  await expect.poll(() => mails().length).toBe(many);
  const path = /\/verify\/[\w-]{43}/.exec((mails().at(-1)?.raw ?? '').replaceAll(/=\r?\n/g, ''))?.[0];
  return product.url + (path ?? '');
}

test('a user who confirmed the email in another browser has to confirm it again, signed in, before adding a way to sign in', async ({
  page,
  browser,
}) => {
  const person = await signUp(page, somebody(), product.url);
  const elsewhere = await freshPage(browser);
  await elsewhere.goto(await linkTo(person.email, 1));
  await elsewhere.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();

  await page.goto(`${product.url}/account/overview`);
  const factor = page.getByRole('region', { name: 'Second factor' });
  const notice = factor.getByRole('region', { name: 'Confirm your email to set up a second factor' });
  await expect(notice).toContainText(
    `Confirm your email address from this browser first, to set up a second factor: open the link that we mail to ${person.email} here, where you are signed in.`,
  );
  await expect(page.getByRole('region', { name: 'Confirm your email to link an account' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Confirm your email', exact: true })).toHaveCount(0);
  for (const name of ['Set up app', 'Add passkey', 'Link Corp'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  // Wait for these lists, because a list that loads later would move the button from under the pointer.
  await expect(factor.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Past shows' })).toContainText('Shows are listed here');
  await notice.getByRole('button', { name: 'Send me the link' }).click();
  await expect(notice.getByRole('status')).toHaveText('A link is on its way to you.');

  // In a browser that isn't signed in, the link shows where to open it, and stays valid.
  const link = await linkTo(person.email, 2);
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(elsewhere.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'This link shows that the account is yours: open it in the browser in which you are signed in to that account.',
  );
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab.getByText('One click, and we know that this account and the address are yours.')).toBeVisible();
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(tab.getByText('in your account you can add a second factor and link other accounts')).toBeVisible();
  await tab.close();

  // The tab that requested the link updates when the user returns to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  for (const name of ['Set up app', 'Add passkey', 'Link Corp'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
