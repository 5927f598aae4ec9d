import { type AdGoal, stateOfGoal, statsOfGoal } from '@scoville/contract/business/ads/ad-goals.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { literal, recordNotification } from '../../community/notifications/record-notification.ts';
import type { AdRow } from './ads.queries.ts';
import { pluralize } from './pluralize.ts';
import { goalOf } from './goals.queries.ts';

/** The longest title in a notification (UTF-16 units). */
const MAX_TITLE = 100;

const number = new Intl.NumberFormat('en');
const day = (at: Date): string => at.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Sends an ad's figures to its owner, by mail and, if the owner has an account, as a notification.
 * @param occasion deduplicates mails: one is written for each
 */
export async function mailAdStats({ env }: Pick<App, 'env'>, tx: Tx, row: AdRow, occasion: string): Promise<void> {
  const goal = goalOf(row);
  // Imported only when there is a mail to write, because loading the components takes most of a second, which would
  // delay the server's start.
  const { adStatsMail } = await import('./ad-stats.template.ts');
  await writeMail(tx, {
    to: row.email,
    subject: sentence`Your ad at ${env.PRODUCT_NAME}: ${row.title}`,
    kind: 'ad-stats',
    dedupeKey: `ad-stats:${occasion}`,
    template: adStatsMail({
      product: env.PRODUCT_NAME,
      name: row.owner_name,
      title: row.title,
      stats: statsOfGoal(goal),
      goal: goalText(goal, new Date()),
    }),
  });
  if (row.owner_id === null) return;
  const times = (count: number) => (count === 1 ? 'once' : `${number.format(count)} times`);
  const title = row.title.length > MAX_TITLE ? `${shorten(row.title, MAX_TITLE - 1)}…` : row.title;
  const words = sentence`Your ad “${literal(title)}” was heard or seen ${times(goal.impressions)} and clicked ${times(goal.clicks)}`;
  await recordNotification(tx, {
    userId: row.owner_id,
    kind: 'ad-stats',
    occasion: `ad-stats:${occasion}`,
    entry: { words },
  });
}

/** A sentence about a goal and its progress. Days are in UTC. */
function goalText(goal: AdGoal, at: Date): string {
  const { startDate, endDate, impressionLimit } = goal.window;
  const state = stateOfGoal(goal, at);
  if (state === 'met') return `It has reached its goal of ${pluralize(impressionLimit ?? 0, 'impression')}.`;
  if (state === 'waiting') return `It starts on ${day(startDate)}.`;
  if (endDate === null)
    return `It is to reach ${pluralize(impressionLimit ?? 0, 'impression')}, and started on ${day(startDate)}.`;
  return state === 'ended'
    ? `It ran from ${day(startDate)} to ${day(endDate)}.`
    : `It runs from ${day(startDate)} to ${day(endDate)}.`;
}
