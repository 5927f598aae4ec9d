import { isSameMailbox } from '@scoville/contract/email.ts';
import { takenBy } from '@scoville/contract/errors.ts';
import type { App } from '../app-context.ts';
import { offerVerification, limitConfirmations } from '../auth/order-verification.ts';
import type { Tx } from '../db/connection.ts';
import { conflict, taken } from '../http/errors.ts';
import { cancelMails } from '../mail/outbox.queries.ts';
import { findFactors, hasFactor } from '../second-factor/second-factor.queries.ts';
import { countAddressChange } from './count-sign-up.ts';
import { cancelPendingChange, deleteChangesOf, insertChange } from './email-changes.queries.ts';
import { giveEmail } from './give-email.ts';
import { confirmationKey, mailConfirmation, mailEmailChange } from './mail-email-change.ts';
import { type UserRow, isFree } from './users.queries.ts';

/** Who asks for the change. */
interface Asking {
  /** Of an administrator; null where it is the account itself. */
  reason: string | null;
  /** As `callerOf` names it. */
  network: string;
}

/**
 * Has an account get another address: it waits until the link in the mail to it is opened, and takes the place of one that waits
 * already. Where this installation sends no mail nobody could open a link, so the account has it at once. The former address is
 * told, with a link that takes the change back. `before` is the account's row, locked by this transaction.
 * Throws 409 for an address that somebody else has, and for an account with a second factor, because nobody may be able to give
 * that after a new password by mail; 429 after too many changes, or too many links to that address.
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
  if (!(await isFree(tx, 'email', email, before.id))) throw taken('email', takenBy('user', 'email'));
  await dropPendingChange(tx, before.id);
  const change = await insertChange(tx, before.id, { email, byAdministrator, canBeUndone: isKnownReader(app, before) });
  if (app.env.SMTP_URL === null) {
    await giveEmail(app, tx, before, change, { reason });
    await offerVerification(app, tx, { userId: before.id, email });
    return;
  }
  await limitConfirmations(app, email);
  await mailConfirmation(app, tx, before, change);
  if (change.canBeUndone) await mailEmailChange(app, tx, before, change, { state: 'asked', reason });
}

/** Ends a change that waits, and takes back its mail where that has not left yet; false where none waits. */
export async function dropPendingChange(tx: Tx, userId: string): Promise<boolean> {
  const id = await cancelPendingChange(tx, userId);
  if (id !== null) await cancelMails(tx, [confirmationKey(id)], 'The change of address was cancelled.');
  return id !== null;
}

/** Deletes all changes of an account that goes, and takes back their mail where that has not left yet. */
export async function dropAllChanges(tx: Tx, userId: string): Promise<void> {
  const ids = await deleteChangesOf(tx, userId);
  await cancelMails(tx, ids.map(confirmationKey), 'The account was deleted.');
}

/**
 * Is the account's address its owner's, as far as anybody knows? Whoever names a stranger's one shall not have that stranger
 * told when it changes again. Where nothing can be confirmed, that of the sign-up is believed.
 */
const isKnownReader = ({ env }: Pick<App, 'env'>, { is_verified, email, original_email }: UserRow): boolean =>
  is_verified || (env.SMTP_URL === null && isSameMailbox(email, original_email));
