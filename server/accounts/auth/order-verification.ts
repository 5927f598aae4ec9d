import type { App } from '../../platform/app-context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { limitMail, skipIfLimited } from '../../platform/mail/limit-mail.ts';
import { mailVerificationJob } from './auth.jobs.ts';

/** Confirmation links per day that are mailed to one address. */
const MOST_IN_A_DAY = 5;
const TOMORROW = 'Several links were requested for this address today. Check your spam folder, or try again tomorrow.';

/**
 * Queues the mail with the link that confirms an account's address. Links are also counted by address, across accounts.
 * Otherwise, someone could keep mailing a stranger by signing up with the stranger's address, deleting the account and
 * signing up again. After too many links, the owner of the address gets one the next day, or resets the password,
 * because that mail confirms the address as well. Throws 429 after too many.
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
  limitMail(limits, { sort: 'verification', email, most: MOST_IN_A_DAY, message: TOMORROW });

/**
 * Like `orderVerification`, for a link that the user didn't request. After too many links, the account is created, or
 * changes its address, without one.
 */
export async function offerVerification(...[app, db, account]: Parameters<typeof orderVerification>): Promise<void> {
  await skipIfLimited(() => orderVerification(app, db, account));
}
