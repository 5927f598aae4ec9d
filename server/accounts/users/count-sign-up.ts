import type { App } from '../../platform/app-context.ts';

/**
 * Counts a new account from a network; throws 429 after too many within an hour.
 * @param network as returned by `callerOf`
 */
export async function countSignUp({ limits }: Pick<App, 'limits'>, network: string): Promise<void> {
  await limits.take(`sign-up ${network}`, 20, 3600, 'Too many new accounts from your network. Try again in an hour.');
}

const LATER = 'Too many changes of email addresses. Try again tomorrow.';
const LATER_HERE = 'Too many changes of email addresses from your network. Try again in an hour.';

/**
 * Counts a change of an account's address. Throws 429 after five changes a day, or after the network's twenty sign-ups
 * an hour. Changes count as sign-ups because both reveal whether an address is taken, and both mail a link to any
 * address.
 * @param network as returned by `callerOf`
 */
export async function countAddressChange(
  { limits }: Pick<App, 'limits'>,
  userId: string,
  network: string,
): Promise<void> {
  await limits.take(`sign-up ${network}`, 20, 3600, LATER_HERE);
  await limits.take(`address-change ${userId}`, 5, 86_400, LATER);
}
