import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { type ReportSubject, shortenExcerpt } from '../reports/report-subject.ts';

/** An account with the public text of its profile. */
export const profileReports: ReportSubject = {
  kind: 'user',

  async find(db, _reporter, id) {
    const [row] = await db<{ username: string | null; name: string; title: string; bio: string }[]>`
      select username, display_name as name, title, bio from users where id = ${id} and deleted_at is null`;
    if (row === undefined) return null;
    return {
      ownerId: id,
      excerpt: {
        title: row.name,
        text: shortenExcerpt([row.title, row.bio].filter((words) => words !== '').join('\n\n')),
        path: profilePath({ id, username: row.username }),
      },
    };
  },
};
