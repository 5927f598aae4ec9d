import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { notify } from '../../community/notifications/notify.ts';
import { type Month, claimReport, findUnreported, readMonth } from './monthly-report.queries.ts';
import { monthlyReport, reportSubject } from './monthly-report.template.ts';
import { playsChart } from './plays-chart.ts';

const BATCH = 100;

/** The month before that of `now`, in UTC. */
const monthBefore = (now: Date): Month =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);

/**
 * Mails every musician with media the figures of the month before `now`: one mail per musician and month, however often
 * this runs and in however many processes. A run that was interrupted is continued by the next one.
 * A report that fails doesn't delay the others: it is logged, tried again by the next run, and the run throws after all
 * other reports.
 */
export async function mailMonthlyReports(
  app: Pick<App, 'db' | 'env' | 'log'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const month = monthBefore(now);
  const confirmed = app.env.SMTP_URL !== null;
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const unreported: string[] = await findUnreported(app.db, { month, confirmed, after, limit: BATCH });
    if (unreported.length === 0) break;
    for (const userId of unreported) {
      signal?.throwIfAborted();
      try {
        await mailReport(app, userId, month);
      } catch (error) {
        app.log.error({ err: error, userId, month }, 'a monthly report could not be written');
        failures.push(error);
      }
    }
    after = unreported.at(-1) ?? null;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} monthly reports could not be written.`);
}

/** Marks the month as reported and writes its mail, in one transaction. */
async function mailReport(app: Pick<App, 'db' | 'env'>, userId: string, month: Month): Promise<void> {
  const product = app.env.PRODUCT_NAME;
  await transaction(app.db, async (tx) => {
    if (!(await claimReport(tx, userId, month))) return;
    const figures = await readMonth(tx, userId, month);
    const subject = reportSubject({ month, plays: figures.plays }, product);
    await notify(app, tx, {
      userId,
      kind: 'monthly-report',
      dedupeKey: `monthly-report:${userId}:${month}`,
      entry: { words: subject, path: SCREENS.accountOverview.path },
      mail: async () => ({
        subject,
        template: (stop) =>
          monthlyReport({
            ...figures,
            product,
            month,
            accountUrl: `${app.env.PUBLIC_URL}${SCREENS.accountOverview.path}`,
            stop,
          }),
        pictures: figures.plays === 0 ? [] : [{ name: 'chart', content: await playsChart(figures.days) }],
      }),
    });
  });
}
