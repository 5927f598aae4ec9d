import { genreInfo, genres, moodInfo, moods } from '@scoville/contract/category-calls.ts';
import { comments } from '@scoville/contract/comments.ts';
import { home } from '@scoville/contract/discovery.ts';
import { gettingStarted } from '@scoville/contract/getting-started.ts';
import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import { type Media, media } from '@scoville/contract/media.ts';
import { performances } from '@scoville/contract/performances.ts';
import { playlistsOf } from '@scoville/contract/playlists.ts';
import { posts } from '@scoville/contract/posts.ts';
import { stats } from '@scoville/contract/listening-events.ts';
import { timedText } from '@scoville/contract/timed-text.ts';
import { PublicUser, musician } from '@scoville/contract/users.ts';
import { quietly } from '../api.ts';
import { LAST_PAGE, musicianRef, sample, songInFull } from '../sample.ts';
import { genre, homeWith, mood } from './lists.ts';

/**
 * Fakes the calls of the pages behind links, because links preload their page as soon as the pointer is over them:
 * songs, musicians, genres and moods whose pages are otherwise empty.
 */
export function quietPages(known: readonly Media[] = []): void {
  quietly(media, ({ params: { id } }) => known.find((one) => one.id === id) ?? songInFull({ id }));
  quietly(comments, { comments: [], total: 0, paging: LAST_PAGE });
  quietly(timedText, { kind: 'lyrics', lines: [] });
  quietly(musician, sample(PublicUser, { username: 'juno', displayName: 'Juno Reyes', bio: '', selfTaught: false }));
  quietly(mediaOfUser, {
    media: [],
    musician: musicianRef(),
    avgRating: null,
    canSort: false,
    total: 0,
    paging: LAST_PAGE,
  });
  quietly(performances, ({ params: { id } }) => ({
    performer: { id, displayName: 'Juno Reyes' },
    performances: [],
    total: 0,
    paging: LAST_PAGE,
  }));
  quietly(gettingStarted, { steps: [] });
  quietly(posts, { posts: [], total: 0, nextAt: null, paging: LAST_PAGE });
  quietly(playlistsOf, { playlists: [], paging: LAST_PAGE });
  quietly(stats, { accepted: true });
  quietly(genres, { genres: [], total: 0 });
  quietly(moods, { moods: [], total: 0 });
  quietly(genreInfo, ({ params: { id } }) => genre(id));
  quietly(moodInfo, ({ params: { id } }) => mood(id));
  quietly(home, homeWith());
}
