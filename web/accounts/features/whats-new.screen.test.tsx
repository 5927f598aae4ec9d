import { feature, featureNames } from '@scoville/contract/accounts/features/features.ts';
import { genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, member } from '../../testkit/accounts.ts';
import { type Faked, fake, hold } from '../../testkit/api.ts';
import { openScreen, reopenScreen, settled } from '../../testkit/screen.tsx';

const dialog = page.getByRole('dialog', { name: 'What’s new' });
const heading = page.getByRole('heading', { level: 1 });
const FROM = '2026-01-01T00:00:00.000Z';
/** An account that is older than the feature. */
const early = (more: Partial<Me> = {}) => member({ createdOn: '2025-01-01T00:00:00.000Z', ...more });

/** Announces a feature with one page; returns the calls for the list of features. */
function announce(audience: 'members' | 'visitors', title: string): Faked<typeof featureNames> {
  fake(feature, { feature: 'news', from: FROM, audience, sections: [{ title, text: `${title}, in a few words.` }] });
  return fake(featureNames, { features: ['news'] });
}

/** Stores the features that an account has seen. */
const keepTracking = (account: Me): Faked<typeof updateUser> =>
  fake(updateUser, ({ body: { featureTracking = [] } }) => ({
    ...account,
    featureTracking: featureTracking.map((one) => ({ ...one, viewedOn: NOW })),
  }));

beforeEach(() => {
  fake(genres, { genres: [], total: 0 });
  fake(moods, { moods: [], total: 0 });
});
afterEach(() => vi.restoreAllMocks());

test('WN-03 visitors see a feature once in their browser', async () => {
  const asked = announce('visitors', 'For those who look around');
  await openScreen('/genres');
  await expect.element(dialog).toHaveTextContent('For those who look around');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await reopenScreen('/moods');
  await expect.poll(() => asked.calls.length).toBe(2);
  await settled();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('features are looked up after the first action of the user', async () => {
  const asked = announce('visitors', 'For those who look around');
  await openScreen('/genres', { asleep: true });
  await expect.element(heading).toHaveText('Genres');
  await settled();
  expect(asked.calls).toEqual([]);
  window.dispatchEvent(new Event('touchstart'));
  await expect.element(dialog).toHaveTextContent('For those who look around');
});

test('no feature is shown while the user types', async () => {
  announce('visitors', 'For those who look around');
  const answer = hold(featureNames, { features: ['news'] });
  await openScreen('/genres');
  await expect.poll(() => answer.calls.length).toBe(1);
  await page.getByRole('combobox', { name: 'Search' }).first().fill('so');
  answer.release();
  await settled();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('WN-07 bots see no features, and request none', async () => {
  const asked = announce('visitors', 'For those who look around');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; Googlebot/2.1)');
  await openScreen('/genres');
  await expect.element(heading).toHaveText('Genres');
  await settled();
  expect(asked.calls).toEqual([]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a page that is never idle also shows a feature', async () => {
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((run, { timeout } = {}) =>
    timeout === undefined ? 0 : window.setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 }),
  );
  announce('visitors', 'For those who look around');
  await openScreen('/genres');
  await expect.element(dialog).toHaveTextContent('For those who look around');
});

test('a feature that one account has seen is shown to another account in the same browser', async () => {
  announce('members', 'For each of you');
  const [ada, bela] = [early(), early()];
  for (const one of [ada, bela]) {
    const marked = keepTracking(one);
    await reopenScreen('/genres', { as: one });
    await expect.element(dialog).toHaveTextContent('For each of you');
    await dialog.getByRole('button', { name: "Let's Go!", exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => marked.calls.length).toBe(1);
    const [{ params, body } = { params: null, body: null }] = marked.calls;
    expect(params).toEqual({ id: one.id });
    expect(body).toEqual({ featureTracking: [{ feature: 'news', actuallyViewed: true }] });
  }
});
