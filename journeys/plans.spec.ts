import { type Page, expect, test } from '@playwright/test';
import { DEFAULT_PLANS } from '@scoville/contract/plans.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { freePort } from '../server/db/free-port.ts';
import { type StandIn, startPayPalStandIn } from '../server/plans/stand-in/stand-in.ts';
import { standInSettings } from '../server/supervisor/payment-stand-in.ts';
import { expectAccessible } from './accessible.ts';
import { signUp } from './people.ts';

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
/** Does something after which the page loads anew about a second later. */
async function reloaded(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => (document.body.dataset['before'] = 'yes'));
  const loads = page.waitForEvent('load');
  await act();
  await loads;
  await expect(page).toHaveURL(url + SCREEN);
  await expect(page.locator('body')).not.toHaveAttribute('data-before');
}

test('PS-04 PS-05 PS-08 PS-09 PS-12 PS-14 PS-15 PS-18 PS-20 ER-28 ER-38 a plan is chosen, left, approved, changed and cancelled', async ({
  page,
}) => {
  const { firstName } = await signUp(page, undefined, url);
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
  await expect(button(page, 'Spicy is chosen')).toHaveAttribute('aria-pressed', 'true');
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
  await page.getByRole('link', { name: 'Continue at PayPal' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Successfully subscribed!')).toBeVisible();
  await expect(page).toHaveURL(url + SCREEN);
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  await expect(upgrade(page)).toHaveCount(0);
  expect(await me(page)).toMatchObject({ plan: 'spicy', isSubscribed: true, limits: { total: 5 } });
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

  // Up to the last plan, above which there is none.
  await button(page, 'Upgrade').click();
  await expect(button(page, 'Flaming Hot is chosen')).toBeVisible();
  await button(page, 'Choose Carolina Reaper').click();
  await button(page, 'Change to Carolina Reaper').click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
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
  await reloaded(page, async () => {
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Successfully cancelled subscription.', { exact: true })).toBeVisible();
  });
  await expect(card(page, 'Mild')).toHaveAttribute('aria-current', 'true');
  await expect(upgrade(page)).toBeVisible();
  expect(await me(page)).toMatchObject({ plan: 'mild', isSubscribed: false, limits: { total: 1 } });
  expect([...standIn.subscriptions.values()].map(({ status }) => status)).toEqual(['CANCELLED']);
});

test('an approval that the provider has not confirmed yet is waited for, and not called missing', async ({ page }) => {
  await signUp(page, undefined, url);
  await page.goto(url + SCREEN);
  await card(page, 'Spicy').click({ position: { x: 30, y: 30 } });
  await button(page, 'Subscribe').click();
  standIn.isSlow = true;
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('PayPal is confirming your payment for Spicy.', { exact: false })).toBeVisible();
  await expect(page.getByText('was not approved yet', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue at PayPal' })).toHaveCount(0);
  await expectAccessible(page);
  // It was asked, and had nothing to say yet; without any reload it is asked again.
  const approved = [...standIn.subscriptions.values()].find(({ status }) => status === 'APPROVED');
  const asked = () => standIn.calls.filter((call) => call === `GET /v1/billing/subscriptions/${approved!.id}`).length;
  await expect.poll(asked).toBeGreaterThan(0);
  standIn.isSlow = false;
  await standIn.act(approved!.id, 'activate');
  await expect(page.getByText('Successfully subscribed!')).toBeVisible();
  await expect(page).toHaveURL(url + SCREEN);
  await expect(card(page, 'Spicy')).toHaveAttribute('aria-current', 'true');
  expect(await me(page)).toMatchObject({ plan: 'spicy', isSubscribed: true });
});
