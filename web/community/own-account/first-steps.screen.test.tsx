import {
  type Step,
  STEPS,
  closeFirstSteps,
  gettingStarted,
} from '@scoville/contract/community/profiles/getting-started.ts';
import { playlistsOf } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { expectAccessible } from '../../testkit/accessible.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, hold } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { LAST_PAGE, sample } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const card = page.getByRole('region', { name: 'Your first steps' });
const open = card.getByRole('link');
const feed = page.getByRole('link', { name: 'RSS feed' });

/** The steps of an installation that sends no mail, and so has no email to confirm. */
const WITHOUT_MAIL = STEPS.filter((step) => step !== 'verify');
const stepsWith = (...done: Step[]) => ({
  steps: WITHOUT_MAIL.map((step) => ({ step, done: done.includes(step) })),
});

const person = member({ _type: 'Musician' });

beforeEach(() => {
  emptyScreens();
  quietOverview();
  fake(posts, { posts: [], total: 0, paging: LAST_PAGE, nextAt: null });
  fake(playlistsOf, { playlists: [], paging: LAST_PAGE });
  fake(stats, { accepted: true });
  fake(gettingStarted, stepsWith());
  const { id, displayName } = person;
  fake(musician, sample(PublicUser, { id, displayName, _type: 'Musician', username: null, bio: 'Plays at dawn.' }));
});

test('a new musician sees every step, each with a link to its screen', async () => {
  await openScreen('/account/overview', { as: person });
  await expect
    .poll(() => textsOf(open))
    .toEqual([
      'Choose your username',
      'Add a profile picture',
      'Write a few words about yourself',
      'Say where you are',
      'Upload your first song or video',
      'Publish it',
      'Submit it for a review',
    ]);
  await expect.element(card).toHaveTextContent('0 of 7 done');
  for (const [step, path] of [
    ['Choose your username', '/account/profile'],
    ['Upload your first song or video', '/upload'],
    ['Submit it for a review', '/account/media'],
  ] as const) {
    await open.filter({ hasText: step }).click();
    await expect.poll(address).toBe(path);
    await expect.element(card).not.toBeInTheDocument();
    fake(gettingStarted, stepsWith('picture'));
    history.back();
    await expect.element(card).toBeVisible();
  }
  // A step that was completed on another screen is marked immediately.
  await expect.element(card).toHaveTextContent('1 of 7 done');
});

test('a step that was completed on another screen is marked on the profile', async () => {
  fake(gettingStarted, stepsWith('bio'));
  await openScreen(`/${person.id}`, { as: person });
  await expect.element(card).toHaveTextContent('1 of 7 done');
  await expect.element(open.filter({ hasText: 'few words' })).not.toBeInTheDocument();
  await expect.element(card.getByText('Write a few words about yourself: done')).toBeVisible();
  await expectAccessible();
});

test('the first steps are shown to their owner only', async () => {
  const asked = fake(gettingStarted, stepsWith('bio'));
  await openScreen(`/${person.id}`, { as: member({ _type: 'Musician' }) });
  await expect.element(page.getByText('Plays at dawn.').first()).toBeVisible();
  await expect.element(feed).toBeInTheDocument();
  await expect.element(card).not.toBeInTheDocument();
  expect(asked.calls).toEqual([]);
});

test('the last step is shown alone, and the card disappears when it is done', async () => {
  fake(gettingStarted, stepsWith(...WITHOUT_MAIL.slice(0, -1)));
  await openScreen('/account/overview', { as: person });
  await expect.poll(() => textsOf(open)).toEqual(['Submit it for a review']);
  const asked = fake(gettingStarted, { steps: [] });
  await openScreen('/account/overview', { as: person });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => asked.calls.length).toBe(1);
  await expect.element(card).not.toBeInTheDocument();
});

test('a musician closes the first steps', async () => {
  const closed = fake(closeFirstSteps, { steps: [] });
  await openScreen('/account/overview', { as: person });
  await card.getByRole('button', { name: 'Don’t show this again' }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(closed.calls).toHaveLength(1);
});

test('the profile waits for the first steps, so that nothing moves when they appear', async () => {
  const steps = hold(gettingStarted, stepsWith());
  const opening = openScreen(`/${person.id}`, { as: person });
  await expect.poll(() => steps.calls.length).toBe(1);
  await new Promise((done) => requestIdleCallback(done));
  expect(feed.query()).toBeNull();
  steps.release();
  await opening;
  await expect.element(feed).toBeInTheDocument();
  expect(card.query()).not.toBeNull();
});
