import { NO_EMAIL } from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { App } from '../../app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { mayBeTold } from '../../platform/mail/may-be-told.ts';
import { cancelQueued } from '../../platform/mail/outbox.queries.ts';
import { stoppedBy } from '../notifications/setting-of.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';

/** Mail with a link that ends with the address that it was mailed to (the trigger `users_email_changed`). */
const LINKS = ['reset', 'verification'];
/** Mail that somebody waits for, and that its notification in the product stands for as well. */
const ASKED_FOR = ['data-export'];

/**
 * Takes back what waits for the former address of an account, in the transaction that changes it: what can be turned off,
 * which nobody could any more by that address, that a copy of its data is ready, which is none of that reader's business any
 * more, and links that are dead. What tells of the account itself still goes there: that its password or its address was
 * changed, its owner reads nowhere else.
 * @param before the account as it was
 */
export async function takeBackMail(app: Pick<App, 'env'>, tx: Tx, before: UserRow): Promise<void> {
  // None of these was written to an address of a stranger; what waits there is that stranger's.
  const told = mayBeTold(app, before.is_verified) ? [...stoppedBy(NO_EMAIL), ...ASKED_FOR] : [];
  await cancelQueued(tx, before.email, [...LINKS, ...told], 'The account has another address now.');
}
