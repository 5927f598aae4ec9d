import { album } from '@scoville/contract/community/albums/albums.ts';
import { ads } from '@scoville/contract/business/ads/ads.ts';
import { adminMedia } from '@scoville/contract/review/administration.ts';
import { auditLog } from '@scoville/contract/accounts/audit.ts';
import { genreInfo, genres } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { comments } from '@scoville/contract/community/comments/comments.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import type { Endpoint, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { remember } from '@scoville/contract/catalogue/favorites.ts';
import { followedNews } from '@scoville/contract/community/follows/followed-news.ts';
import { health } from '@scoville/contract/frame/health.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { blocks, convos, messages } from '@scoville/contract/community/messages/messages.ts';
import { notifications } from '@scoville/contract/community/notifications/notifications.ts';
import { outbox } from '@scoville/contract/platform/mail/outbox.ts';
import { paidPlan } from '@scoville/contract/business/billing/paid-plans.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { planSubscriptions } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { ownPlaylists, playlist, playlistsOf } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { reportCases } from '@scoville/contract/community/reports/reports.ts';
import { reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import { reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import { sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { mediaStats } from '@scoville/contract/listening/stats.ts';
import { timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, member, musician } from '../accounts.ts';
import { broken, fake } from '../api.ts';
import { songInFull } from '../sample.ts';
import { SONG } from './ids.ts';
import { press } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** The screen at an address if one of its calls fails. */
const failed = (at: string, endpoint: AnyEndpoint, more: Partial<StateRow> = {}): StateRow => ({
  state: at,
  at,
  answers: () => void fake(endpoint, broken()),
  says: 'Try again',
  ...more,
});

/** The same for calls whose failure replaces the whole screen, which React logs as an error, too. */
const crashed = (at: string, endpoint: AnyEndpoint, more: Partial<StateRow> = {}): StateRow =>
  failed(at, endpoint, {
    ...more,
    answers: () => {
      fake(endpoint, broken());
      vi.spyOn(console, 'error').mockReturnValue();
    },
    says: 'Something went wrong on this page',
  });

/** Scrolls to where a late part of a profile is loaded. */
const toTheEnd = async () => {
  const end = page.getByRole('link', { name: 'RSS feed' });
  await expect.element(end).toBeInTheDocument();
  end.element().scrollIntoView();
};

const asMember = { as: member };
const asMusician = { as: musician };
const asAdministrator = { as: administrator };

export const failures: StateRows = {
  'a call that failed at': [
    crashed('/', home),
    crashed('/genres', genres),
    crashed('/genres/soul', genreInfo),
    failed('/search?q=salt', mediaSearch),
    failed('/juno', mediaOfUser, { state: '/juno, its media' }),
    failed('/juno', playlistsOf, { state: '/juno, its playlists', open: toTheEnd }),
    failed(`/juno/${SONG}`, comments, { state: 'a song, its comments' }),
    failed(`/juno/${SONG}`, timedText, { state: 'a song, its lyrics' }),
    failed(`/juno/${SONG}`, reviewTrail, { ...asAdministrator, state: 'a song, the record of its review' }),
    failed(`/playlists/${SONG}`, playlist),
    failed(`/juno/albums/${SONG}`, album),
    failed('/notifications', notifications, asMember),
    failed('/notifications#following', followedNews, asMember),
    failed('/messages', convos, asMember),
    failed(`/messages?convo=${SONG}`, messages, asMember),
    failed('/playlists', ownPlaylists, asMember),
    failed('/favorites', remember, asMember),
    failed('/account/performances', performances, asMusician),
    failed('/account/media', mediaOfUser, asMusician),
    failed(`/account/media/edit/${SONG}`, media, asMusician),
    {
      state: 'media of another musician',
      at: `/account/media/edit/${SONG}`,
      as: musician,
      answers: () => void fake(media, songInFull({ id: SONG })),
      says: 'Only its owner can edit this media.',
    },
    crashed('/account/subscription', paidPlan, asMusician),
    failed('/account/overview', sessions, asMember),
    failed('/account/overview', blocks, { ...asMember, state: 'the overview, blocked accounts' }),
    failed('/account/overview', mediaStats, {
      ...asMusician,
      state: 'the stats by month',
      open: press('Show by month'),
    }),
    failed('/admin/media', adminMedia, asAdministrator),
    failed('/admin/users', users, asAdministrator),
    failed('/admin/ads', ads, asAdministrator),
    failed('/admin/mail', outbox, asAdministrator),
    failed('/admin/reports', reportCases, asAdministrator),
    failed('/admin/audit', auditLog, asAdministrator),
    failed('/admin/subscriptions', planSubscriptions, asAdministrator),
    failed('/admin/reviews', reviewDesk, asAdministrator),
    failed('/admin/health', health, asAdministrator),
  ],
};
