import { type Page, expect, test } from './test.ts';
import { startProduct } from '../scripts/product.ts';
import { freePort } from '../server/db/free-port.ts';
import { startRecaptcha } from '../server/testkit/recaptcha.ts';
import { expectAccessible } from './accessible.ts';
import { asAdmin, signUp, somebody } from './people.ts';

const PAGES = [
  ['About Us', '/help/about'],
  ['FAQs', '/help/faq'],
  ['Contact', '/help/contact'],
  ['Terms of Use', '/help/terms'],
  ['Privacy Policy', '/help/privacy'],
] as const;

const alert = (page: Page, text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text });
const robot = (page: Page) => page.getByLabel('I am not a robot');
const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();

async function fill(page: Page, { name = 'Vera Lopez', email = 'vera@example.org', message = 'Hello' }): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message', { exact: true }).fill(message);
}

/** The messages that a sender's address is on, as the operator got them. */
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
  await expectAccessible(page);
  await send(page);
  for (const text of [
    'Name is required.',
    'A valid email is required.',
    'Message is required.',
    'Invalid reCAPTCHA response.',
  ])
    await expect(alert(page, text)).toHaveText(text);
  await expectAccessible(page);
  await fill(page, { email: 'vera@' });
  await expect(alert(page, 'A valid email is required.')).toBeVisible();
  await fill(page, { email, message: 'My song is gone.\nWhere is it?' });
  await expect(alert(page, 'is required.')).toHaveCount(0);
  // What proves it comes when somebody wants to.
  expect(loaded.filter((path) => /captcha|solve-challenge|proof\.worker/.test(path))).toEqual([]);
  await robot(page).check();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Done.' })).toBeVisible();
  expect(loaded).toContain('/api/captcha');
  await expect(alert(page, 'Invalid reCAPTCHA response.')).toHaveCount(0);
  await send(page);
  await expect(
    page.getByText('Message was successfully sent. We will get back to you soon.', { exact: true }),
  ).toBeVisible();
  // It stands where the form was, and a screen reader goes on there.
  await expect(page.getByText(`Thank you. The answer will come to ${email}.`)).toBeFocused();
  await expectAccessible(page);
  const [message] = await messagesOf(email);
  expect(message?.to).toBe('admin@example.org');
  expect(message?.text).toContain('My song is gone.\nWhere is it?');
});

test('over plain http from another machine the captcha is solved as well', async ({ playwright, launchOptions }) => {
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

test('VA-20 a captcha that the server refuses is to be solved again; what was typed stays', async ({ page }) => {
  const { email } = await signUp(page);
  await page.goto('/help/contact');
  // Whoever is signed in need not say who they are.
  await expect(page.getByLabel('Name')).toHaveValue('Juno Reyes');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Message', { exact: true }).fill('Once more');
  const copies: string[] = [];
  await page.route('**/api/messages/support', async (route) => {
    const body = route.request().postDataJSON() as { recaptcha: string };
    copies.push(body.recaptcha);
    await route.continue({ postData: JSON.stringify({ ...body, recaptcha: body.recaptcha.slice(0, -40) }) });
  });
  await robot(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await send(page);
  await expect(alert(page, 'Invalid reCAPTCHA response.')).toBeVisible();
  await expect(robot(page)).not.toBeChecked();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Once more');
  await page.unroute('**/api/messages/support');
  await robot(page).check();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await send(page);
  await expect(page.getByText(`Thank you. The answer will come to ${email}.`)).toBeVisible();
  expect(copies).toHaveLength(1);
  expect(await messagesOf(email)).toHaveLength(1);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(robot(page)).not.toBeChecked();
});

test('a captcha that cannot be had says so, and can be tried again', async ({ page }) => {
  await page.goto('/help/contact');
  await page.route('**/api/captcha', (route) => route.abort());
  // It is refused so fast that nobody may see it ticked.
  await robot(page).click();
  await expect(alert(page, 'This could not be checked. Check your connection and tick the box again.')).toBeVisible();
  await expect(robot(page)).not.toBeChecked();
  await page.unroute('**/api/captcha');
  await robot(page).check();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});

test('with the keys of reCAPTCHA its own box stands there, and what it says is what is sent', async ({ page }) => {
  const recaptcha = await startRecaptcha('the secret key');
  try {
    // A page that a test answered may not itself reach this machine.
    await page.route(`${recaptcha.url}**`, async (route) => route.fulfill({ response: await route.fetch() }));
    // As an installation with these keys answers; its server's half is tested at /api/messages/support.
    await page.route(/\/help\/contact$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        /"reCAPTCHA":\{[^}]*\}/,
        JSON.stringify({ reCAPTCHA: { siteKey: 'abc', address: recaptcha.url } }).slice(1, -1),
      );
      const policy = (answer.headers()['content-security-policy'] ?? '').replace(
        "script-src 'self'",
        `script-src 'self' ${recaptcha.url}`,
      );
      await route.fulfill({
        response: answer,
        body,
        headers: { ...answer.headers(), 'content-security-policy': policy },
      });
    });
    await page.goto('/help/contact');
    await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
    await expect(robot(page)).toHaveCount(0);
    await fill(page, {});
    await page.getByRole('button', { name: 'Solve the captcha of abc' }).click();
    await page.getByRole('button', { name: 'Wait too long' }).click();
    await send(page);
    await expect(alert(page, 'Invalid reCAPTCHA response.')).toBeVisible();
    await page.getByRole('button', { name: 'Solve the captcha of abc' }).click();
    await expect(alert(page, 'Invalid reCAPTCHA response.')).toHaveCount(0);
    const sent = page.waitForRequest('**/api/messages/support');
    await send(page);
    expect((await sent).postDataJSON()).toMatchObject({ recaptcha: 'solved by hand' });
    // This installation has no such keys; a used response is never sent twice.
    await expect(alert(page, 'Invalid reCAPTCHA response.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Solve the captcha of abc' })).toHaveCount(1);
  } finally {
    await recaptcha.close();
  }
});

test('RT-48 RT-49 MB-13 J-25 the foot of every page leads to the five pages of the help', async ({ page }) => {
  await page.goto('/help');
  await expect(page).toHaveURL('/help/faq');
  const foot = page.getByRole('navigation', { name: 'Footer' });
  await expect(foot.getByRole('link')).toHaveText(PAGES.map(([title]) => title));
  for (const [title, path] of PAGES) {
    await foot.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} | Scoville`);
    await expect(
      page.getByRole('navigation', { name: 'Help', exact: true }).getByRole('link', { name: title }),
    ).toHaveAttribute('aria-current', 'page');
    if (path === '/help/contact') continue;
    await expect.poll(async () => (await page.getByRole('main').innerText()).length).toBeGreaterThan(1500);
    await expectAccessible(page);
  }
});

test('the help is searched from the keyboard, and each question has an address', async ({ page }) => {
  await page.goto('/help/faq#how-do-i-delete-my-account');
  const question = page.getByRole('heading', { name: 'How do I delete my account?' });
  await expect(question).toBeInViewport();
  await page.goto('/help/about');
  const field = page.getByRole('searchbox', { name: 'Search the help' });
  await field.focus();
  await page.keyboard.type('master chef');
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link');
  await expect(results.first()).toContainText('How do I get the Master Chef badge?');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^\d+ results?$/);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/help/faq#how-do-i-get-the-master-chef-badge');
  // A screen reader goes on there.
  const found = page.getByRole('heading', { name: 'How do I get the Master Chef badge?' });
  await expect(found).toBeFocused();
  await expect(found).toBeInViewport();
  await expect(results).toHaveCount(0);

  await field.fill('xylophone');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Nothing in the help matches “xylophone”.');
  await expectAccessible(page);
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await field.fill('xylophone');
  await page.getByRole('link', { name: 'Ask the people who run this site' }).click();
  await expect(page).toHaveURL('/help/contact');
  // A link in a text leads on without loading the page again.
  await page.goto('/help/terms');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('main').getByRole('link', { name: 'Delete Account' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});
