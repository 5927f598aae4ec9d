import { ads } from '@scoville/contract/business/ads/ads.ts';
import { adminMedia } from '@scoville/contract/review/administration.ts';
import { auditLog } from '@scoville/contract/accounts/audit.ts';
import { genres } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { Endpoint, ReplyInput, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { remember } from '@scoville/contract/catalogue/favorites.ts';
import { dataExport } from '@scoville/contract/review/data-export.ts';
import { secondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { help } from '@scoville/contract/business/support/help.ts';
import { followedNews } from '@scoville/contract/community/follows/followed-news.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { blocks, convos } from '@scoville/contract/community/messages/messages.ts';
import { notifications } from '@scoville/contract/community/notifications/notifications.ts';
import { outbox, refusedAddresses } from '@scoville/contract/platform/mail/outbox.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { planSubscriptions } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { ownPlaylists } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { reportCases } from '@scoville/contract/community/reports/reports.ts';
import { reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import { Session, sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { mediaStats } from '@scoville/contract/listening/stats.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { administrator, member } from '../../testkit/accounts.ts';
import { quietly, SERVER_SAYS } from '../../testkit/api.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { sample } from '../../testkit/sample.ts';
import { stream } from '../../testkit/live.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { emptyReply, expectFailed, expectNoAlert, troubled } from '../../testkit/trouble.ts';

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A screen, or a part of a screen, that shows a list or a record. */
interface Shown {
  at: string;
  /** Fakes the screen's call: holds it back until `release`, fails it, and lets it succeed after `recover`. */
  trouble: () => { release: () => void; recover: () => void };
  /** Fakes the other calls of the screen. */
  quiet?: () => void;
  /** Where the list or record is on the page; defaults to the page's main part. */
  part?: Locator;
  /** Opens the list or record if the address alone doesn't show it. */
  open?: () => Promise<void>;
  /** The text after a failure; defaults to the server's message. */
  failure?: string;
  /** The text after success: that of an empty list, or one that every account has. */
  last: string;
}

const shown = <E extends AnyEndpoint>(
  at: string,
  endpoint: E,
  last: string,
  { reply = emptyReply(endpoint), ...more }: Partial<Omit<Shown, 'at'>> & { reply?: ReplyInput<E> } = {},
): Shown => ({ at, last, trouble: () => troubled(endpoint, reply), ...more });

function quietOverview(): void {
  quietly(secondFactor, sample(secondFactor.reply, { required: false }));
  quietly(sessions, { sessions: [] });
  quietly(blocks, { users: [] });
  quietly(dataExport, { dataExport: null });
}

const MEMBER = [
  shown('/notifications', notifications, 'No notifications yet.'),
  shown('/notifications#following', followedNews, 'Nothing yet. Follow musicians'),
  shown('/messages', convos, 'No Conversations'),
  shown('/playlists', ownPlaylists, 'You have no playlists yet.'),
  shown('/favorites', remember, "You haven't added any media to your favorites yet."),
  shown('/account/performances', performances, 'You have no upcoming shows.', {
    part: page.getByRole('region', { name: 'Upcoming shows' }),
  }),
  shown('/account/media', mediaOfUser, 'You have no songs or videos yet.'),
  shown('/search?q=zwiebelkuchen', mediaSearch, 'did not return any results.'),
  shown('/account/overview', mediaStats, 'No plays in the last twelve months.', {
    part: page.getByRole('dialog'),
    quiet: quietOverview,
    open: () => page.getByRole('button', { name: 'Show by month' }).click(),
  }),
  shown('/account/overview', sessions, 'This browser', {
    part: page.getByRole('region', { name: 'Where you are signed in' }),
    quiet: quietOverview,
    failure: 'Your sessions could not be loaded.',
    reply: { sessions: [sample(Session, { isCurrent: true })] },
  }),
  shown('/help/faq', genres, 'Soul', {
    // The server renders the genres into the page when the page is opened by its address.
    quiet: () => {
      quietly(help, sample(help.reply));
      // React logs the error that the screen shows.
      vi.spyOn(console, 'error').mockReturnValue();
    },
    open: () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Genres' }).click(),
    reply: { genres: [sample(Category, { name: 'Soul', slug: 'soul' })], total: 1 },
  }),
];

const table = <E extends AnyEndpoint>(at: string, endpoint: E, what: string, last: string): Shown =>
  shown(`/admin/${at}`, endpoint, last, {
    failure: `The ${what} could not be loaded.`,
    quiet: () => {
      quietAdministration();
      quietly(refusedAddresses, emptyReply(refusedAddresses));
    },
  });
const ADMINISTRATOR = [
  table('media', adminMedia, 'media', 'There is currently no media on the platform.'),
  table('users', users, 'users', 'No user matches this.'),
  table('ads', ads, 'ads', 'No ads have been added yet.'),
  table('mail', outbox, 'mail', 'No emails have been sent yet.'),
  table('reports', reportCases, 'reports', 'There are no open reports.'),
  table('audit', auditLog, 'audit log', 'Nobody has done anything yet.'),
  table('subscriptions', planSubscriptions, 'subscriptions', 'Nobody has chosen a paid plan yet.'),
  table('reviews', reviewDesk, 'figures of the review desk', 'There are no certified reviewers yet.'),
];

async function expectStates({ at, trouble, part = page.getByRole('main'), ...shown }: Shown, as: Me): Promise<void> {
  shown.quiet?.();
  const { release, recover } = trouble();
  await openScreen(at, { as });
  // The app refetches once live events arrive, which is not the subject of this test.
  await stream();
  await shown.open?.();
  const loading = part.getBySelector('[aria-busy="true"]').filter({ has: page.getByRole('status') });
  await expect.element(loading.getByRole('status').first()).toHaveText(/^Loading/);
  await expect.element(loading.getBySelector('.skeleton:visible').first()).toBeVisible();

  release();
  const tryAgain = await expectFailed(part, shown.failure ?? SERVER_SAYS);
  await expect.element(loading).toHaveLength(0);
  await page.viewport(390, 844);
  await expectNoSideways();

  recover();
  await tryAgain.click();
  await expect.element(part.getByText(shown.last).first()).toBeVisible();
  await expectNoAlert(part);
}

describe('shows the loading state, the failure and the empty state', () => {
  test.for(MEMBER)('$at ($last)', (shown) => expectStates(shown, member()));
  test.for(ADMINISTRATOR)('$at', (shown) => expectStates(shown, administrator()));
});
