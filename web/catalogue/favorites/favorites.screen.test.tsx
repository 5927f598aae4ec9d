import { addFavorite, addFavorites, remember, removeFavorite } from '@scoville/contract/catalogue/favorites.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { me as readMe } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { member, musician } from '../../testkit/accounts.ts';
import { type Faked, fake, hold, lost, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { toast } from '../../testkit/find.ts';
import { musicianRef, song, songInFull } from '../../testkit/sample.ts';
import { cardTitles, inPages, listNamed, titlesOf } from '../../testkit/samples/lists.ts';
import { fakeProfile, profilePage, publicUser } from '../../testkit/samples/profile.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { address, openScreen, reopenScreen } from '../../testkit/screen.tsx';
import { fillSignUp } from '../../testkit/sign-in.ts';

const star = musician();
const by = musicianRef({ id: star.id });
const [kettle, ladle] = [song({ title: 'Kettle', musician: by }), song({ title: 'Ladle', musician: by })];
const heart = (title: string) => page.getByRole('main').getByRole('button', { name: `Favorite ${title}` });
const list = listNamed('Your Favorite Media');
const nothing = page.getByText("You haven't added any media to your favorites yet.", { exact: true });
/** The favorites that are stored in a visitor's browser. */
const kept = () => localStorage.getItem('favorites');
const expectPressed = (title: string, pressed: boolean) =>
  expect.element(heart(title)).toHaveAttribute('aria-pressed', String(pressed));

beforeEach(() => {
  emptyScreens();
  fakeProfile(publicUser(star));
  fake(mediaOfUser, profilePage([kettle, ladle].map(songInFull)));
  fake(mediaSearch, ({ query: { ids = '' } }) => inPages([kettle, ladle].filter(({ id }) => ids.includes(id))));
});

test('RT-38 FV-02 FV-06 FV-07 EM-04 a visitor’s favorites are kept in the browser, without a call', async () => {
  await openScreen('/favorites');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your Favorite Media', exact: true })).toBeVisible();
  await expect.element(nothing).toBeVisible();
  await expect.poll(address).toMatch(/\/favorites\?seed=\d+$/);
  // Calls that would change favorites are not faked here, so they would fail the test.
  await openScreen(`/${star.id}`);
  await expectPressed('Kettle', false);
  (heart('Kettle').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expectPressed('Kettle', true);
  await reopenScreen(`/${star.id}`);
  await expectPressed('Kettle', true);
  await expectPressed('Ladle', false);
  expect(kept()).toBe(JSON.stringify([kettle.id]));
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await expect.poll(() => cardTitles(list)).toEqual(['Kettle']);
  await heart('Kettle').click();
  await expect.poll(kept).toBe('[]');
  await reopenScreen('/favorites');
  await expect.element(nothing).toBeVisible();
});

/** Signs up on the sign-up screen. `added` is the response to the call that adds the browser's favorites. */
async function signUpWith(added: Parameters<typeof fake<typeof addFavorites>>[1]): Promise<Faked<typeof addFavorites>> {
  const adding = fake(addFavorites, added);
  const account = member();
  fake(signUp, () => {
    fake(readMe, account);
    return account;
  });
  fake(remember, inPages([kettle]));
  await reopenScreen('/signup');
  await fillSignUp();
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect.element(page.getByRole('button', { name: /^Account of / })).toBeVisible();
  return adding;
}

test('favorites in the browser that cannot be added to a new account are added on the next visit', async () => {
  await openScreen(`/${star.id}`);
  await heart('Kettle').click();
  await expectPressed('Kettle', true);
  await signUpWith(lost());
  const sentence =
    'The favorites in this browser could not be added to your account yet. They will be added on your next visit.';
  await expect.element(toast(sentence)).toBeVisible();
  expect(kept()).toBe(JSON.stringify([kettle.id]));
  const added = fake(addFavorites, { added: 1 });
  await reopenScreen('/favorites', { as: member() });
  await expect.poll(kept).toBe('[]');
  expect(added.calls.map(({ body }) => body.ids)).toEqual([[kettle.id]]);
  await expect.poll(() => cardTitles(list)).toEqual(['Kettle']);
});

test('favorites in the browser are moved to a newly created account', async () => {
  await openScreen(`/${star.id}`);
  await heart('Ladle').click();
  await expectPressed('Ladle', true);
  const added = await signUpWith({ added: 1 });
  await expect.poll(kept).toBe('[]');
  expect(added.calls.map(({ body }) => body.ids)).toEqual([[ladle.id]]);
  // Visitors of this browser no longer have any favorites.
  await reopenScreen(`/${star.id}`);
  await expectPressed('Ladle', false);
});

test('FV-03 a heart is filled immediately, with one call', async () => {
  quietSongPage(songInFull(kettle));
  const added = hold(addFavorite, { id: kettle.id, isFavorite: true, rememberCount: 1 });
  await openScreen(`/${star.id}/${kettle.id}`, { as: member() });
  const count = page.getByRole('definition').nth(1);
  await expect.element(count).toHaveText('0');
  await heart('Kettle').click();
  await expectPressed('Kettle', true);
  await expect.element(count).toHaveText('1');
  added.release();
  await expect.poll(() => added.calls.map(({ params }) => params.id)).toEqual([kettle.id]);
});

test('FV-04 a heart that cannot be emptied is filled again, and the next click empties it', async () => {
  const one = { ...songInFull(kettle), isFavorite: true, rememberCount: 1 };
  quietSongPage(one);
  const failed = fake(removeFavorite, refused(500, 'The kitchen is closed.'));
  await openScreen(`/${star.id}/${one.id}`, { as: member() });
  const count = page.getByRole('definition').nth(1);
  await expectPressed('Kettle', true);
  await heart('Kettle').click();
  await expect.element(toast('The kitchen is closed.')).toBeVisible();
  await expectPressed('Kettle', true);
  await expect.element(count).toHaveText('1');
  expect(failed.calls).toHaveLength(1);
  const removed = fake(removeFavorite, { id: one.id, isFavorite: false, rememberCount: 0 });
  quietSongPage({ ...one, isFavorite: false, rememberCount: 0 });
  await heart('Kettle').click();
  await expect.element(count).toHaveText('0');
  await expectPressed('Kettle', false);
  await expect.poll(() => removed.calls.map(({ params }) => params.id)).toEqual([one.id]);
});

test('FV-05 the favorites are in a different order on each visit, and load more while the user scrolls', async () => {
  const all = Array.from({ length: 45 }, (_, n) => song({ title: `Spoon ${n}` }));
  const asked = fake(remember, ({ query: { cursor } }) => inPages(all, cursor));
  const seeds: unknown[] = [];
  for (let visit = 0; visit < 2; visit += 1) {
    const from = asked.calls.length;
    await openScreen('/favorites', { as: member() });
    await expect.element(list.getByRole('article').first()).toBeVisible();
    expect(cardTitles(list).length).toBeLessThan(45);
    await expect
      .poll(() => {
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        return list.getByRole('listitem').elements().length;
      })
      .toBe(45);
    expect(titlesOf(all).slice(-1)).toEqual(cardTitles(list).slice(-1));
    seeds.push(...new Set(asked.calls.slice(from).map(({ query }) => query.seed)));
  }
  // All pages of one visit have the same seed.
  expect(seeds).toHaveLength(2);
  expect(seeds[0]).not.toBe(seeds[1]);
});
