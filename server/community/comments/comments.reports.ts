import { pathOfRow } from '../../catalogue/media/media.addresses.ts';
import { canSee } from '../../catalogue/media/media.policy.ts';
import { findMedia } from '../../catalogue/media/media.queries.ts';
import { type ReportSubject, shortenExcerpt } from '../reports/report-subject.ts';
import { findComment, removeComment } from './comments.queries.ts';

/** A comment or a reply; removing it also deletes its replies. */
export const commentReports: ReportSubject = {
  kind: 'comment',

  async find(db, reporter, id) {
    const row = await findComment(db, id, reporter.userId);
    const media = row && (await findMedia(db, row.media_id));
    if (row === null || media === null || !canSee(reporter, media)) return null;
    return {
      ownerId: row.author_id,
      excerpt: { title: `Comment on ${media.title}`, text: shortenExcerpt(row.body), path: pathOfRow(media) },
    };
  },

  async remove(_app, tx, administrator, id) {
    const row = await findComment(tx, id, administrator.userId);
    if (row !== null) await removeComment(tx, row);
  },
};
