import { type Page, expect, test } from './testkit/test.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { song } from '../fixtures/files.ts';
import { freePort } from '../server/platform/db/free-port.ts';
import { type StandIn, startPayPalStandIn } from '../server/testkit/paypal-stand-in/stand-in.ts';
import { standInSettings } from '../server/frame/supervisor/payment-stand-in.ts';
import { HEADERS, signUp } from './testkit/people.ts';
import { dragOnto, drop } from './testkit/sorting.ts';
import { PROCESSING } from './testkit/uploading.ts';

// A product that sells plans through the PayPal stand-in, with one plan renamed.
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
  // In production, the product would refuse to start with the stand-in.
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
/** Uploads a file with a plain API call. */
const upload = async (page: Page, path: string) => {
  const file = { name: basename(path), mimeType: 'application/octet-stream', buffer: await readFile(path) };
  return page.request.post(`${url}/api/upload`, { headers: HEADERS, multipart: { file } });
};
/** Uploads a file and returns the id of the new song. */
const uploaded = async (page: Page, path: string): Promise<string> => {
  const answer = await upload(page, path);
  expect(answer.status(), await answer.text()).toBe(202);
  return ((await answer.json()) as { media: { id: string } }).media.id;
};
/** The button on the payment provider's page. */
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
// Records every message in the tab's session storage, because the page may reload a second after showing one.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      const said = JSON.parse(sessionStorage.getItem('said') ?? '[]') as string[];
      for (const { textContent } of document.querySelectorAll('[data-toast]')) said.push(textContent);
      sessionStorage.setItem('said', JSON.stringify(said));
    }).observe(document, { subtree: true, childList: true });
  }),
);
/**
 * Runs an action after which the page reloads within about a second. Checks that the page showed this message before
 * the reload.
 */
async function reloaded(page: Page, act: () => Promise<void>, said: string): Promise<void> {
  await page.evaluate(() => (document.body.dataset['before'] = 'yes'));
  await act();
  await expect(page).toHaveURL(url + SCREEN);
  await expect(page.locator('body')).not.toHaveAttribute('data-before');
  const all = await page.evaluate(() => sessionStorage.getItem('said') ?? '[]');
  expect(JSON.parse(all)).toContain(said);
}

test('J-20 PS-04 PS-05 PS-08 PS-09 PS-12 PS-14 PS-15 PS-18 PS-20 ER-28 ER-38 a member chooses a plan, leaves the payment, approves it, changes the plan and cancels it', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  const { firstName, id } = await signUp(page, undefined, url);
  // The trial includes one song, so the second upload is refused.
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

  // The member's current plan can't be chosen. Each other plan can, by a click anywhere on its card.
  await expect(button(page, 'Subscribe')).toHaveCount(0);
  await expect(card(page, 'Mild').getByRole('button')).toHaveCount(0);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await expect(button(page, 'Choose Spicy')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Choose Flaming Hot')).toHaveAttribute('aria-pressed', 'false');

  // Leave the provider's page without an approval.
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

  // After the approval, the page reloads and shows the new plan everywhere.
  await page.getByRole('link', { name: 'Continue to PayPal' }).click();
  await reloaded(page, () => approve(page).click(), 'Successfully subscribed!');
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  await expect(upgrade(page)).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'spicy', isSubscribed: true, limits: { total: 5 } });
  songs.push(await uploaded(page, path));
  await page.getByRole('button', { name: `Account of ${firstName}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Subscription Spicy', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // Abandoning a change makes no call to the provider.
  const calls = standIn.calls.length;
  await button(page, 'Change subscription').click();
  await button(page, 'Choose Mild').click();
  await expect(page.getByText('This ends your monthly charges.')).toBeVisible();
  await button(page, 'Cancel changes').click();
  await expect(button(page, 'Choose Mild')).toHaveCount(0);
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  expect(standIn.calls.length).toBe(calls);
  expect(await me(page)).toMatchObject({ plan: 'spicy' });

  // The next plan has a perk: musicians can reorder their songs.
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

  // Upgrade to the largest plan. After that, no upgrade is offered.
  await button(page, 'Upgrade').click();
  await expect(button(page, 'Choose Carolina Reaper')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Change to Carolina Reaper').click();
  await approve(page).click();
  await expect(card(page, 'Carolina Reaper')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(url + SCREEN);
  await expect(button(page, 'Change subscription')).toBeVisible();
  await expect(button(page, 'Upgrade')).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'ghost-pepper', limits: { total: null } });

  // The dialog first keeps the subscription, then cancels it.
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await button(page, 'Cancel subscription').click();
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
  // The songs keep their order, but the musician can no longer change it, or upload beyond the trial.
  await page.goto(`${url}/${id}`);
  await expect(titles).toHaveText(['Dish 1', 'Dish 2']);
  await expect(handles).toHaveCount(0);
  expect((await upload(page, path)).status()).toBe(403);
});
