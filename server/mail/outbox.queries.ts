import type { Db } from '../db/connection.ts';
import type { Slice, TimePlace } from '../http/paging.ts';

export interface MailRow {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: string;
  state: 'queued' | 'sent' | 'failed';
  created_at: Date;
  sent_at: Date | null;
}

/** A part of the outbox, newest first. */
export async function listMail(
  db: Db,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ rows: MailRow[]; total: number }> {
  const rows = await db<MailRow[]>`
    select id, "to", subject, text, html, kind, state, created_at, sent_at from outbox
    ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by created_at desc, id desc limit ${limit} offset ${skip}`;
  const [count] = await db<{ n: number }[]>`select count(*)::int as n from outbox`;
  return { rows, total: count?.n ?? 0 };
}

/** Who takes a mail has it alone for this long (seconds); then its sender is believed dead. */
const CLAIM_SECONDS = 120;

/** Mail older than this was overtaken by events: it stays to be read, and is not sent when SMTP comes back. */
const SENDABLE = '3 days';

export interface Claimed extends MailRow {
  /** This try counted. */
  attempts: number;
}

/** Takes one mail that is due, for its taker alone; null when none is. Times are kept in whole milliseconds, rounded up or down. */
export async function claimMail(db: Db): Promise<Claimed | null> {
  const [row] = await db<Claimed[]>`
    update outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (
      select id from outbox
      where state = 'queued' and next_try_at <= now() + interval '1 millisecond' and created_at > now() - ${SENDABLE}::interval
      order by next_try_at limit 1 for update skip locked)
    returning id, "to", subject, text, html, kind, state, created_at, sent_at, attempts`;
  return row ?? null;
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db`update outbox set state = 'sent', sent_at = now(), error = null where id = ${id}`;
}

/** @param again seconds until the next try; null gives up */
export async function markFailed(db: Db, id: string, error: string, again: number | null): Promise<void> {
  await db`
    update outbox set error = ${error.slice(0, 1000)},
      state = ${again === null ? 'failed' : 'queued'},
      next_try_at = now() + make_interval(secs => ${again ?? 0})
    where id = ${id}`;
}

/** Deletes mail that was written so many days ago and is not on its way any more. */
export async function deleteOldMail(db: Db, days: number): Promise<void> {
  await db`
    delete from outbox where created_at < now() - make_interval(days => ${days})
      and (state <> 'queued' or created_at < now() - ${SENDABLE}::interval)`;
}
