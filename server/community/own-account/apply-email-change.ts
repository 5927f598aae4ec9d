import { UNDO_DAYS } from '@scoville/contract/community/own-account/email-change.ts';
import { takenMessage } from '@scoville/contract/platform/http/errors.ts';
import type { App } from '../../platform/app-context.ts';
import { deleteChangeTokens, extendChangeTokens } from '../../accounts/auth/mailed-tokens.ts';
import { type Tx, brokenConstraint } from '../../platform/db/connection.ts';
import { takenError } from '../../platform/http/errors.ts';
import { type EmailChange, markConfirmed, setEmail } from '../../accounts/users/email-changes.queries.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';
import { mailEmailChange } from './mail-email-change.ts';
import { cancelFormerMail } from './cancel-former-mail.ts';

/**
 * Gives an account the address of a change, and notifies the former address. Links that were mailed to the former
 * address no longer work, except the undo link. `before` is the account's row, locked by this transaction. Throws 409
 * if another account has the address by now.
 * @param reason of the administrator whose change takes effect at once
 */
export async function applyEmailChange(
  app: App,
  tx: Tx,
  before: UserRow,
  change: EmailChange,
  { reason = null }: { reason?: string | null } = {},
): Promise<void> {
  await setEmail(tx, before.id, change.newEmail).catch((error: unknown) => {
    if (brokenConstraint(error) === 'users_email_key') throw takenError('email', takenMessage('user', 'email'));
    throw error;
  });
  await cancelFormerMail(app, tx, before);
  await markConfirmed(tx, change.id);
  await deleteChangeTokens(tx, change.id, 'confirm-email');
  if (!change.canBeUndone) return;
  await extendChangeTokens(tx, change.id, 'undo-email', UNDO_DAYS * 24);
  await mailEmailChange(app, tx, before, change, { state: 'changed', reason });
}
