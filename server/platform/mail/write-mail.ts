import type { ReactElement } from 'react';
import { render } from '@react-email/render';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { Db } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { plainText } from './plain-text.ts';
import { countMailbox } from './unconfirmed.queries.ts';

/** Mail that no setting turns off: it is about the account itself, or asks for work that a user has agreed to do. */
type AccountMail =
  | 'account-deleted'
  | 'ad-stats'
  | 'address-change'
  | 'address-confirmation'
  | 'data-export'
  | 'follow-confirmation'
  | 'identity'
  | 'new-device'
  | 'password-changed'
  | 'payment-failed'
  | 'plan-assigned'
  | 'receipt'
  | 'report'
  | 'reset'
  | 'review-request'
  | 'second-factor'
  | 'support'
  | 'suspension'
  | 'unsubscribe'
  | 'verification';

/** A PNG that is attached to a mail. */
export interface Picture {
  name: string;
  content: Buffer;
}

interface Written<Kind extends string> {
  to: string;
  /** The address for replies, if that isn't ours. */
  replyTo?: string;
  subject: string;
  /** The kind of mail, such as `reset`. */
  kind: Kind;
  /** Identifies the occasion; a second mail with the same key isn't written. */
  dedupeKey: string;
  template: ReactElement;
  /**
   * A credential in the mail, such as the token of its link. Where mail is sent, only the receiver sees it, and it is
   * deleted when the mail has been sent.
   */
  secret?: string;
  /**
   * Hours for which the mail is worth sending, for example because its link expires; without it, as long as any mail.
   */
  goodForHours?: number;
  /** The address to unsubscribe, for mail programs; null if that isn't possible. */
  unsubscribeUrl: string | null;
  pictures: readonly Picture[];
}

export type Letter = Omit<Written<AccountMail>, 'unsubscribeUrl' | 'pictures'>;

/**
 * Writes a mail that its receiver can't turn off; `notify` writes all others.
 * @returns false if it wasn't written, as with `writeToOutbox`
 */
export const writeMail = (tx: Db, letter: Letter): Promise<boolean> =>
  writeToOutbox(tx, { ...letter, unsubscribeUrl: null, pictures: [] });

/**
 * True if the mail for this occasion has been written. Check it before creating something for a mail, such as a link.
 */
export const isWritten = async (tx: Db, dedupeKey: string): Promise<boolean> =>
  (await tx`select 1 from outbox where dedupe_key = ${dedupeKey}`).length > 0;

/** Frees the key of a mail that was cancelled before it was sent, so that the mail can be written again. */
export async function releaseDedupeKey(tx: Db, dedupeKey: string): Promise<void> {
  await tx`update outbox set dedupe_key = null where dedupe_key = ${dedupeKey} and state = 'cancelled'`;
}

/**
 * Writes a mail to the outbox in the caller's transaction, so that the mail is sent if and only if the transaction
 * commits. Line breaks are removed from header fields, because a title that contains one could add a header. An
 * unconfirmed address gets a few mails a day, which `countMailbox` limits; further mails aren't written, and the
 * requester isn't notified.
 * @returns false if the mail wasn't written, because its occasion already has a mail, or its mailbox gets no more today
 */
export async function writeToOutbox(tx: Db, mail: Written<string>): Promise<boolean> {
  const {
    to,
    replyTo,
    subject,
    kind,
    dedupeKey,
    template,
    unsubscribeUrl,
    pictures,
    goodForHours = null,
    secret,
  } = mail;
  // Check first, because rendering a mail takes longer than the rest, and a job that is retried reaches receivers that
  // already have their mail.
  if (await isWritten(tx, dedupeKey)) return false;
  const oneLine = shorten(subject.replaceAll(/\s+/g, ' ').trim(), 250).toWellFormed();
  // News is sent to confirmed addresses only; `notify` and `notifyFollower` check that.
  const mailbox = unsubscribeUrl === null ? await countMailbox(tx, { to, kind, subject: oneLine }) : null;
  if (mailbox === false) return false;
  const html = await render(template);
  const text = plainText(html);
  const id = newId();
  const written = await tx`
    insert into outbox
      (id, "to", reply_to, subject, text, html, secret, kind, dedupe_key, unsubscribe_url, counted_mailbox, good_until,
      give_up_at)
    values (${id}, ${to}, ${replyTo ?? null}, ${oneLine}, ${text}, ${html}, ${secret ?? null}, ${kind}, ${dedupeKey},
      ${unsubscribeUrl}, ${mailbox},
      now() + make_interval(hours => ${goodForHours}),
      least(now() + interval '3 days', now() + make_interval(hours => ${goodForHours})))
    on conflict (dedupe_key) do nothing returning 1`;
  if (written.length > 0 && pictures.length > 0)
    await tx`insert into outbox_pictures ${tx(pictures.map(({ name, content }) => ({ mail_id: id, name, content })))}`;
  return written.length > 0;
}
