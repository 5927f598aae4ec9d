import { UNDO_DAYS, UNLINK_DAYS } from '@scoville/contract/community/own-account/email-change.ts';
import type { App } from '../../platform/app-context.ts';
import { mailLink } from '../../accounts/auth/mail-link.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { CONFIRM_DAYS, type EmailChange } from '../../accounts/users/email-changes.queries.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';

// Templates are loaded when a mail is written, because loading the components takes most of a second, which would delay
// every start.

/** The key of the mail with the confirmation link, so that it can be cancelled together with its change. */
export const confirmationKey = (changeId: string): string => `address-confirmation:${changeId}`;

/** Mails the confirmation link to the new address. */
export async function mailConfirmation({ env }: App, tx: Tx, account: UserRow, change: EmailChange): Promise<void> {
  const { addressConfirmationMail } = await import('./address-confirmation.template.ts');
  await mailLink(
    tx,
    { userId: account.id, purpose: 'confirm-email', hours: CONFIRM_DAYS * 24, changeId: change.id },
    (token) => ({
      to: change.newEmail,
      subject: `Confirm your new email for ${env.PRODUCT_NAME}`,
      kind: 'address-confirmation',
      dedupeKey: confirmationKey(change.id),
      template: addressConfirmationMail({
        product: env.PRODUCT_NAME,
        name: account.display_name,
        email: change.newEmail,
        days: CONFIRM_DAYS,
        url: `${env.PUBLIC_URL}/account/confirm-email/${token}`,
      }),
    }),
  );
}

/**
 * Notifies the former address of a change, with the undo link.
 * @param reason of the administrator who made the change; null if the owner made it, or if an earlier mail gave the
 * reason
 */
export async function mailEmailChange(
  { env }: App,
  tx: Tx,
  account: UserRow,
  change: EmailChange,
  { state, reason }: { state: 'asked' | 'changed'; reason: string | null },
): Promise<void> {
  const { addressChangeMail } = await import('./address-change.template.ts');
  await mailLink(
    tx,
    { userId: account.id, purpose: 'undo-email', hours: UNDO_DAYS * 24, changeId: change.id },
    (token) => ({
      to: change.oldEmail,
      subject: `Your email address at ${env.PRODUCT_NAME} ${state === 'asked' ? 'is to be changed' : 'was changed'}`,
      kind: 'address-change',
      dedupeKey: `address-change:${change.id}:${state}`,
      template: addressChangeMail({
        product: env.PRODUCT_NAME,
        name: account.display_name,
        email: change.newEmail,
        state,
        reason,
        undoUrl: `${env.PUBLIC_URL}/account/undo-email/${token}`,
        undoDays: UNDO_DAYS,
        unlinkDays: UNLINK_DAYS,
      }),
    }),
  );
}

/**
 * Mails a former address that is kept for the undo of a change. The mail explains why it contains no link for a new
 * password, how long the address is kept, and how to take the change back. The caller who requested the link gets no
 * hint that the address is kept. The mail gives its reader no new right, because earlier mail contained the undo link,
 * too. `account` is locked.
 * @param dedupeKey of the requested mail
 */
export async function mailAddressReserved(
  { env }: Pick<App, 'env'>,
  tx: Tx,
  account: UserRow,
  { id, undoUntil }: { id: string; undoUntil: Date },
  { to, dedupeKey }: { to: string; dedupeKey: string },
): Promise<void> {
  const { addressKeptMail } = await import('./address-change.template.ts');
  const hours = Math.ceil((undoUntil.getTime() - Date.now()) / 3_600_000);
  await mailLink(tx, { userId: account.id, purpose: 'undo-email', hours: hours, changeId: id }, (token) => ({
    to,
    subject: `No account at ${env.PRODUCT_NAME} has this email address any more`,
    kind: 'address-change',
    dedupeKey,
    template: addressKeptMail({
      product: env.PRODUCT_NAME,
      name: account.display_name,
      until: undoUntil.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
      undoUrl: `${env.PUBLIC_URL}/account/undo-email/${token}`,
    }),
  }));
}

/** Notifies the address that the account has had since a change that the change was taken back. */
export async function mailTakenBack({ env }: App, tx: Tx, account: UserRow): Promise<void> {
  const { addressTakenBackMail } = await import('./address-change.template.ts');
  await writeMail(tx, {
    to: account.email,
    subject: `The change of your email address at ${env.PRODUCT_NAME} was taken back`,
    kind: 'address-change',
    dedupeKey: `address-taken-back:${newId()}`,
    template: addressTakenBackMail({
      product: env.PRODUCT_NAME,
      name: account.display_name,
      contactUrl: `${env.PUBLIC_URL}/help/contact`,
    }),
  });
}
