import { isDeepStrictEqual } from 'node:util';
import type { ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import type { ReportReason } from '@scoville/contract/community/reports/reports.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { Reported } from './report-subject.ts';
import { lockCaseOf, writeReport } from './reports.queries.ts';

interface Said {
  subject: { kind: ReportSubject; id: string };
  reported: Reported;
  reporterId: string;
  reason: ReportReason;
  words: string;
}

/** Adds a report to the queue: to the waiting case of its subject, or as the first report of a new case. */
export async function fileReport(
  tx: Tx,
  { subject, reported: { ownerId, excerpt }, reporterId, reason, words }: Said,
): Promise<void> {
  const found = await lockCaseOf(tx, { id: newId(), subject, reportedId: ownerId, excerpt });
  const isSame = isDeepStrictEqual(found.excerpt, JSON.parse(JSON.stringify(excerpt)));
  await writeReport(tx, {
    id: newId(),
    caseId: found.id,
    reporterId,
    reason,
    words,
    excerpt: isSame ? null : excerpt,
  });
}
