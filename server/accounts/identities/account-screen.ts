import type { SignInRefusal } from '@scoville/contract/accounts/identities/identities.ts';

/** Where people see what is linked to their account. */
export const ACCOUNT_SCREEN = '/account/overview';

/** The same at the place where it stands, with what became of linking: the provider's name, or why there is nothing new. */
export const linkedAccounts = (outcome: { linked: string } | { refusal: SignInRefusal }): string =>
  `${ACCOUNT_SCREEN}?${new URLSearchParams(outcome).toString()}#linked-accounts`;
