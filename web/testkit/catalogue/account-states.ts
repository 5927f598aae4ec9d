import { dataExport } from '@scoville/contract/review/data-export.ts';
import { STEPS, gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { identities } from '@scoville/contract/accounts/identities/identities.ts';
import { paidPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { DEFAULT_PLANS, plans } from '@scoville/contract/accounts/plans.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { secondFactor, beginTotp } from '@scoville/contract/accounts/second-factor.ts';
import { NOW, administrator, member, musician } from '../accounts.ts';
import { fake, refused } from '../api.ts';
import { knownMusician } from '../samples/profile.ts';
import { dayIn, keptShows, show } from '../samples/shows.ts';
import { leaveScreen, openScreen } from '../screen.tsx';
import { emptyReply } from '../trouble.ts';
import { fakeWith, filled } from './answer-all.ts';
import { SONG } from './ids.ts';
import { fill, inTurn, press, pressIn, until } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const OVERVIEW = '/account/overview';
const PROVIDERS = { signIn: { providers: [{ name: 'corp', label: 'Corp' }] } };
const linked = () =>
  void fake(identities, {
    identities: [{ provider: 'corp', label: 'Corp', email: 'juno@example.org', linkedOn: NOW, lastUsedOn: NOW }],
    available: [{ name: 'other', label: 'Other' }],
  });

const withoutFactor = () =>
  fakeWith(secondFactor, { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false });
const wrongPassword = () => {
  const message = 'The password is wrong.';
  withoutFactor();
  fake(beginTotp, refused(400, message, [{ field: 'password', message }]));
};
const begin = inTurn(press('Set up app'), fill({ 'Your password': 'a kettle full of songs' }), pressIn('Continue'));

/** The overview of a member in a given state. */
const overview = (state: string, says: string | RegExp, more: Partial<StateRow> = {}): StateRow => ({
  state,
  at: OVERVIEW,
  as: member,
  says,
  ...more,
});

const SUBSCRIPTION = '/account/subscription';
const subscription = (
  state: string,
  says: string | RegExp,
  paid: Partial<typeof NO_PLAN>,
  more: Partial<StateRow> = {},
): StateRow => ({
  state,
  at: SUBSCRIPTION,
  as: member,
  answers: () => {
    fake(plans, { plans: DEFAULT_PLANS, forSale: true });
    fake(paidPlan, { ...NO_PLAN, ...paid });
  },
  says,
  ...more,
});
const { current: ANY_PLAN, ...OTHERS } = filled(paidPlan);
const NO_PLAN = { ...OTHERS, current: null as typeof ANY_PLAN, pending: null as typeof ANY_PLAN, assigned: null };
const chosen = (plan: string, more: Partial<NonNullable<typeof ANY_PLAN>> = {}) => ({
  id: SONG,
  plan,
  status: 'pending' as const,
  approveUrl: 'https://pay.example/approve/1',
  nextBillingOn: null,
  graceUntil: null,
  firstPaymentFailed: false,
  createdOn: NOW,
  ...more,
});
const spicy = chosen('spicy', { status: 'active', approveUrl: null, nextBillingOn: NOW });

/** A musician who opens the form again after closing the browser with unsaved text. */
const DRAFTER = musician();
const openAgain = async (): Promise<void> => {
  await inTurn(fill({ Bio: 'Half a sentence' }), press('Add a band'), fill({ Name: 'The Rin' }))();
  const kept = Object.entries(localStorage);
  leaveScreen();
  for (const [name, value] of kept) localStorage.setItem(name, value as string);
  await openScreen('/account/profile', { as: DRAFTER });
};

/** States of an account's own screens. */
export const accountStates: StateRows = {
  'the account overview': [
    overview('with first steps', 'Your first steps', {
      as: musician,
      answers: () => void fake(gettingStarted, { steps: STEPS.map((step, n) => ({ step, done: n < 3 })) }),
    }),
    overview('of an administrator without the second factor', /^Administrators need a second factor here/, {
      as: administrator,
      answers: () => fakeWith(secondFactor, { totp: false, passkeys: [], required: true }),
    }),
    overview('before the email was confirmed in this browser', /^Confirm your email address from this browser first/, {
      as: () => member({ isVouched: false }),
      settings: PROVIDERS,
    }),
    overview('with a new email that waits', /^Open the link that we mailed to/, {
      as: () => member({ pendingEmail: { email: 'new@example.org', expiresOn: NOW } }),
    }),
    overview('with linked accounts', /linked .+, last used/, {
      at: `${OVERVIEW}?linked=corp#linked-accounts`,
      settings: PROVIDERS,
      answers: linked,
    }),
    overview('linking an account', 'Your password', {
      settings: PROVIDERS,
      answers: linked,
      open: press(/^Link /),
    }),
    overview('with a copy of the data', /is ready, and stays here until/, {
      answers: () =>
        void fake(dataExport, { dataExport: { state: 'ready', requestedOn: NOW, bytes: 400, expiresOn: NOW } }),
    }),
  ],
  'setting up an app for the second step': [
    overview('after a wrong password', 'The password is wrong.', { answers: wrongPassword, open: begin }),
    overview('with its QR code', 'QR code for the authenticator app', { answers: withoutFactor, open: begin }),
    overview('with the recovery codes', 'I have saved them', {
      answers: withoutFactor,
      open: inTurn(begin, fill({ 'Code from your app': '123456' }), pressIn('Confirm')),
    }),
  ],
  'the own profile': [
    { state: 'filled', at: '/account/profile', as: knownMusician, says: 'The Rinds' },
    {
      state: 'with errors in a new band',
      at: '/account/profile',
      as: musician,
      open: press('Add a band', 'Done'),
      says: /Name is required|Enter a name/,
    },
    {
      state: 'with a restored draft',
      at: '/account/profile',
      as: () => DRAFTER,
      open: openAgain,
      says: 'Your unsaved changes from last time have been restored.',
    },
  ],
  'the own shows': [
    {
      state: 'all of them past',
      at: '/account/performances',
      as: musician,
      answers: (me) => void keptShows(me!, [show({ name: 'Kettle Night', date: dayIn(-3) })]),
      says: 'You have no upcoming shows.',
    },
    {
      state: 'being edited',
      at: '/account/performances',
      as: musician,
      answers: (me) => void keptShows(me!, [show({ name: 'Kettle Night' })]),
      open: press('Edit Kettle Night'),
      says: 'Time zone of the venue',
    },
    {
      state: 'none',
      at: '/account/performances',
      as: musician,
      answers: () => void fake(performances, emptyReply(performances)),
      says: 'You have no upcoming shows.',
    },
  ],
  'the subscription': [
    subscription('with a chosen plan', 'Comparison of the plans', {}, { open: press('Choose Spicy') }),
    subscription('waiting for its approval', /its payment has not been approved yet/, { pending: chosen('spicy') }),
    subscription(
      'while PayPal confirms it',
      /^PayPal is confirming your payment for Spicy/,
      { pending: chosen('spicy') },
      { at: `${SUBSCRIPTION}?confirm=${SONG}` },
    ),
    subscription('after its first payment failed', /^The first payment for Spicy failed/, {
      pending: chosen('spicy', { firstPaymentFailed: true }),
    }),
    subscription('with a plan', /^The next payment is due on/, { current: spicy }),
    subscription('after a payment failed', /^The last payment for Spicy failed/, {
      current: { ...spicy, graceUntil: NOW },
    }),
    subscription(
      'changing to the plan without charges',
      'This ends your monthly charges.',
      { current: spicy },
      { open: inTurn(press('Change subscription', 'Choose Mild'), until('This ends your monthly charges.')) },
    ),
  ],
  'the link that confirms an email': [
    {
      state: 'in the browser of the account',
      at: '/verify/abcdefghij',
      as: () => member({ isVouched: false, isVerified: true }),
      says: /^One click, and we know that/,
    },
  ],
};
