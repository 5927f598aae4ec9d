import type { SignInRefusal } from '@scoville/contract/accounts/identities/identities.ts';

/** The screen that lists the accounts that are linked to the user's account. */
export const ACCOUNT_SCREEN = '/account/overview';

/** The path of that list, with the outcome of linking: the linked provider's name, or why nothing was linked. */
export const linkedAccounts = (outcome: { linked: string } | { refusal: SignInRefusal }): string =>
  `${ACCOUNT_SCREEN}?${new URLSearchParams(outcome).toString()}#linked-accounts`;
