import { UNLINK_DAYS } from '@scoville/contract/community/own-account/email-change.ts';
import { takenMessage } from '@scoville/contract/platform/http/errors.ts';
import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import type { App } from '../../platform/app-context.ts';
import { deleteTokens, findTokenChange, issueToken } from '../../accounts/auth/mailed-tokens.ts';
import { endAllSessions } from '../../accounts/auth/session.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { HttpError, conflict, takenError } from '../../platform/http/errors.ts';
import { deleteIdentitiesSince } from '../../accounts/identities/identities.queries.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { cancelMails } from '../../platform/mail/outbox.queries.ts';
import { findFactors, hasFactor } from '../../accounts/second-factor/second-factor.queries.ts';
import {
  type EmailChange,
  deleteChangesSince,
  lockChange,
  lockPendingChange,
  setEmail,
  setVerified,
} from '../../accounts/users/email-changes.queries.ts';
import { type UserRow, isFree, lockUser } from '../../accounts/users/users.queries.ts';
import { applyEmailChange } from './apply-email-change.ts';
import { confirmationKey, mailTakenBack } from './mail-email-change.ts';
import { dropPendingChange } from './request-email-change.ts';
import { cancelFormerMail } from './cancel-former-mail.ts';

const UNKNOWN = 'This link does not work: it was used already, it is too old, or the change was cancelled.';
const FACTOR =
  'The account has a second factor by now, so its email stays. Remove the second factor, then change the email again.';
const TAKEN = `${takenMessage('user', 'email')}. Choose another one.`;

/** Hours for choosing the new password after an undo. */
const RESET_HOURS = 1;

const unlinkedSince = ({ requestedAt }: EmailChange): Date =>
  new Date(requestedAt.getTime() - UNLINK_DAYS * 86_400_000);

/**
 * The account and the change of a token, both locked, so that only one of two simultaneous calls finds them. Throws 404
 * if there is none.
 */
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
 * Gives an account the address to which a token was mailed. In a browser that is signed in to the account, that proves
 * that the reader of the address holds the account. In another browser the reader may be a stranger whose address was
 * entered by another user. Throws 404 for a token that isn't valid, 409 if another account has the address by now, or
 * if the account has a second factor.
 * @param actorId the account that is signed in
 */
export async function confirmEmail(app: App, token: string, actorId: string | null): Promise<string> {
  const email = await transaction(app.db, async (tx) => {
    const { account, change } = await lockFor(tx, token, 'confirm-email');
    if (hasFactor(await findFactors(tx, account.id))) throw conflict(FACTOR);
    if (!(await isFree(tx, 'email', change.newEmail, account.id))) {
      await dropPendingChange(tx, account.id);
      return null;
    }
    await applyEmailChange(app, tx, account, change);
    await setVerified(tx, account.id, {
      verifiedAt: new Date(),
      vouchedAt: actorId === account.id ? new Date() : null,
    });
    return change.newEmail;
  });
  if (email === null) throw takenError('email', TAKEN);
  return email;
}

/**
 * Takes a change back by the token mailed to the former address. The account gets that address again, its pending and
 * later changes are void, and all its sessions end. Identities that were linked since seven days before the request are
 * unlinked, because an intruder may have linked one before changing the address. A second factor stays, because mail
 * alone removes none. Throws 404 for a token that isn't valid.
 * @returns the token for a new password, and whether any identity was unlinked
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
      // Must run while the account still has the old, confirmed address, because mail to other addresses is limited.
      if (canMailAccount(app, account.is_verified)) await mailTakenBack(app, tx, account);
      await setEmail(tx, account.id, change.oldEmail);
      await setVerified(tx, account.id, {
        verifiedAt: change.oldVerifiedAt ?? new Date(),
        vouchedAt: change.oldVouchedAt,
      });
      await cancelFormerMail(app, tx, account);
    }
    const unlinked = await deleteIdentitiesSince(tx, account.id, unlinkedSince(change));
    await endAllSessions(tx, account.id);
    for (const purpose of ['reset', 'verify'] as const) await deleteTokens(tx, account.id, purpose);
    return { email: change.oldEmail, resetToken: await issueToken(tx, account.id, 'reset', RESET_HOURS), unlinked };
  });
}
