import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import type { Outcome } from './reports.template.ts';
import type { CaseRow } from './reports.queries.ts';
import { reportedTitle } from './reported-title.ts';

interface Decided {
  row: CaseRow;
  outcome: Outcome;
  reason: string;
}

/**
 * Notifies the reported user of a decision, by mail and in the product, in the transaction of the decision;
 * `notifyReportersJob` notifies the reporters. The reporter must remain unknown: if few people could have reported it,
 * as with a private message, the mail doesn't name the reported item, and no mail is sent for a dismissed report.
 */
export async function notifyReported(app: App, tx: Tx, { row, outcome, reason }: Decided): Promise<void> {
  const { id, subject_kind: kind } = row;
  const title = reportedTitle(row);
  if (title === null && outcome === 'dismissed') return;
  const { HEADINGS, reportedMail } = await import('./reports.template.ts');
  const { PRODUCT_NAME: product, PUBLIC_URL } = app.env;
  const reported = await findAddressee(tx, row.reported_id);
  if (reported === null) return;
  const occasion = `reported:${id}:${outcome}`;
  const mediaId = kind === 'media' ? await lockMediaId(tx, row.subject_id) : null;
  const own = mediaId !== null && outcome === 'removed' ? `/account/media/edit/${mediaId}` : null;
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
  // A suspension sends its own notification.
  if (outcome === 'suspended') return;
  await recordNotification(tx, {
    userId: row.reported_id,
    kind: 'report',
    occasion,
    entry: {
      words: `${HEADINGS[outcome]}. Our mail says why`,
      mediaId,
      path: own ?? '/help/contact',
    },
  });
}

const SUBJECTS = {
  dismissed: 'a report about you was dismissed',
  warned: 'a warning about your content',
  removed: 'your content was removed',
  suspended: 'your account was reported',
  reinstated: 'your media is back',
  upheld: 'your media stays removed',
} as const satisfies Record<Outcome, string>;

async function findAddressee(tx: Tx, id: string): Promise<{ email: string; name: string } | null> {
  const [account] = await tx<{ email: string; name: string }[]>`
    select email, display_name as name from users where id = ${id} and deleted_at is null`;
  return account ?? null;
}

/** The id of a media item; null if it was deleted in the meantime. */
async function lockMediaId(tx: Tx, id: string): Promise<string | null> {
  const [media] = await tx<{ id: string }[]>`select id from media where id = ${id} for key share`;
  return media?.id ?? null;
}
