import type { Db } from '../../platform/db/connection.ts';

export interface MailState {
  waiting: number;
  /** Age in seconds of the oldest waiting mail; null when no mail is waiting. */
  oldestSeconds: number | null;
  /** Mails that failed in the last day. */
  failed: number;
}

/**
 * The state of the outbox; null without a schema. Mail is retried for days, so a mail that failed today was often
 * written earlier: `next_try_at` holds the time at which it was given up.
 */
export async function findMailState(db: Db): Promise<MailState | null> {
  const [table] = await db<{ there: boolean }[]>`select to_regclass('outbox') is not null as there`;
  if (table?.there !== true) return null;
  const [row] = await db<MailState[]>`
    select
      (select count(*)::int from outbox where state = 'queued' and give_up_at > now()) as waiting,
      (select extract(epoch from now() - min(created_at))::float8 from outbox
        where state = 'queued' and give_up_at > now()) as "oldestSeconds",
      (select count(*)::int from outbox where state = 'failed' and next_try_at > now() - interval '1 day') as failed`;
  return row!;
}
