import type { Db } from '../db/connection.ts';

export interface MailState {
  waiting: number;
  /** How long the mail that waits longest has waited; null when none waits. */
  oldestSeconds: number | null;
  /** Given up in the last day. */
  failed: number;
}

/**
 * How the outbox stands; null where there is no schema yet. Mail is tried for days, so what was lost today was often
 * written before: what was given up says when in `next_try_at`.
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
