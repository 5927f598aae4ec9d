import { type Page, expect, test } from './test.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DEFAULT_PLANS } from '@scoville/contract/plans.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { song } from '../fixtures/files.ts';
import { freePort } from '../server/db/free-port.ts';
import { type StandIn, startPayPalStandIn } from '../server/plans/stand-in/stand-in.ts';
import { standInSettings } from '../server/supervisor/payment-stand-in.ts';
import { expectAccessible } from './accessible.ts';
import { HEADERS, signUp } from './people.ts';
import { dragOnto, drop } from './sorting.ts';
import { PROCESSING } from './uploading.ts';

// An installation that sells, through the stand-in; its plans have names of its own.
let product: Product;
let standIn: StandIn;
let url: string;
test.beforeAll(async () => {
  const port = String(await freePort());
  const named = DEFAULT_PLANS.map((plan) =>
    plan.type === 'ghost-pepper' ? { ...plan, displayName: 'Carolina Reaper' } : plan,
  );
  const settings = standInSettings(await freePort(), named) as Record<string, string>;
  const { PAYPAL_API_URL, PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID, PLANS } = settings;
  standIn = await startPayPalStandIn({
    settings: { clientId: PAYPAL_CLIENT_ID!, secret: PAYPAL_SECRET!, webhookId: PAYPAL_WEBHOOK_ID! },
    plans: JSON.parse(PLANS!) as typeof DEFAULT_PLANS,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/paypal`,
    port: Number(new URL(PAYPAL_API_URL!).port),
  });
  // Production would refuse to start with it.
  product = await startProduct({ ...settings, PORT: port, NODE_ENV: 'test' });
  url = product.url;
});
test.afterAll(async () => {
  await product?.stop();
  await standIn?.close();
});

const SCREEN = '/account/subscription';
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
/** Sends a file by the plain call. */
const upload = async (page: Page, path: string) => {
  const file = { name: basename(path), mimeType: 'application/octet-stream', buffer: await readFile(path) };
  return page.request.post(`${url}/api/upload`, { headers: HEADERS, multipart: { file } });
};
/** The id of the media that becomes of it. */
const uploaded = async (page: Page, path: string): Promise<string> => {
  const answer = await upload(page, path);
  expect(answer.status(), await answer.text()).toBe(202);
  return ((await answer.json()) as { media: { id: string } }).media.id;
};
/** On the provider's page. */
const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });
const upgrade = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Upgrade' });
const me = async (page: Page) => {
  const answer = await page.request.get(`${url}/api/users/me`);
  return (await answer.json()) as {
    plan: string;
    isSubscribed: boolean;
    limits: { total: number | null };
    subscription: { status: string } | null;
  };
};
// A message is kept by its tab: a page that loads anew a second later may be gone before anybody looks.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const said = JSON.parse(sessionStorage.getItem('said') ?? '[]') as string[];
      for (const { textContent } of document.querySelectorAll('[data-toast]')) said.push(textContent);
      sessionStorage.setItem('said', JSON.stringify(said));
    }).observe(document, { subtree: true, childList: true });
  }),
);
/** Does something after which the page loads anew about a second later, and has said this before. */
async function reloaded(page: Page, act: () => Promise<void>, said?: string): Promise<void> {
  await page.evaluate(() => (document.body.dataset['before'] = 'yes'));
  await act();
  await expect(page).toHaveURL(url + SCREEN);
  await expect(page.locator('body')).not.toHaveAttribute('data-before');
  const all = await page.evaluate(() => sessionStorage.getItem('said') ?? '[]');
  if (said !== undefined) expect(JSON.parse(all)).toContain(said);
}

test('J-20 PS-04 PS-05 PS-08 PS-09 PS-12 PS-14 PS-15 PS-18 PS-20 ER-28 ER-38 a plan is chosen, left, approved, changed and cancelled', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  const { firstName, id } = await signUp(page, undefined, url);
  // The one song of the trial; a second one is beyond it.
  const songs = [await uploaded(page, await song({ seconds: 2, format: 'mp3', seed: 'plan one' }))];
  const path = await song({ seconds: 2, format: 'mp3', seed: 'plan two' });
  expect((await upload(page, path)).status()).toBe(403);
  await page.goto(url + SCREEN);
  const names = page.getByRole('list', { name: 'Plans' }).getByRole('heading');
  await expect(names).toHaveText(['Mild', 'Spicy', 'Flaming Hot', 'Carolina Reaper']);
  const settings = (await (await page.request.get(`${url}/api/settings`)).json()) as {
    paypal: { clientId: string };
    subscriptions: { plans: { displayName: string; planId: string | null }[] };
  };
  expect(settings.paypal.clientId).toBe('scoville-stand-in');
  expect(settings.subscriptions.plans.map(({ displayName, planId }) => [displayName, planId])).toEqual([
    ['Mild', null],
    ['Spicy', 'P-spicy'],
    ['Flaming Hot', 'P-flaming-hot'],
    ['Carolina Reaper', 'P-ghost-pepper'],
  ]);
  await expect(page.getByText('does not accept payments')).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Limits and perks of the plans' });
  await expect(table.getByRole('row', { name: /^Rearrange your music/ }).getByRole('cell')).toHaveText([
    'No',
    'No',
    'Yes',
    'Yes',
  ]);

  // One's own is no choice; each other is, by its whole card.
  await expect(button(page, 'Subscribe')).toHaveCount(0);
  await expect(card(page, 'Mild').getByRole('button')).toHaveCount(0);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await expect(button(page, 'Choose Spicy')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Choose Flaming Hot')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);

  // The provider's own page, left without an approval.
  await button(page, 'Subscribe').click();
  await expect(page.getByRole('heading', { name: 'Approve a payment' })).toBeVisible();
  await expect(page.getByText('This is a stand-in for PayPal', { exact: false })).toBeVisible();
  await expect(page.getByText('Spicy, USD 4.99 a month')).toBeVisible();
  await page.getByRole('button', { name: 'Leave without approving' }).click();
  await expect(page).toHaveURL(url + SCREEN);
  await expect(page.getByText('Spicy is pending: its payment has not been approved yet.')).toBeVisible();
  await expect(upgrade(page)).toBeVisible();
  expect(await me(page)).toMatchObject({
    plan: 'mild',
    isSubscribed: false,
    limits: { total: 1 },
    subscription: { status: 'pending' },
  });
  await expectAccessible(page);

  // Approved: the page loads anew, and everything knows.
  await page.getByRole('link', { name: 'Continue to PayPal' }).click();
  await reloaded(page, () => approve(page).click(), 'Successfully subscribed!');
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  await expect(upgrade(page)).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'spicy', isSubscribed: true, limits: { total: 5 } });
  songs.push(await uploaded(page, path));
  await page.getByRole('button', { name: `Account of ${firstName}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Subscription Spicy', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  // A change that is given up asks nobody.
  const calls = standIn.calls.length;
  await button(page, 'Change subscription').click();
  await button(page, 'Choose Mild').click();
  await expect(page.getByText('This ends your monthly charges.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Cancel changes').click();
  await expect(button(page, 'Choose Mild')).toHaveCount(0);
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  expect(standIn.calls.length).toBe(calls);
  expect(await me(page)).toMatchObject({ plan: 'spicy' });

  // The next plan has a perk: its musician gives the own media an order.
  await page.goto(`${url}/account/media`);
  for (const [index, media] of songs.entries()) {
    const one = () => page.request.get(`${url}/api/media/${media}`);
    await expect.poll(async () => (await (await one()).json()).status, { timeout: PROCESSING }).toBe('complete');
    const data = { title: `Dish ${index + 1}`, description: 'Served hot.', tags: [{ text: 'late' }], published: true };
    const answer = await page.request.put(`${url}/api/media/${media}`, { headers: HEADERS, data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  const handles = page.getByRole('button', { name: /^Move Dish/ });
  const titles = page.getByRole('main').getByRole('link', { name: /^Dish \d$/ });
  await page.goto(`${url}/${id}`);
  await expect(titles).toHaveText(['Dish 2', 'Dish 1']);
  await expect(handles).toHaveCount(0);
  await page.goto(url + SCREEN);
  await button(page, 'Upgrade').click();
  await button(page, 'Change to Flaming Hot').click();
  await approve(page).click();
  await expect(card(page, 'Flaming Hot')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(url + SCREEN);
  expect(await me(page)).toMatchObject({ plan: 'flaming-hot', limits: { total: 20 } });
  await page.goto(`${url}/${id}`);
  await expect(handles).toHaveCount(2);
  await dragOnto(
    page.getByRole('button', { name: 'Move Dish 2' }),
    page.getByRole('button', { name: 'Move Dish 1' }),
    page.getByRole('status').filter({ hasText: 'Dish 2 is in position 2 of 2.' }),
  );
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/media/positions/'),
  );
  await drop(page);
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(titles).toHaveText(['Dish 1', 'Dish 2']);
  await page.goto(url + SCREEN);

  // Up to the last plan, above which there is none.
  await button(page, 'Upgrade').click();
  await expect(button(page, 'Choose Carolina Reaper')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Change to Carolina Reaper').click();
  await approve(page).click();
  await expect(card(page, 'Carolina Reaper')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(url + SCREEN);
  await expect(button(page, 'Change subscription')).toBeVisible();
  await expect(button(page, 'Upgrade')).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'ghost-pepper', limits: { total: null } });

  // The dialog keeps it, and cancels it.
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await button(page, 'Cancel subscription').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'ghost-pepper' });
  await button(page, 'Cancel subscription').click();
  const confirm = dialog.getByRole('button', { name: 'Cancel subscription', exact: true });
  await reloaded(page, () => confirm.click(), 'Successfully cancelled subscription.');
  await expect(card(page, 'Mild')).toHaveAttribute('aria-current', 'true');
  await expect(upgrade(page)).toBeVisible();
  expect(await me(page)).toMatchObject({ plan: 'mild', isSubscribed: false, limits: { total: 1 } });
  expect([...standIn.subscriptions.values()].map(({ status }) => status)).toEqual(['CANCELLED']);
  // The order stays as it was given, and is changed no more; nor is anything uploaded beyond the trial.
  await page.goto(`${url}/${id}`);
  await expect(titles).toHaveText(['Dish 1', 'Dish 2']);
  await expect(handles).toHaveCount(0);
  expect((await upload(page, path)).status()).toBe(403);
});

test('PS-04 on a phone the table shows all plans beside each other, and nothing is scrolled sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  const box = page.getByRole('region', { name: 'Comparison of the plans' });
  const table = box.getByRole('table', { name: 'Limits and perks of the plans' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Feature',
    'Mild',
    'Spicy',
    'Flaming Hot',
    'Carolina Reaper',
  ]);
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(box).not.toHaveAttribute('tabindex');
  const uploads = table.getByRole('row', { name: /^Uploads/ });
  await uploads.scrollIntoViewIfNeeded();
  for (const words of ['1 upload to try', '5 uploads a month', '20 uploads a month', 'Unlimited uploads'])
    await expect(uploads.getByRole('cell', { name: words, exact: true })).toBeInViewport({ ratio: 1 });
  // What a row is about stands above its plans.
  const [head, first] = [uploads.getByRole('rowheader'), uploads.getByRole('cell').first()];
  const [above, below] = [(await head.boundingBox())!, (await first.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
  await expectAccessible(page);
});

test('an approval that the provider has not confirmed yet is waited for, and not called missing', async ({ page }) => {
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await button(page, 'Subscribe').click();
  standIn.isSlow = true;
  await approve(page).click();
  await expect(page.getByText('PayPal is confirming your payment for Spicy.', { exact: false })).toBeVisible();
  await expect(page.getByText('was not approved yet', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue to PayPal' })).toHaveCount(0);
  await expectAccessible(page);
  // It was asked, and had nothing to say yet; without any reload it is asked again.
  const approved = [...standIn.subscriptions.values()].find(({ status }) => status === 'APPROVED');
  const asked = () => standIn.calls.filter((call) => call === `GET /v1/billing/subscriptions/${approved!.id}`).length;
  await expect.poll(asked).toBeGreaterThan(0);
  standIn.isSlow = false;
  await reloaded(page, () => standIn.act(approved!.id, 'activate'), 'Successfully subscribed!');
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  expect(await me(page)).toMatchObject({ plan: 'spicy', isSubscribed: true });

  // It ends at the provider while a change is being confirmed: what was chosen for it goes with it.
  await button(page, 'Change subscription').click();
  await button(page, 'Choose Mild').click();
  await button(page, 'Change to Mild').click();
  await standIn.act(approved!.id, 'cancel');
  await expect.poll(async () => (await me(page)).plan).toBe('mild');
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await dialog.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await expect(page.getByText('This subscription is no longer active. Choose a plan again.')).toBeVisible();
  await expect(card(page, 'Mild')).toHaveAttribute('aria-current', 'true');
  await expect(button(page, 'Choose Spicy')).toBeVisible();
  await expect(button(page, 'Subscribe')).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
});

test('a first payment that failed is said to have failed, and another plan takes its place', async ({ page }) => {
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await button(page, 'Subscribe').click();
  await page.waitForURL(/\/approve\//);
  standIn.declines = true;
  await approve(page).click();
  await expect(
    page.getByText(
      'The first payment for Spicy failed. PayPal will try again automatically; you can discard this choice or choose another plan.',
    ),
  ).toBeVisible();
  standIn.declines = false;
  await expect(page).toHaveURL(url + SCREEN);
  await expect(page.getByRole('link', { name: 'Continue to PayPal' })).toHaveCount(0);
  await expect(button(page, 'Discard')).toBeVisible();
  await expectAccessible(page);
  const declined = [...standIn.subscriptions.values()].findLast(({ status }) => status === 'ACTIVE')!;
  await card(page, 'Flaming Hot').click({ position: { x: 30, y: 30 } });
  await button(page, 'Subscribe').click();
  await page.waitForURL(/\/approve\//);
  await reloaded(page, () => approve(page).click(), 'Successfully subscribed!');
  await expect(card(page, 'Flaming Hot')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => declined.status).toBe('CANCELLED');
});

test('a choice that is refused, since another has begun meanwhile, shows that one', async ({ page }) => {
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  await card(page, 'Flaming Hot').click({ position: { x: 30, y: 30 } });
  await expect(button(page, 'Subscribe')).toBeVisible();
  const chosen = await page.request.post(`${url}/api/subscription`, { headers: HEADERS, data: { plan: 'spicy' } });
  expect(chosen.status()).toBe(200);
  await standIn.act([...standIn.subscriptions.keys()].at(-1)!, 'approve');
  await button(page, 'Subscribe').click();
  await expect(page.getByText('You already have a plan. Change it, or cancel it first.')).toBeVisible();
  await expect(button(page, 'Cancel subscription')).toBeVisible();
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
});

/** Chooses Spicy, and approves it without PayPal's confirmation. Returns its name at PayPal. */
async function approveSlowly(page: Page): Promise<string> {
  await page.goto(url + SCREEN);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await button(page, 'Subscribe').click();
  await page.waitForURL(/\/approve\//);
  standIn.isSlow = true;
  await approve(page).click();
  await page.waitForURL(/confirm=/);
  standIn.isSlow = false;
  return [...standIn.subscriptions.values()].findLast(({ status }) => status === 'APPROVED')!.id;
}
const confirmations = () => standIn.calls.filter((call) => call.startsWith('GET /v1/billing/subscriptions/')).length;

test('a question that PayPal does not answer is asked again; when all were asked in vain, whoever waits may ask on', async ({
  page,
}) => {
  // Minutes of waiting become a moment.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, delay?: number, ...more: unknown[]) =>
        later(run, delay === 3000 ? 30 : delay, ...more),
    });
  });
  await signUp(page, undefined, url);
  const ref = await approveSlowly(page);
  try {
    await expect(page.getByText('PayPal has not confirmed it yet.', { exact: false })).toBeVisible();
    await expect(page.getByText('PayPal is confirming your payment', { exact: false })).toHaveCount(0);
    await expectAccessible(page);
    // Answers that fail are no end, either.
    standIn.broken = 500;
    const before = confirmations();
    await button(page, 'Check again').click();
    await expect(page.getByText('PayPal is confirming your payment for Spicy.', { exact: false })).toBeVisible();
    await expect.poll(confirmations).toBeGreaterThan(before + 1);
    await expect(page.getByText('PayPal could not be reached just now', { exact: false })).toBeVisible();
    await expect(page.getByText('PayPal has not confirmed it yet.', { exact: false })).toBeVisible();
  } finally {
    standIn.broken = null;
  }
  await standIn.act(ref, 'activate');
  await reloaded(page, () => button(page, 'Check again').click(), 'Successfully subscribed!');
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  // “Back” leads out, and not to the question once more.
  await expect(page).toHaveURL(url + SCREEN);
  await page.goBack();
  await expect(page).toHaveURL(/\/approve\//);
});

test('a page that the browser brings back as it was left is loaded anew', async ({ page }) => {
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  await card(page, 'Flaming Hot').click({ position: { x: 30, y: 30 } });
  // The provider's page comes, and goes again by “Back”.
  await page.route('**/approve/**', (route) => route.fulfill({ status: 204 }));
  const left = page.waitForRequest('**/approve/**');
  await button(page, 'Subscribe').click();
  await left;
  await expect(button(page, 'Subscribe')).toHaveAttribute('aria-busy', 'true');
  await reloaded(page, () =>
    page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  );
  await expect(page.getByText('Flaming Hot is pending', { exact: false })).toBeVisible();
  await reloaded(page, () => button(page, 'Discard').click(), 'Your choice was discarded.');
  await expect(page.getByText('Flaming Hot is pending', { exact: false })).toHaveCount(0);
});
