import type { ReportSubject } from '@scoville/contract/report-state.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { writeMail } from '../mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import type { Outcome } from './reports.template.ts';
import { type CaseRow, listReporters } from './reports.queries.ts';

interface Decided {
  row: CaseRow;
  outcome: Outcome;
  reason: string;
}

/**
 * Tells everybody who reported what was decided, and whom it concerns, by mail and in the product. Who reported stays unknown: where few could
 * have, as with a private message, the mail does not say what was reported, and says nothing at all of what was dismissed.
 */
export async function mailDecision(app: App, tx: Tx, { row, outcome, reason }: Decided): Promise<void> {
  const { id, subject_kind: kind } = row;
  const { FOR_REPORTER, HEADINGS, reportDecidedMail, reportedMail } = await import('./reports.template.ts');
  const { PRODUCT_NAME: product, PUBLIC_URL } = app.env;
  const title = isPrivate(kind) ? null : kind === 'comment' ? row.excerpt.text.slice(0, 120) : row.excerpt.title;
  for (const reporter of await listReporters(tx, id)) {
    const occasion = `report:${id}:${outcome}:${reporter.id}`;
    await writeMail(tx, {
      to: reporter.email,
      subject: `${product}: your report was reviewed`,
      kind: 'report',
      dedupeKey: occasion,
      template: reportDecidedMail({ product, name: reporter.name, kind, title, outcome, reason }),
    });
    // Who asked for a takedown may have no account.
    if (reporter.userId === null) continue;
    const words = `Your report was reviewed. ${FOR_REPORTER[outcome]}`;
    await recordNotification(tx, { userId: reporter.userId, kind: 'report', occasion, entry: { words } });
  }
  if (isPrivate(kind) && outcome === 'dismissed') return;
  const reported = await findAddressee(tx, row.reported_id);
  if (reported === null) return;
  const occasion = `reported:${id}:${outcome}`;
  const own = kind === 'media' && outcome === 'removed' ? `/account/media/edit/${row.subject_id}` : null;
  await writeMail(tx, {
    to: reported.email,
    subject: `${product}: ${SUBJECTS[outcome]}`,
    kind: 'report',
    dedupeKey: occasion,
    template: reportedMail({
      product,
      name: reported.name,
      kind,
      title,
      outcome,
      reason,
      ownUrl: own === null ? null : `${PUBLIC_URL}${own}`,
      contactUrl: `${PUBLIC_URL}/help/contact`,
    }),
  });
  // A suspension tells of itself.
  if (outcome === 'suspended') return;
  await recordNotification(tx, {
    userId: row.reported_id,
    kind: 'report',
    occasion,
    entry: {
      words: `${HEADINGS[outcome]}. Our mail says why`,
      mediaId: kind === 'media' ? await whereStillThere(tx, row.subject_id) : null,
      path: own ?? '/help/contact',
    },
  });
}

const SUBJECTS = {
  dismissed: 'a report about you was dismissed',
  warned: 'a warning',
  removed: 'your content was removed',
  suspended: 'your account was reported',
  reinstated: 'your media is back',
  upheld: 'your media stays removed',
} as const satisfies Record<Outcome, string>;

/** Seen by few, each of whom would know who of them reported it. */
const isPrivate = (kind: ReportSubject): boolean => kind === 'message';

async function findAddressee(tx: Tx, id: string): Promise<{ email: string; name: string } | null> {
  const [account] = await tx<{ email: string; name: string }[]>`
    select email, display_name as name from users where id = ${id} and deleted_at is null`;
  return account ?? null;
}

/** The id of a media unless it was deleted meanwhile. */
async function whereStillThere(tx: Tx, id: string): Promise<string | null> {
  const [media] = await tx<{ id: string }[]>`select id from media where id = ${id} for key share`;
  return media?.id ?? null;
}
