import { comments } from '@scoville/contract/community/comments/comments.ts';
import { addFavorite, removeFavorite } from '@scoville/contract/catalogue/favorites.ts';
import { followOf } from '@scoville/contract/community/follows/follows.ts';
import { browseNext } from '@scoville/contract/listening/discovery/recommendations.ts';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { NOW, member, musician, newId } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { cardTitles } from '../../testkit/samples/lists.ts';
import { audible, display, inBar, play, player, summary } from '../../testkit/playing.ts';
import { LAST_PAGE, musicianRef, song } from '../../testkit/sample.ts';
import { address } from '../../testkit/screen.tsx';

/** The ember color in the light theme. */
const EMBER = 'rgb(194, 65, 12)';
const expand = () => inBar('Expand the player').click();
const inDisplay = (name: string) => display.getByRole('button', { name, exact: true });
const slowTable = () => audible('Slow Table');

for (const [listener, as] of [
  ['a visitor', null],
  ['a member', member()],
] as const)
  test(`PL-06 bar and display offer a subscription to ${listener}`, async () => {
    fake(followOf, { subscription: null });
    await play(slowTable(), as);
    // The bar's button has no ember background, because the bar is part of every screen, and the color is for a
    // screen's main action.
    await expect.element(inBar('Subscribe')).not.toHaveStyle({ backgroundColor: EMBER });
    await inBar('Subscribe').click();
    await expect.element(page.getByRole('dialog', { name: /^Subscribe to .*Juno Reyes/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expand();
    await expect.element(inDisplay('Subscribe')).toHaveStyle({ backgroundColor: EMBER });
  });

test('PL-06 bar and display offer no subscription to the owner', async () => {
  const track = slowTable();
  await play(track, musician({ id: track.musician.id }));
  await expect.element(inBar('Expand the player')).toBeVisible();
  await expect.element(inBar('Subscribe')).not.toBeInTheDocument();
  await expand();
  await expect.element(inDisplay('Collapse the player')).toBeVisible();
  await expect.element(inDisplay('Subscribe')).not.toBeInTheDocument();
});

test('PL-12 the heart in bar and display adds and removes the track as a favorite, and its count follows', async () => {
  const track = audible('Slow Table', { rememberCount: 6 });
  const added = fake(addFavorite, ({ params: { id } }) => ({ id, isFavorite: true, rememberCount: 7 }));
  const removed = fake(removeFavorite, ({ params: { id } }) => ({ id, isFavorite: false, rememberCount: 6 }));
  await play(track, member());
  const heart = inBar('Favorite Slow Table');
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.element(player.getByText('7 favs', { exact: true })).toBeVisible();
  await expect.poll(() => added.calls.map(({ params }) => params.id)).toEqual([track.id]);

  await expand();
  const large = inDisplay('Favorite Slow Table');
  await expect.element(large).toHaveAttribute('aria-pressed', 'true');
  await expect.element(display.getByText('7 favs', { exact: true })).toBeVisible();
  await large.click();
  await expect.element(large).toHaveAttribute('aria-pressed', 'false');
  await expect.element(display.getByText('6 favs', { exact: true })).toBeVisible();
  await expect.poll(() => removed.calls.map(({ params }) => params.id)).toEqual([track.id]);
});

test('EN-03 the display links to the reviewers’ genre and mood, and to the musician’s genres', async () => {
  const named = (name: string) => ({ id: newId(), name, slug: name.toLowerCase().replace(' ', '-') });
  const [soul, dusk, cityPop] = [named('Soul'), named('Dusk'), named('City Pop')];
  const genres = [soul, { ...cityPop, id: null }];
  const track = audible('Slow Table', { genres, curatedGenre: soul, curatedMood: dusk, published: true });
  await play(track);
  await expand();
  const linksOf = (list: string) =>
    display
      .getByRole('list', { name: list })
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')]);
  await expect
    .poll(() => linksOf('Genre and mood'))
    .toEqual([
      ['Soul', '/genres/soul'],
      ['Dusk', '/moods/dusk'],
    ]);
  expect(linksOf('The musician’s genres')).toEqual([['City Pop', '/genres/city-pop?curated=false']]);
  await display.getByRole('link', { name: 'City Pop' }).click();
  await expect.poll(address).toBe('/genres/city-pop?curated=false');
  await expect.element(display).not.toBeInTheDocument();
});

test('PL-14 the display has description, labels, comments, replies and related media, the bar none of it', async () => {
  const track = audible('Slow Table', { description: 'Cooked at night.', tags: [{ text: 'late' }] });
  const said = (body: string) => ({
    id: newId(),
    body,
    user: { ...musicianRef(), deleted: false },
    createdAt: NOW,
    flagged: false,
    can: { reply: false, flag: false, delete: false },
  });
  const replies = [said('And sweet at the end.')];
  const comment = { ...said('Smoky from the first bar.'), moment: null, replies, replyTotal: 1 };
  fake(comments, ({ query }) => {
    const list = query.moments ? [] : [comment];
    return { comments: list, total: list.length, paging: LAST_PAGE };
  });
  const related = fake(browseNext, ({ body: { queue } }) => {
    const media = queue.includes(track.id) ? [song({ title: 'After Supper' })] : [summary(track)];
    return { media, why: [null] };
  });
  await play(track);
  // Go to a page that has none of these.
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.poll(address).toBe('/genres');
  const parts = (within: Locator) => [
    within.getByText('Cooked at night.', { exact: true }),
    within.getByRole('list', { name: 'Labels' }).getByText('late', { exact: true }),
    within.getByText('Smoky from the first bar.', { exact: true }),
    within.getByText('And sweet at the end.', { exact: true }),
  ];
  await expect.element(player).toBeVisible();
  for (const part of parts(player)) await expect.element(part).not.toBeInTheDocument();
  await expand();
  for (const part of parts(display)) await expect.element(part).toBeVisible();
  await expect.poll(() => cardTitles(display.getByRole('list', { name: 'Related' }))).toEqual(['After Supper']);
  expect(related.calls.map(({ body }) => body.queue)).toEqual([[track.id]]);
});
