import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { isWritten, writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import { type CaseRow, type ReporterRow, findCase, listReporters } from './reports.queries.ts';
import { type Outcome, decisionText, reportDecidedMail } from './reports.template.ts';
import { reportedTitle } from './reported-title.ts';

/** Number of reporters per transaction: repeating this little work after a worker was stopped is harmless. */
const AT_ONCE = 100;

/**
 * Notifies everyone who reported a subject of the decision, by mail and in the product, once each. If the case was
 * decided again in the meantime, the notification is left to that decision.
 */
export async function notifyReporters(
  app: App,
  { caseId, outcome }: { caseId: string; outcome: Outcome },
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const some: ReporterRow[] = await transaction(app.db, async (tx) => {
      const row = await findCase(tx, caseId);
      // A countered case was removed, and waits for a new decision.
      if (row === null || ![outcome, 'countered'].includes(row.state)) return [];
      const page = await listReporters(tx, { caseId, after, limit: AT_ONCE });
      for (const reporter of page) await notify(app, tx, { row, outcome, reporter });
      return page;
    });
    if (some.length < AT_ONCE) return;
    after = some.at(-1)?.id ?? null;
  }
}

interface Decided {
  row: CaseRow;
  outcome: Outcome;
  reporter: ReporterRow;
}

async function notify(app: App, tx: Tx, { row, outcome, reporter }: Decided): Promise<void> {
  const { PRODUCT_NAME: product } = app.env;
  const { subject_kind: kind, decision_reason: reason } = row;
  const occasion = `report:${row.id}:${outcome}:${reporter.id}`;
  // Checked first, because rendering a mail takes longer than all the rest, and an interrupted job starts over.
  if (await isWritten(tx, occasion)) return;
  const title = reportedTitle(row);
  await writeMail(tx, {
    to: reporter.email,
    subject: `${product}: your report was reviewed`,
    kind: 'report',
    dedupeKey: occasion,
    template: reportDecidedMail({ product, name: reporter.name, kind, title, outcome, reason: reason ?? '' }),
  });
  // A person who requested a takedown may have no account.
  if (reporter.userId === null) return;
  const words = `Your report was reviewed. ${decisionText(kind, outcome)}`;
  await recordNotification(tx, { userId: reporter.userId, kind: 'report', occasion, entry: { words } });
}
