import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import { takenMessage } from '@scoville/contract/platform/http/errors.ts';
import type { App } from '../../platform/app-context.ts';
import { offerVerification, limitConfirmations } from '../../accounts/auth/order-verification.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, takenError } from '../../platform/http/errors.ts';
import { cancelMails } from '../../platform/mail/outbox.queries.ts';
import { findFactors, hasFactor } from '../../accounts/second-factor/second-factor.queries.ts';
import { countAddressChange } from '../../accounts/users/count-sign-up.ts';
import { cancelPendingChange, deleteChangesOf, insertChange } from '../../accounts/users/email-changes.queries.ts';
import { type UserRow, isFree } from '../../accounts/users/users.queries.ts';
import { applyEmailChange } from './apply-email-change.ts';
import { confirmationKey, mailConfirmation, mailEmailChange } from './mail-email-change.ts';

/** The caller who requests a change. */
interface Asking {
  /** An administrator's reason; null if the owner makes the change. */
  reason: string | null;
  /** As returned by `callerOf`. */
  network: string;
}

/**
 * Requests a new address for an account. It is pending until the link in the mail to it is opened, and replaces an
 * earlier pending one. If this installation sends no mail, the account gets it at once, because no link could be
 * opened. The former address is notified with an undo link. `before` is the account's row, locked by this transaction.
 * Throws 409 if another account has the address, or if the account has a second factor, because a new password by mail
 * must not be enough to change its address; 429 after too many changes, or too many links to that address.
 */
export async function requestEmailChange(
  app: App,
  tx: Tx,
  before: UserRow,
  email: string,
  { reason, network }: Asking,
): Promise<void> {
  const byAdministrator = reason !== null;
  if (hasFactor(await findFactors(tx, before.id))) {
    const message = byAdministrator
      ? 'This account has a second factor. Remove it first.'
      : 'Remove your second factor first.';
    throw conflict(message, [{ field: 'email', code: 'locked', message }]);
  }
  await countAddressChange(app, before.id, network);
  if (!(await isFree(tx, 'email', email, before.id))) throw takenError('email', takenMessage('user', 'email'));
  await dropPendingChange(tx, before.id);
  const change = await insertChange(tx, before.id, { email, byAdministrator, canBeUndone: isKnownReader(app, before) });
  if (app.env.SMTP_URL === null) {
    await applyEmailChange(app, tx, before, change, { reason });
    await offerVerification(app, tx, { userId: before.id, email });
    return;
  }
  await limitConfirmations(app, email);
  await mailConfirmation(app, tx, before, change);
  if (change.canBeUndone) await mailEmailChange(app, tx, before, change, { state: 'asked', reason });
}

/** Cancels a pending change and its mail, if that is still queued. Returns false if none was pending. */
export async function dropPendingChange(tx: Tx, userId: string): Promise<boolean> {
  const id = await cancelPendingChange(tx, userId);
  if (id !== null) await cancelMails(tx, [confirmationKey(id)], 'The change of address was cancelled.');
  return id !== null;
}

/** Deletes all changes of an account that is being deleted, and cancels their queued mail. */
export async function dropAllChanges(tx: Tx, userId: string): Promise<void> {
  const ids = await deleteChangesOf(tx, userId);
  await cancelMails(tx, ids.map(confirmationKey), 'The account was deleted.');
}

/**
 * Whether the account's present address is known to belong to its owner, who is then notified about the change and may
 * undo it. An unconfirmed address may be a stranger's, who must get neither. Without SMTP no address can be confirmed,
 * so the address of the sign-up counts as the owner's.
 */
const isKnownReader = ({ env }: Pick<App, 'env'>, { is_verified, email, original_email }: UserRow): boolean =>
  is_verified || (env.SMTP_URL === null && isSameMailbox(email, original_email));
