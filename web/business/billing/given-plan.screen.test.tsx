import { ChosenPlan, paidPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { DEFAULT_PLANS, plans } from '@scoville/contract/accounts/plans.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, musician, newId } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { sample } from '../../testkit/sample.ts';
import { openScreen } from '../../testkit/screen.tsx';

test('a plan given by an administrator is shown with its effect on a paid plan', async () => {
  const as = musician();
  const spicy = sample(ChosenPlan, {
    id: newId(),
    plan: 'spicy',
    status: 'active',
    firstPaymentFailed: false,
    createdOn: NOW,
  });
  let current: ChosenPlan | null = null;
  fake(paidPlan, () => ({ current, pending: null, assigned: 'ghost-pepper' }));
  fake(plans, { plans: DEFAULT_PLANS, forSale: true });
  const given = page.getByRole('status').filter({ hasText: 'An administrator gave you the Ghost Pepper plan.' });
  await openScreen('/account/subscription', { as });
  await expect.element(given).toHaveTextContent('You are not charged for it.');
  current = spicy;
  await openScreen('/account/subscription', { as });
  await expect.element(given).toHaveTextContent('You go on paying for Spicy, as before');
});
