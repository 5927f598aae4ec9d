import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { findAd } from './ads.queries.ts';
import { mailAdStats } from './mail-ad-stats.ts';

/** Minutes after the end of a goal in which events of its last showing can still arrive. */
const SETTLES = 5;

/** Mails the owners of ads whose goals are over, once per goal. */
export async function reportGoals(app: Pick<App, 'db' | 'env'>): Promise<void> {
  const over = await app.db<{ id: string; ad_id: string }[]>`
    select id, ad_id from ad_goals g
    where closed_at is null and reported_at is null and (
      end_at < now() - make_interval(mins => ${SETTLES})
      or impressions >= impression_limit and not exists (
        select 1 from ad_showings w where w.goal_id = g.id and w.counted_at > now() - make_interval(mins => ${SETTLES})))
    order by id limit 100`;
  for (const { id, ad_id } of over) await transaction(app.db, (tx) => reportGoal(app, tx, { id, adId: ad_id }));
}

/** Mails the owner of an ad that this goal is over, unless that was done before or another goal has replaced it. */
export async function reportGoal(
  app: Pick<App, 'env'>,
  tx: Tx,
  { id, adId }: { id: string; adId: string },
): Promise<void> {
  const [goal] = await tx`
    update ad_goals set reported_at = now() where id = ${id} and closed_at is null and reported_at is null returning 1`;
  const ad = goal === undefined ? null : await findAd(tx, adId);
  if (ad !== null) await mailAdStats(app, tx, ad, `goal ${id}`);
}
