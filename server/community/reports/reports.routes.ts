import {
  decideReport,
  reportCase,
  reportCases,
  reportSomething,
} from '@scoville/contract/community/reports/reports.ts';
import type { ReportSubject as Kind } from '@scoville/contract/community/reports/report-state.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { casesForOthers } from './cases-for-others.ts';
import { countReport } from './count-report.ts';
import { decide } from './decide.ts';
import { fileReport } from './file-report.ts';
import { reportSubjects } from './report-subject.ts';
import { presentCase } from './reports.present.ts';
import { type CaseRow, findCase, listCases, listReports } from './reports.queries.ts';
import { rightsConfirmedAt } from './takedowns.queries.ts';

const PAGE_SIZE = 10;

const NOUNS: Record<Kind, string> = {
  media: 'This media',
  comment: 'This comment',
  user: 'This account',
  message: 'This message',
};
const placeOf = (row: CaseRow): TimePlace => [row.changed_at.toISOString(), row.id];

export const reportsRoutes = (app: App) => [
  route(reportSomething, async (call) => {
    const actor = signedIn(call);
    const { subject, reason, words = '' } = call.body;
    await countReport(app, actor.userId);
    const domain = app.domains.given(reportSubjects).find(({ kind }) => kind === subject.kind);
    const reported = (await domain?.find(app.db, actor, subject.id)) ?? null;
    if (reported === null) throw notFound(NOUNS[subject.kind]);
    if (reported.ownerId === actor.userId) throw forbidden('You cannot report what is your own.');
    await transaction(app.db, async (tx) => {
      await fileReport(tx, { subject, reported, reporterId: actor.userId, reason, words });
      // The subject may have been removed by a decision while this request waited for the case.
      if ((await domain?.find(tx, actor, subject.id)) === null) throw notFound(NOUNS[subject.kind]);
    });
    return { reported: true as const };
  }),

  route(reportCases, async (call) => {
    const { query } = call;
    const { queue = 'waiting', kind, q } = query;
    const { rows, total, paging } = await readPage(app.cursors, query, {
      name: `reports ${queue} ${kind ?? ''} ${q ?? ''}`,
      size: PAGE_SIZE,
      read: (slice: Slice<TimePlace>) => listCases(app.db, { waiting: queue === 'waiting', kind, q }, slice),
      placeOf,
    });
    const isForOthers = await casesForOthers(app.db, signedIn(call).userId);
    return { cases: rows.map((row) => presentCase(row, isForOthers(row))), total, paging };
  }),

  route(reportCase, async (call) => {
    const row = await findCase(app.db, call.params.id);
    if (row === null) throw notFound('This report');
    const reports = (await listReports(app.db, row.id)).map((one) => ({
      id: one.id,
      reporter: one.reporter_id === null ? null : { id: one.reporter_id, name: one.reporter_name },
      claimant: one.claimant,
      reason: one.reason,
      words: one.words,
      excerpt: one.excerpt,
      createdOn: one.created_at.toISOString(),
    }));
    const confirmed = row.subject_kind === 'media' ? await rightsConfirmedAt(app.db, row.subject_id) : null;
    const isForOthers = await casesForOthers(app.db, signedIn(call).userId);
    return {
      case: presentCase(row, isForOthers(row)),
      rightsConfirmedOn: confirmed?.toISOString() ?? null,
      reports,
    };
  }),

  route(decideReport, async (call) => {
    const row = await transaction(app.db, (tx) => decide(app, tx, signedIn(call), call.params.id, call.body));
    return presentCase(row, false);
  }),
];
