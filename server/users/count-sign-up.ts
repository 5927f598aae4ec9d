import type { App } from '../app-context.ts';

/**
 * Counts a new account of one network; throws 429 when there were too many within an hour.
 * @param network as `callerOf` names it
 */
export async function countSignUp({ limits }: Pick<App, 'limits'>, network: string): Promise<void> {
  await limits.take(`sign-up ${network}`, 20, 3600, 'Too many new accounts from your network. Try again in an hour.');
}
