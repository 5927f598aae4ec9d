import type { Db } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { hashAddress } from './hash-address.ts';
import { mailboxOf } from './mailbox.ts';

/** The most mails, of all kinds together, that an unconfirmed mailbox gets in 24 hours. */
export const MOST_IN_A_DAY = 10;

/**
 * How many of these may be mails that aren't in `PROVING`. The rest is reserved for links, so that a stranger who orders
 * other mail for an address can't keep its owner from getting a link.
 */
export const MOST_OTHERS_IN_A_DAY = 5;

/** Mails with a link that proves who reads the mailbox. Once one is used, the address is confirmed and has no limit. */
const PROVING = ['verification', 'reset', 'address-confirmation'];

const WITHHELD =
  `This address isn’t confirmed. Such addresses get ${MOST_IN_A_DAY} mails in 24 hours, and of these at most ` +
  `${MOST_OTHERS_IN_A_DAY} that are no links to confirm an address or for a new password. Further mail was not written.`;

/**
 * Mail that isn’t counted, because strangers can’t order it as often as they like: an administrator or the operator chose
 * its receiver, it is about a payment, or it is the link that stops mail, which has its own limit.
 */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'ad-stats',
  'payment-failed',
  'plan-assigned',
  'receipt',
  'review-request',
  'support',
  'suspension',
  'unsubscribe',
]);

interface Addressed {
  to: string;
  kind: string;
  subject: string;
}

/**
 * Decides whether a mail may be written: always to a confirmed address, and a few times a day to an unconfirmed one, for
 * all kinds of mail together. Waits for other transactions that write to the same unconfirmed mailbox, so that they don't
 * exceed the limit together. A withheld mail is noted in the outbox once a day, for administrators. Don't report it to
 * the caller, because that would reveal what an address gets.
 * @returns the mailbox to count the mail by, null if it isn't counted; or false if the mail must not be written
 */
export async function countMailbox(tx: Db, mail: Addressed): Promise<string | null | false> {
  if (UNCOUNTED.has(mail.kind) || (await isConfirmed(tx, mail.to))) return null;
  const mailbox = mailboxOf(mail.to);
  await tx`select pg_advisory_xact_lock(hashtextextended(${`mail ${mailbox}`}, 0))`;
  const [{ all, others }] = await tx<[{ all: number; others: number }]>`
    select count(*)::int as all, count(*) filter (where kind <> all(${PROVING}))::int as others from outbox
    where counted_mailbox = ${mailbox} and created_at > now() - interval '1 day' and state <> 'cancelled'`;
  if (all < MOST_IN_A_DAY && (PROVING.includes(mail.kind) || others < MOST_OTHERS_IN_A_DAY)) return mailbox;
  await recordWithheld(tx, mail, mailbox);
  return false;
}

/**
 * True for the confirmed address of an account, and for the former address of an account that can still undo the change
 * of its address. A confirmed subscription doesn't count, because anyone can sign up with the subscriber's address.
 */
async function isConfirmed(tx: Db, to: string): Promise<boolean> {
  const [found] = await tx`
    select 1 from users where email = ${to} and email_verified_at is not null
    union all
    select 1 from email_changes where old_email = ${to} and undo_until > now() and old_verified_at is not null
    limit 1`;
  return found !== undefined;
}

async function recordWithheld(tx: Db, { to, kind, subject }: Addressed, mailbox: string): Promise<void> {
  const key = `withheld:${hashAddress(mailbox)}:${new Date().toISOString().slice(0, 10)}`;
  await tx`
    insert into outbox (id, "to", subject, text, html, kind, dedupe_key, state, error)
    values (${newId()}, ${to}, ${subject}, ${WITHHELD}, ${`<p>${WITHHELD}</p>`}, ${kind}, ${key}, 'cancelled', ${WITHHELD})
    on conflict (dedupe_key) do nothing`;
}
