import type { App } from '../../app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { limitByAddress, unlessTooMany } from '../../platform/mail/limit-by-address.ts';
import { mailVerificationJob } from './auth.jobs.ts';

/** Links to confirm it that an address is mailed in a day. */
const MOST_IN_A_DAY = 5;
const TOMORROW = 'Several links were requested for this address today. Check your spam folder, or try again tomorrow.';

/**
 * Has an account mailed the link that confirms its address. Links are counted by address, too, whichever accounts they are for:
 * whoever signs up with a stranger's, deletes the account and signs up again has that stranger mailed a few times and no more.
 * Whose address it is gets a link on another day, or by a new password, whose mail confirms the address as well.
 * Throws 429 where there were too many.
 */
export async function orderVerification(
  app: Pick<App, 'limits' | 'queue'>,
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await limitConfirmations(app, email);
  await app.queue.enqueue(db, mailVerificationJob, { userId });
}

/**
 * Counts a confirmation link to an address, for the account that has the address or is changing to it. Throws 429 after
 * too many.
 */
export const limitConfirmations = ({ limits }: Pick<App, 'limits'>, email: string): Promise<void> =>
  limitByAddress(limits, { sort: 'verification', email, most: MOST_IN_A_DAY, message: TOMORROW });

/** The same for an account that nobody asked for a link for: it is made, or has its new address, without one. */
export async function offerVerification(...[app, db, account]: Parameters<typeof orderVerification>): Promise<void> {
  await unlessTooMany(() => orderVerification(app, db, account));
}
