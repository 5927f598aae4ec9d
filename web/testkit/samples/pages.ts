import { genreInfo, genres, moodInfo, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { comments } from '@scoville/contract/community/comments/comments.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { playlistsOf } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
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
