import { type Page, expect, test } from './testkit/test.ts';
import { startProduct } from '../scripts/product.ts';
import { freePort } from '../server/platform/db/free-port.ts';
import { asAdmin, somebody } from './testkit/people.ts';

const alert = (page: Page, text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text });
const robot = (page: Page) => page.getByLabel('I am not a robot');
const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();

async function fill(page: Page, { name = 'Vera Lopez', email = 'vera@example.org', message = 'Hello' }): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message', { exact: true }).fill(message);
}

/** The messages to the operator that have this address as their reply address. */
const messagesOf = (email: string) =>
  asAdmin(async (admin) => {
    const { mail } = (await (await admin.get('/api/outbox?size=100')).json()) as {
      mail: { kind: string; to: string; replyTo: string | null; text: string }[];
    };
    return mail.filter(({ kind, replyTo }) => kind === 'support' && replyTo === email);
  });

test('RT-50 CF-02 CF-03 ER-29 VA-17 VA-18 VA-19 VA-20 J-25 a visitor writes to the operator', async ({ page }) => {
  const { email } = somebody();
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
  await page.goto('/help/contact');
  await expect(page).toHaveTitle('Contact | Scoville');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await send(page);
  for (const text of [
    'Name is required.',
    'A valid email is required.',
    'Message is required.',
    'Invalid reCAPTCHA response.',
  ])
    await expect(alert(page, text)).toHaveText(text);
  await fill(page, { email: 'vera@' });
  await expect(alert(page, 'A valid email is required.')).toBeVisible();
  await fill(page, { email, message: 'My song is gone.\nWhere is it?' });
  await expect(alert(page, 'is required.')).toHaveCount(0);
  // The captcha is loaded only when a visitor starts to solve it.
  expect(loaded.filter((path) => /captcha|solve-challenge|proof\.worker/.test(path))).toEqual([]);
  await robot(page).check();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Done.' })).toBeVisible();
  expect(loaded).toContain('/api/captcha');
  await expect(alert(page, 'Invalid reCAPTCHA response.')).toHaveCount(0);
  await send(page);
  await expect(
    page.getByText('Message was successfully sent. We will get back to you soon.', { exact: true }),
  ).toBeVisible();
  // The thank-you message replaces the form and takes the focus, so that a screen reader continues there.
  await expect(page.getByText(`Thank you. The answer will come to ${email}.`)).toBeFocused();
  const [message] = await messagesOf(email);
  expect(message?.to).toBe('admin@example.org');
  expect(message?.text).toContain('My song is gone.\nWhere is it?');
});

test('the captcha can be solved over plain HTTP from another machine', async ({ playwright, launchOptions }) => {
  const port = String(await freePort());
  const url = `http://music.example:${port}`;
  const product = await startProduct({ PORT: port, PUBLIC_URL: url });
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP music.example 127.0.0.1'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/help/contact`);
    expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false]);
    await fill(page, {});
    await robot(page).check();
    await expect(page.getByText('Done.', { exact: true })).toBeVisible();
    await send(page);
    await expect(page.getByText('Thank you. The answer will come to vera@example.org.')).toBeVisible();
  } finally {
    await browser.close();
    await product.stop();
  }
});
