import type { Db, Tx } from '../db/connection.ts';
import { containsPattern } from '../db/like.ts';
import type { Slice, TimePlace } from '../http/paging.ts';
import type { Picture } from './write-mail.ts';

export interface MailRow {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /**
   * The part of `text` and `html` that only the receiver may know; null if there is none, or after the mail was sent or
   * cancelled.
   */
  secret: string | null;
  kind: string;
  state: 'queued' | 'sent' | 'failed' | 'cancelled';
  created_at: Date;
  sent_at: Date | null;
  next_try_at: Date;
  /** Number of tries, including the current one of a claimed mail. */
  attempts: number;
  /** The error of the last try. */
  error: string | null;
}

const columns = (db: Db) => db`
  id, "to", reply_to as "replyTo", subject, text, html, secret, kind, state, attempts, error, created_at, sent_at, next_try_at`;

/** Replaces a secret. */
export const SECRET_PART = '[the secret part of this link]';

/** Removes the secret from a mail that won't be sent again, so that a copy of the database doesn't contain it. */
const withoutSecret = (db: Db) => db`
  text = replace(text, coalesce(secret, ''), ${SECRET_PART}), html = replace(html, coalesce(secret, ''), ${SECRET_PART}),
  secret = null`;

/** A page of the outbox, newest first, optionally of one state or with `q` in the subject or address. */
export async function listMail(
  db: Db,
  { q, state, after, skip, limit }: { q: string | undefined; state: MailRow['state'] | null } & Slice<TimePlace>,
): Promise<{ rows: MailRow[]; total: number; refusedAddresses: number }> {
  const part = containsPattern((q ?? '').toLowerCase());
  const matches = db`${state === null ? db`true` : db`state = ${state}`}
    and ${q ? db`(lower("to") like ${part} or lower(subject) like ${part})` : db`true`}`;
  // A search collects all matches first. Walking the index by time would read the whole outbox if there are few
  // matches.
  const rows = await db<MailRow[]>`
    with found as ${q ? db`materialized` : db`not materialized`} (select id, created_at from outbox where ${matches}),
    page as (
      select id from found
      ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
      order by created_at desc, id desc limit ${limit} offset ${skip})
    select ${columns(db)} from page join outbox using (id) order by created_at desc, id desc`;
  const [counts] = await db<{ total: number; refusedAddresses: number }[]>`
    select (select count(*)::int from outbox where ${matches}) as total,
      (select count(*)::int from refused_addresses where is_certain) as "refusedAddresses"`;
  return { rows, total: counts?.total ?? 0, refusedAddresses: counts?.refusedAddresses ?? 0 };
}

/** Queues a failed mail again; returns null if it didn't fail or is no longer valid. */
export async function retryMail(db: Db, id: string): Promise<MailRow | null> {
  const [row] = await db<MailRow[]>`
    update outbox set state = 'queued', attempts = 0, error = null, next_try_at = now(),
      give_up_at = least(now() + interval '3 days', good_until)
    where id = ${id} and state = 'failed' and (good_until is null or good_until > now()) returning ${columns(db)}`;
  return row ?? null;
}

/** Cancels a mail that is queued or has failed; returns null if it is neither. */
export async function cancelMail(db: Db, id: string): Promise<MailRow | null> {
  const [row] = await db<MailRow[]>`
    update outbox set state = 'cancelled', ${withoutSecret(db)}
    where id = ${id} and state in ('queued', 'failed') returning ${columns(db)}`;
  return row ?? null;
}

export async function mailExists(db: Db, id: string): Promise<boolean> {
  return (await db`select 1 from outbox where id = ${id}`).length > 0;
}

/** Seconds for which a claim lasts. After that without a renewal, the sender is considered dead. */
const CLAIM_SECONDS = 120;

export interface Claimed extends MailRow {
  dedupe_key: string;
  unsubscribe_url: string | null;
}

/**
 * Claims one due mail; returns null if there is none. Mail about an account is sent before mail that can be turned off,
 * because a user may be waiting for a link while fifty thousand followers are notified of a song. Times are rounded to
 * whole milliseconds, up or down, so a mail counts as due one millisecond early.
 */
export async function claimMail(db: Db): Promise<Claimed | null> {
  const [row] = await db<Claimed[]>`
    update outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (
      select id from outbox
      where state = 'queued' and next_try_at <= now() + interval '1 millisecond' and give_up_at > now()
      order by unsubscribe_url is not null, next_try_at limit 1 for update skip locked)
    returning ${columns(db)}, dedupe_key, unsubscribe_url`;
  return row ?? null;
}

/** Renews the claim of a sender that still waits for the server, so that no other sender takes the mail. */
export async function renewClaim(db: Db, id: string): Promise<void> {
  await db`update outbox set next_try_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = ${id} and state = 'queued'`;
}

/** The pictures attached to a mail. */
export const findPictures = (db: Db, mailId: string): Promise<Picture[]> =>
  db<Picture[]>`select name, content from outbox_pictures where mail_id = ${mailId} order by name`;

export async function markSent(db: Db, id: string): Promise<void> {
  await db`
    with gone as (delete from outbox_pictures where mail_id = ${id})
    update outbox set state = 'sent', sent_at = now(), error = null, ${withoutSecret(db)} where id = ${id}`;
}

/** Marks mail as failed that could not be sent in time. It stays readable, but is not sent when SMTP works again. */
export async function expireMail(db: Db): Promise<void> {
  await db`
    update outbox set state = 'failed', next_try_at = now(),
      error = 'It could not be sent in time.' || coalesce(' The last try: ' || error, '')
    where state = 'queued' and next_try_at <= now() and give_up_at <= now()`;
}

/**
 * Records the error of a try, unless the mail has been cancelled in the meantime.
 * @param again seconds until the next try; null to give up, which sets `next_try_at` to now
 */
export async function markTried(db: Db, id: string, error: string, again: number | null): Promise<void> {
  await db`
    update outbox set error = ${error.slice(0, 1000)},
      state = ${again === null ? 'failed' : 'queued'},
      next_try_at = now() + make_interval(secs => ${again ?? 0})
    where id = ${id} and state = 'queued'`;
}

/**
 * Records that an address refuses mail.
 * @param isCertain false if the refusal may have another reason. The address then counts as refused after a second
 * refusal, at least a day after the first.
 */
export async function markRefused(db: Db, address: string, reason: string, isCertain: boolean): Promise<void> {
  await db`
    insert into refused_addresses as r (address, reason, is_certain)
    values (${address}, ${reason.slice(0, 1000)}, ${isCertain})
    on conflict (address) do update set reason = excluded.reason,
      is_certain = r.is_certain or excluded.is_certain or r.since <= now() - interval '1 day',
      since = case when excluded.is_certain or r.is_certain then now() else r.since end`;
}

/** True if an address is considered to refuse mail. It then gets no mail that can be turned off. */
export async function isRefused(db: Db, address: string): Promise<boolean> {
  return (await db`select 1 from refused_addresses where address = ${address} and is_certain`).length > 0;
}

export interface RefusedAddressRow {
  id: string;
  address: string;
  /** The last answer of its server. */
  reason: string;
  since: Date;
}

/** A page of the addresses that are considered to refuse mail, latest refusal first. */
export async function listRefusedAddresses(
  db: Db,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: RefusedAddressRow[]; total: number }> {
  const rows = await db<RefusedAddressRow[]>`
    select id, address, reason, since from refused_addresses where is_certain
    ${after === null ? db`` : db`and (since, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by since desc, id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from refused_addresses where is_certain`;
  return { rows, total: count?.n ?? 0 };
}

/** Deletes the refusal of an address; returns the address, or null if there is no such refusal. */
export async function deleteRefusal(tx: Db, id: string): Promise<string | null> {
  const [row] = await tx<{ address: string }[]>`delete from refused_addresses where id = ${id} returning address`;
  return row?.address ?? null;
}

export async function markAccepted(db: Db, address: string): Promise<void> {
  await db`delete from refused_addresses where address = ${address}`;
}

/** Cancels a claimed mail that should no longer be sent. This doesn't count as a try. */
export async function cancelClaimed(db: Db, id: string, reason: string): Promise<void> {
  await db`
    update outbox set state = 'cancelled', ${withoutSecret(db)}, attempts = attempts - 1,
      error = ${reason}::text || coalesce(' The last try: ' || error, '')
    where id = ${id} and state = 'queued'`;
}

/**
 * Cancels the queued and failed mail of these kinds for an address.
 * @param reason in words for administrators
 */
export async function cancelQueued(tx: Db, to: string, kinds: readonly string[], reason: string): Promise<void> {
  await tx`
    update outbox set state = 'cancelled', ${withoutSecret(tx)},
      error = ${reason}::text || coalesce(' The last try: ' || error, '')
    where state in ('queued', 'failed') and lower("to") = ${to.toLowerCase()} and kind = any(${kinds as string[]})`;
}

/** Cancels the queued and failed mails that have one of these values as their `dedupeKey`; other mail is still sent. */
export async function cancelMails(tx: Tx, dedupeKeys: readonly string[], reason: string): Promise<void> {
  await tx`
    update outbox set state = 'cancelled', ${withoutSecret(tx)},
      error = ${reason}::text || coalesce(' The last try: ' || error, '')
    where state in ('queued', 'failed') and dedupe_key = any(${dedupeKeys as string[]})`;
}

/**
 * Cancels the queued and failed mail for the address of an account that is deleted, except receipts and links that
 * confirm a new address. Such a link may belong to another account; `cancelMails` cancels it together with the change.
 */
export async function cancelAllQueued(tx: Tx, to: string): Promise<void> {
  await tx`
    update outbox set state = 'cancelled', ${withoutSecret(tx)},
      error = 'The account was deleted.' || coalesce(' The last try: ' || error, '')
    where state in ('queued', 'failed') and lower("to") = ${to.toLowerCase()} and kind not in ('receipt', 'address-confirmation')`;
}

/** Deletes mail older than `days` that no longer waits to be sent, and old refusals. */
export async function deleteOldMail(db: Db, days: number): Promise<void> {
  await db`
    delete from outbox where created_at < now() - make_interval(days => ${days})
      and (state <> 'queued' or give_up_at < now())`;
  await db`delete from refused_addresses where since < now() - make_interval(days => ${days})`;
}
