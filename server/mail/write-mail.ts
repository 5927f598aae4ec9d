import type { ReactElement } from 'react';
import { render } from '@react-email/render';
import { shorten } from '@scoville/contract/shorten.ts';
import type { Db } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { plainText } from './plain-text.ts';
import { countedMailbox } from './unconfirmed.queries.ts';

/** Mail that no setting stops: it is about the account itself, or asks for what somebody took on. */
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

/** A PNG that comes with a mail. */
export interface Picture {
  name: string;
  content: Buffer;
}

interface Written<Kind extends string> {
  to: string;
  /** Whom an answer goes to, where that is not us. */
  replyTo?: string;
  subject: string;
  /** What sort of mail it is, such as `reset`. */
  kind: Kind;
  /** Names its occasion: a second letter with the same key is not written. */
  dedupeKey: string;
  template: ReactElement;
  /**
   * What in it opens an account, such as the token of its link. Nobody but the receiver is shown it where mail is sent, and it
   * is kept no longer than it has to be sent.
   */
  secret?: string;
  /** Hours for which it is worth sending, as long as the link in it is good; without it, for as long as any. */
  goodForHours?: number;
  /** Where mail like this is stopped, for mail programs; null where it cannot be. */
  unsubscribeUrl: string | null;
  pictures: readonly Picture[];
}

export type Letter = Omit<Written<AccountMail>, 'unsubscribeUrl' | 'pictures'>;

/**
 * Writes a mail that its receiver cannot turn off; `notify` writes all others.
 * @returns false if it was not written, as with `writeToOutbox`
 */
export const writeMail = (tx: Db, letter: Letter): Promise<boolean> =>
  writeToOutbox(tx, { ...letter, unsubscribeUrl: null, pictures: [] });

/** Is the mail of this occasion written already? Whoever makes something for a mail, such as a link, asks first. */
export const isWritten = async (tx: Db, dedupeKey: string): Promise<boolean> =>
  (await tx`select 1 from outbox where dedupe_key = ${dedupeKey}`).length > 0;

/** What was cancelled before it was sent does not count as written any more: its occasion has come again. */
export async function forgetCancelled(tx: Db, dedupeKey: string): Promise<void> {
  await tx`update outbox set dedupe_key = null where dedupe_key = ${dedupeKey} and state = 'cancelled'`;
}

/**
 * Writes a mail into the outbox, in the caller's transaction: it is sent if and only if its reason was kept. Header
 * fields are one line, whatever a title holds. An unconfirmed address gets a few mails a day; further ones aren't written,
 * and the requester isn't notified (`countedMailbox`).
 * @returns false if it was not written: its occasion already has a mail, or its mailbox gets no more today
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
  // To render a mail takes longer than all the rest, and a job that was broken off comes to those who were told again.
  if (await isWritten(tx, dedupeKey)) return false;
  const oneLine = shorten(subject.replaceAll(/\s+/g, ' ').trim(), 250).toWellFormed();
  // News is sent to confirmed addresses only; `notify` and `notifyFollower` check that.
  const mailbox = unsubscribeUrl === null ? await countedMailbox(tx, { to, kind, subject: oneLine }) : null;
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
