import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { trySignIn } from '../../testkit/sign-in.ts';

const card = (name: string) => page.getByRole('article', { name });
const current = page.getByRole('article').filter({ has: page.getByText('Your plan', { exact: true }) });

beforeEach(emptyScreens);

test('RT-26 the subscription screen is for members only', async () => {
  const person = member();
  fake(login, person);
  await openScreen('/account/subscription');
  await expect.poll(address).toBe('/login');
  fake(me, person);
  await trySignIn();
  await expect.poll(address).toBe('/account/subscription');
  await expect.poll(() => document.title).toBe('Subscription | Scoville');
});

test('PS-01 PS-20 LM-05 the screen shows three paid plans beside the free one, and that no plan is sold here', async () => {
  await openScreen('/account/subscription', { as: member() });
  const headings = page.getByRole('list', { name: 'Plans' }).getByRole('heading');
  await expect.poll(() => textsOf(headings)).toEqual(['Mild', 'Spicy', 'Flaming Hot', 'Ghost Pepper']);
  for (const [name, price] of [
    ['Mild', 'Free'],
    ['Spicy', '$4.99 a month'],
    ['Flaming Hot', '$9.99 a month'],
    ['Ghost Pepper', '$19.99 a month'],
  ] as const)
    await expect.element(card(name).getByText(price, { exact: true })).toBeVisible();
  const noSale =
    'This installation does not accept payments: everybody has the Mild plan unless an administrator assigns another.';
  await expect.element(page.getByText(noSale, { exact: true })).toBeVisible();
});

test('the screen names the plan that all users have if none is sold', async () => {
  const { limits } = DEFAULT_PLANS.at(-1)!;
  const settings = { subscriptions: { plans: DEFAULT_PLANS, basePlan: 'ghost-pepper', limits } };
  await openScreen('/account/subscription', { as: member({ plan: 'ghost-pepper' }), settings });
  await expect.element(page.getByText(/everybody has the Ghost Pepper plan unless/)).toBeVisible();
  await expect.element(card('Ghost Pepper').getByText('Your plan')).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument();
});

test('PS-03 each card lists the limits and perks of its plan', async () => {
  await openScreen('/account/subscription', { as: member() });
  const cards = {
    Mild: ['1 upload to try', 'Files up to 50 MB', 'Recordings up to 60 minutes, Full HD videos up to 20'],
    Spicy: ['5 uploads a month', 'Files up to 100 MB', 'Recordings up to 120 minutes, Full HD videos up to 40'],
    'Flaming Hot': [
      '20 uploads a month',
      'Files up to 250 MB',
      'Recordings up to 240 minutes, Full HD videos up to 90',
      'Rearrange your music',
    ],
    'Ghost Pepper': [
      'Unlimited uploads',
      'Files up to 1,000 MB',
      'Recordings up to 240 minutes, Full HD videos up to 240',
      'Rearrange your music',
      'Listen without ads',
    ],
  };
  for (const [name, texts] of Object.entries(cards))
    await expect.poll(() => textsOf(card(name).getByRole('listitem'))).toEqual(texts);
});

test('AU-03 PS-02 PS-17 the card and the account menu name the member’s plan', async () => {
  for (const [plan, name] of [
    ['mild', 'Mild'],
    ['spicy', 'Spicy'],
  ] as const) {
    await openScreen('/account/subscription', { as: member({ plan }) });
    await expect.element(current).toHaveAccessibleName(name);
    await expect.element(current).toHaveAttribute('aria-current', 'true');
    // The border has the text's colour, because ember is reserved for a screen's main action.
    const { color, borderTopColor } = getComputedStyle(current.element());
    expect(borderTopColor).toBe(color);
    await page.getByRole('button', { name: 'Account of Juno' }).click();
    await expect.element(page.getByRole('menuitem', { name: `Subscription ${name}`, exact: true })).toBeVisible();
  }
});
