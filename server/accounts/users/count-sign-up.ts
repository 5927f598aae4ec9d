import type { App } from '../../app-context.ts';

/**
 * Counts a new account of one network; throws 429 when there were too many within an hour.
 * @param network as `callerOf` names it
 */
export async function countSignUp({ limits }: Pick<App, 'limits'>, network: string): Promise<void> {
  await limits.take(`sign-up ${network}`, 20, 3600, 'Too many new accounts from your network. Try again in an hour.');
}

const LATER = 'Too many changes of email addresses. Try again tomorrow.';
const LATER_HERE = 'Too many changes of email addresses from your network. Try again in an hour.';

/**
 * Counts a change of an account's address; throws 429 after five in a day, or when its network had its twenty sign-ups of
 * an hour: it says whether an address is taken, as a sign-up does, and mails a link to whatever address is named.
 * @param network as `callerOf` names it
 */
export async function countAddressChange(
  { limits }: Pick<App, 'limits'>,
  userId: string,
  network: string,
): Promise<void> {
  await limits.take(`sign-up ${network}`, 20, 3600, LATER_HERE);
  await limits.take(`address-change ${userId}`, 5, 86_400, LATER);
}
