import {
  type ChosenPlan,
  DISCARDED,
  type PaidPlan,
  cancelPlan,
  confirmPlan,
  paidPlan,
  revisePlan,
  subscribe,
} from '@scoville/contract/business/billing/paid-plans.ts';
import { DEFAULT_PLANS, plans } from '@scoville/contract/accounts/plans.ts';
import { type Me, me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { NOW, member, newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { toast } from '../../testkit/find.ts';
import { expectNoSideways, textsOf } from '../../testkit/matchers.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { leftFor } from '../../testkit/stay-here.ts';

const SCREEN = '/account/subscription';
const APPROVAL = 'https://pay.example/approve/1';
const NOTHING: PaidPlan = { current: null, pending: null, assigned: null };
const card = (name: string) => page.getByRole('article', { name, exact: true });
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const confirming = page.getByText('PayPal is confirming your payment for Spicy.');
const unconfirmed = page.getByText('PayPal has not confirmed it yet.');

const chosen = (plan: string, more: Partial<ChosenPlan> = {}): ChosenPlan => ({
  id: newId(),
  plan,
  status: 'pending',
  approveUrl: APPROVAL,
  nextBillingOn: null,
  graceUntil: null,
  firstPaymentFailed: false,
  createdOn: NOW,
  ...more,
});
const active = (plan: string): ChosenPlan => chosen(plan, { status: 'active', approveUrl: null });

/** The server's state of the account's paid plan. */
let paid: PaidPlan;
let person: Me;

/** Changes the server's answer from now on to another plan of the same account. */
function changeTo(current: ChosenPlan | null): void {
  paid = { ...NOTHING, current };
  fake(me, { ...person, plan: current?.plan ?? 'mild', isSubscribed: current !== null });
}

/** Opens the screen of an account with this paid or pending plan, in an installation that sells plans. */
async function openWith(state: Partial<PaidPlan> = {}, path = SCREEN): Promise<void> {
  paid = { ...NOTHING, ...state };
  person = member({ plan: paid.current?.plan ?? 'mild', isSubscribed: paid.current !== null });
  await openScreen(path, { as: person });
  await expect.element(page.getByRole('heading', { name: 'Subscription' })).toBeVisible();
}

/** Advances the clock while PayPal is polled, one answer at a time. */
const untilShown = (what: Locator) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return what.query();
    })
    .not.toBeNull();

/** Expects that the page has shown the success, and is reloaded a second later. */
async function expectReloaded(message: string): Promise<void> {
  await expect.element(toast(message)).toBeVisible();
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(() => leftFor).toEqual([location.origin + SCREEN]);
}

beforeEach(() => {
  emptyScreens();
  leftFor.length = 0;
  fake(plans, { plans: DEFAULT_PLANS, forSale: true });
  fake(paidPlan, () => paid);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

test('an approval that PayPal has not confirmed yet is polled, and not reported as missing', async () => {
  const pending = chosen('spicy');
  const asked = fake(confirmPlan, () => paid);
  await openWith({ pending }, `${SCREEN}?confirm=${pending.id}`);
  await expect.element(confirming).toBeVisible();
  await expect.element(page.getByText('has not been approved yet')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Continue to PayPal' })).not.toBeInTheDocument();
  expect(asked.calls).toHaveLength(1);
  paid = { ...NOTHING, current: { ...active('spicy'), id: pending.id } };
  await vi.advanceTimersByTimeAsync(3000);
  await expectReloaded('Successfully subscribed!');
});

test('a subscription that ends while a change to it is being confirmed ends the change, too', async () => {
  const ENDED = 'This subscription is no longer active. Choose a plan again.';
  await openWith({ current: active('spicy') });
  fake(revisePlan, () => {
    changeTo(null);
    return refused(409, ENDED);
  });
  await button('Change subscription').click();
  await button('Choose Mild').click();
  await button('Change to Mild').click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await dialog.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await expect.element(toast(ENDED)).toBeVisible();
  await expect.element(card('Mild')).toHaveAttribute('aria-current', 'true');
  await expect.element(button('Choose Spicy')).toBeVisible();
  await expect.element(button('Subscribe')).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a failed first payment is reported, and another plan can be chosen', async () => {
  const pending = chosen('spicy');
  fake(confirmPlan, { ...NOTHING, pending: { ...pending, approveUrl: null, firstPaymentFailed: true } });
  await openWith({ pending }, `${SCREEN}?confirm=${pending.id}`);
  const failed =
    'The first payment for Spicy failed. PayPal will try again automatically; you can discard this choice or choose another plan.';
  await expect.element(page.getByText(failed)).toBeVisible();
  await expect.poll(address).toBe(SCREEN);
  await expect.element(page.getByRole('link', { name: 'Continue to PayPal' })).not.toBeInTheDocument();
  await expect.element(button('Discard')).toBeVisible();
  await expectAccessible();
  const sent = fake(subscribe, { ...NOTHING, approveUrl: APPROVAL, message: 'Approve it.' });
  await button('Choose Flaming Hot').click();
  await button('Subscribe').click();
  await expect.poll(() => leftFor).toEqual([APPROVAL]);
  expect(sent.calls.map(({ body }) => body)).toEqual([{ plan: 'flaming-hot' }]);
});

test('a choice that is refused because another plan has started shows that plan', async () => {
  const BEGUN = 'You already have a plan. Change it, or cancel it first.';
  await openWith();
  fake(subscribe, () => {
    changeTo(active('spicy'));
    return refused(409, BEGUN);
  });
  await card('Flaming Hot').click({ position: { x: 30, y: 30 } });
  await button('Subscribe').click();
  await expect.element(toast(BEGUN)).toBeVisible();
  await expect.element(button('Cancel subscription')).toBeVisible();
  await expect.element(card('Spicy')).toHaveAttribute('aria-current', 'true');
});

test('PayPal’s confirmation is polled for a minute, even after errors, and again on request', async () => {
  const pending = chosen('spicy');
  const asked = fake(confirmPlan, () => paid);
  await openWith({ pending }, `${SCREEN}?confirm=${pending.id}`);
  await expect.element(confirming).toBeVisible();
  await untilShown(unconfirmed);
  await expect.element(confirming).not.toBeInTheDocument();
  await expectAccessible();
  expect(asked.calls).toHaveLength(20);

  const AWAY = 'PayPal could not be reached just now, and nothing was changed. Please try again in a moment.';
  const failing = fake(confirmPlan, refused(503, AWAY));
  await button('Check again').click();
  await expect.element(confirming).toBeVisible();
  await untilShown(toast(AWAY));
  await expect.element(unconfirmed).toBeVisible();
  expect(failing.calls).toHaveLength(20);

  fake(confirmPlan, { ...NOTHING, current: { ...active('spicy'), id: pending.id } });
  await button('Check again').click();
  await expectReloaded('Successfully subscribed!');
});

test('a page that the browser restores from its cache is reloaded', async () => {
  await openWith();
  fake(subscribe, { ...NOTHING, approveUrl: APPROVAL, message: 'Approve it.' });
  await card('Flaming Hot').click({ position: { x: 30, y: 30 } });
  await button('Subscribe').click();
  await expect.poll(() => leftFor).toEqual([APPROVAL]);
  await expect.element(button('Subscribe')).toHaveAttribute('aria-busy', 'true');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(leftFor).toEqual([APPROVAL, location.href]);
});

test('a choice that waits for its approval can be discarded', async () => {
  const pending = chosen('flaming-hot');
  const sent = fake(cancelPlan, { ...NOTHING, message: DISCARDED });
  await openWith({ pending });
  await expect.element(page.getByText('Flaming Hot is pending')).toBeVisible();
  await button('Discard').click();
  await expectReloaded(DISCARDED);
  expect(sent.calls.map(({ params }) => params)).toEqual([{ id: pending.id }]);
  await openWith();
  await expect.element(page.getByText('Flaming Hot is pending')).not.toBeInTheDocument();
});

test('PS-04 on a phone the table shows all plans beside each other without scrolling', async () => {
  await page.viewport(390, 844);
  const named = DEFAULT_PLANS.map((plan) =>
    plan.type === 'ghost-pepper' ? { ...plan, displayName: 'Carolina Reaper' } : plan,
  );
  fake(plans, { plans: named, forSale: true });
  await openWith();
  const box = page.getByRole('region', { name: 'Comparison of the plans' });
  const table = box.getByRole('table', { name: 'Limits and perks of the plans' });
  const heads = ['Feature', 'Mild', 'Spicy', 'Flaming Hot', 'Carolina Reaper'];
  await expect.poll(() => textsOf(table.getByRole('columnheader'))).toEqual(heads);
  const { scrollWidth, clientWidth } = box.element();
  expect(scrollWidth).toBe(clientWidth);
  await expectNoSideways();
  await expect.element(box).not.toHaveAttribute('tabindex');
  const uploads = table.getByRole('row', { name: /^Uploads/ });
  uploads.element().scrollIntoView();
  for (const words of ['1 upload to try', '5 uploads a month', '20 uploads a month', 'Unlimited uploads'])
    await expect.element(uploads.getByRole('cell', { name: words, exact: true })).toBeInViewport({ ratio: 1 });
  // The row's name is above its values.
  const above = uploads.getByRole('rowheader').element().getBoundingClientRect();
  const below = uploads.getByRole('cell').first().element().getBoundingClientRect();
  expect(above.bottom).toBeLessThanOrEqual(below.top + 1);
});
