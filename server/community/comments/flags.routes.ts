import { flagComment, flaggedComments } from '@scoville/contract/community/comments/comments.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findVisible } from '../../catalogue/media/media.visible.ts';
import { countReport } from '../reports/count-report.ts';
import { fileReport } from '../reports/file-report.ts';
import { hasReported } from '../reports/reports.queries.ts';
import { isAuthor } from './comments.policy.ts';
import { presentReply } from './comments.present.ts';
import { insertFlag, listFlagged } from './comments.queries.ts';
import { commentReports } from './comments.reports.ts';
import { findSeenComment } from './find-comment.ts';

const PAGE_SIZE = 10;

export const flagsRoutes = (app: App) => {
  const { db, env, cursors } = app;
  return [
    route(flagComment, async (call) => {
      const actor = signedIn(call);
      const { row } = await findSeenComment(db, actor, call.params.id);
      if (isAuthor(actor, row)) throw forbidden('You cannot flag your own comment.');
      const reported = await commentReports.find(db, actor, row.id);
      await countReport(app, actor.userId);
      await transaction(db, async (tx) => {
        const isFirst = await insertFlag(tx, row.id, actor.userId);
        // The flag also enters the report queue as a report without a reason, unless the user already reported the
        // comment.
        if (isFirst && reported !== null && !(await hasReported(tx, actor.userId, 'comment', row.id)))
          await fileReport(tx, {
            subject: { kind: 'comment', id: row.id },
            reported,
            reporterId: actor.userId,
            reason: 'other',
            words: '',
          });
      });
      return { id: row.id, flagged: true as const };
    }),

    route(flaggedComments, async (call) => {
      const viewer = signedIn(call);
      const media = await findVisible(db, viewer, call.params.mediaId);
      const { rows, paging } = await readPage(cursors, call.query, {
        name: `flagged comments ${media.id}`,
        size: PAGE_SIZE,
        read: (slice: Slice<TimePlace>) => listFlagged(db, { mediaId: media.id, viewerId: viewer.userId }, slice),
        placeOf: timePlace,
      });
      const showing = { env, viewer, media };
      return { comments: rows.map((row) => ({ ...presentReply(row, showing), flags: row.flags })), paging };
    }),
  ];
};
