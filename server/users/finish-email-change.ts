import { UNLINK_DAYS } from '@scoville/contract/email-change.ts';
import { takenBy } from '@scoville/contract/errors.ts';
import { isSameMailbox } from '@scoville/contract/email.ts';
import type { App } from '../app-context.ts';
import { deleteTokens, findTokenChange, issueToken } from '../auth/mailed-tokens.ts';
import { endAllSessions } from '../auth/session.ts';
import { type Tx, transaction } from '../db/connection.ts';
import { HttpError, conflict, taken } from '../http/errors.ts';
import { deleteIdentitiesSince } from '../identities/identities.queries.ts';
import { mayBeTold } from '../mail/may-be-told.ts';
import { cancelMails } from '../mail/outbox.queries.ts';
import { findFactors, hasFactor } from '../second-factor/second-factor.queries.ts';
import {
  type EmailChange,
  deleteChangesSince,
  lockChange,
  lockPendingChange,
  setEmail,
  setVerified,
} from './email-changes.queries.ts';
import { giveEmail } from './give-email.ts';
import { confirmationKey, mailTakenBack } from './mail-email-change.ts';
import { dropPendingChange } from './request-email-change.ts';
import { takeBackMail } from './take-back-mail.ts';
import { type UserRow, isFree, lockUser } from './users.queries.ts';

const UNKNOWN = 'This link does not work: it was used already, it is too old, or the change was cancelled.';
const FACTOR =
  'The account has a second factor by now, so its email stays. Remove the second factor, then change the email again.';
const TAKEN = `${takenBy('user', 'email')}. Choose another one.`;

/** Hours for which the new password can be chosen that an undo asks for. */
const RESET_HOURS = 1;

const unlinkedSince = ({ requestedAt }: EmailChange): Date =>
  new Date(requestedAt.getTime() - UNLINK_DAYS * 86_400_000);

/** The account and the change that a token is about, both locked: of two calls at once, one finds it. Throws 404 for none. */
async function lockFor(
  tx: Tx,
  token: string,
  purpose: 'confirm-email' | 'undo-email',
): Promise<{ account: UserRow; change: EmailChange }> {
  const found = await findTokenChange(tx, token, purpose);
  const account = found === null ? null : await lockUser(tx, found.userId);
  const change =
    found === null ? null : await (purpose === 'confirm-email' ? lockPendingChange : lockChange)(tx, found.changeId);
  if (account === null || change === null) throw new HttpError(404, UNKNOWN);
  return { account, change };
}

/**
 * Gives an account the address to which a token was mailed. Whoever does it in a browser that is signed in to the account
 * showed that both are theirs; elsewhere it may be a stranger whose address somebody gave to an account of their own.
 * Throws 404 for a token that opens nothing, 409 when the address is somebody else's by now, or the account has a second factor.
 * @param actorId who is signed in
 */
export async function confirmEmail(app: App, token: string, actorId: string | null): Promise<string> {
  const email = await transaction(app.db, async (tx) => {
    const { account, change } = await lockFor(tx, token, 'confirm-email');
    if (hasFactor(await findFactors(tx, account.id))) throw conflict(FACTOR);
    if (!(await isFree(tx, 'email', change.newEmail, account.id))) {
      await dropPendingChange(tx, account.id);
      return null;
    }
    await giveEmail(app, tx, account, change);
    await setVerified(tx, account.id, {
      verifiedAt: new Date(),
      vouchedAt: actorId === account.id ? new Date() : null,
    });
    return change.newEmail;
  });
  if (email === null) throw taken('email', TAKEN);
  return email;
}

/**
 * Takes a change back, by the token mailed to the former address: the account has that again, what waits or was changed since is
 * void, accounts elsewhere that were linked since seven days before it are unlinked, because whoever changes the address of somebody
 * else may have linked one of their own first, and nobody is signed in any more. A second factor stays, because
 * mail alone removes none. Throws 404 for a token that opens nothing.
 * @returns the token with which its reader chooses a new password, and whether anything was unlinked
 */
export async function undoEmail(
  app: App,
  token: string,
): Promise<{ email: string; resetToken: string; unlinked: boolean }> {
  return transaction(app.db, async (tx) => {
    const { account, change } = await lockFor(tx, token, 'undo-email');
    const voided = await deleteChangesSince(tx, change);
    await cancelMails(tx, voided.map(confirmationKey), 'The change of address was taken back.');
    if (!isSameMailbox(account.email, change.oldEmail)) {
      await setEmail(tx, account.id, change.oldEmail);
      await setVerified(tx, account.id, {
        verifiedAt: change.oldVerifiedAt ?? new Date(),
        vouchedAt: change.oldVouchedAt,
      });
      await takeBackMail(app, tx, account);
      if (mayBeTold(app, account.is_verified)) await mailTakenBack(app, tx, account);
    }
    const unlinked = await deleteIdentitiesSince(tx, account.id, unlinkedSince(change));
    await endAllSessions(tx, account.id);
    for (const purpose of ['reset', 'verify'] as const) await deleteTokens(tx, account.id, purpose);
    return { email: change.oldEmail, resetToken: await issueToken(tx, account.id, 'reset', RESET_HOURS), unlinked };
  });
}
