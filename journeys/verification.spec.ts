import { readFile } from 'node:fs/promises';
import { expect, test } from './testkit/test.ts';
import { song } from '../fixtures/files.ts';
import { ADMIN, type Product, startProduct } from '../scripts/product.ts';
import { type TestSmtp, startSmtp } from '../server/testkit/smtp.ts';
import { HEADERS, freshPage, signUp, somebody } from './testkit/people.ts';

let smtp: TestSmtp;
let product: Product;

test.beforeAll(async () => {
  smtp = await startSmtp();
  product = await startProduct({ SMTP_URL: smtp.url });
});
test.afterAll(async () => {
  await product.stop();
  await smtp.close();
});

/** Returns the path of the link in the mail to this address, after removing soft line breaks. */
async function linkTo(address: string): Promise<string> {
  const find = () => {
    const mail = smtp.received.findLast(({ to, raw }) => to === address && raw.includes('Confirm your email'));
    return /\/verify\/[\w-]{43}/.exec((mail?.raw ?? '').replaceAll(/=\r?\n/g, ''))?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

test('where mail is sent, a new user can upload immediately, but must confirm the email before publishing or rating', async ({
  page,
  browser,
}) => {
  const person = await signUp(page, somebody(), product.url);
  await page.goto(`${product.url}/account/media`);
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  await expect(notice).toContainText(`open the link that we sent to ${person.email}.`);

  const file = {
    name: 'song.mp3',
    mimeType: 'audio/mpeg',
    buffer: await readFile(await song({ seconds: 2, format: 'mp3', seed: 'verified' })),
  };
  const sent = await page.request.post(`${product.url}/api/upload`, { headers: HEADERS, multipart: { file } });
  expect(sent.status(), await sent.text()).toBe(202);
  const { id } = ((await sent.json()) as { media: { id: string } }).media;
  const publish = async () => {
    const answer = await page.request.put(`${product.url}/api/media/${id}`, {
      headers: HEADERS,
      data: { published: true },
    });
    return [answer.status(), ((await answer.json()) as { message?: string }).message];
  };
  const media = async () =>
    (await (await page.request.get(`${product.url}/api/media/${id}`)).json()) as { status: string };
  await expect.poll(async () => (await media()).status).toBe('complete');
  expect(await publish()).toEqual([
    403,
    'Confirm your email first: open the link that we sent you, or ask for another one in your account.',
  ]);

  await page.goto(product.url + (await linkTo(person.email)));
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your songs and videos' }).click();
  await expect(page.getByRole('heading', { name: 'Songs & Videos' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect((await publish())[0]).toBe(200);

  // The link works only once.
  await page.goto(product.url + (await linkTo(person.email)));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link does not work' })).toHaveText(
    'This link does not work: it was used already, or it is too old.',
  );

  const listener = await freshPage(browser);
  await signUp(listener, somebody(), product.url);
  await listener.goto(`${product.url}/${person.id}/${id}`);
  const star = listener.getByRole('radio', { name: '4 stars' });
  await star.click({ force: true });
  await expect(listener.getByText(/^Confirm your email first: open the link that we sent you/)).toBeVisible();
  await expect(star).not.toBeChecked();
  await expect(listener.getByText('Not rated yet')).toBeVisible();
  await listener.context().close();
});

test('administrators see which mails were sent, which failed and why, and send a failed mail again', async ({
  page,
}) => {
  const person = somebody();
  smtp.refusals.set(person.email, { code: 550, message: '5.1.1 No such user here' });
  await signUp(page, person, product.url);
  await page.request.post(`${product.url}/auth`, { headers: HEADERS, data: ADMIN });
  await page.goto(`${product.url}/admin/media`);
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Mail' }).click();
  await expect(page.getByRole('heading', { name: 'Administer Mail' })).toBeVisible();
  const row = page.locator('[data-mail]').filter({ hasText: person.email });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('After 1 try', { timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(page).toHaveURL(/filter=failed/);
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('5.1.1 No such user here');
  await expect(page.getByRole('main')).toContainText('1 address refuses our mail.');
  const refusing = page.getByRole('region', { name: 'Addresses that refuse mail' }).getByRole('row');
  await expect(refusing.filter({ hasText: person.email })).toContainText('5.1.1 No such user here');

  await row.getByRole('button', { name: 'Confirm your email for Scoville' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('/verify/[the secret part of this link]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  smtp.refusals.clear();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await expect(page.getByText('Successfully updated!')).toBeVisible();
  await expect(page.getByText('No emails match this.')).toBeVisible();
  await linkTo(person.email);
  await page.getByRole('button', { name: 'Sent', exact: true }).click();
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Sent', { timeout: 1000 });
  }).toPass();
});
