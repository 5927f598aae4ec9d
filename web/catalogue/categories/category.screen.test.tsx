import { genreInfo, moodInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { facetsFrom } from '@scoville/contract/platform/lib/facets.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fake, refused } from '../../testkit/api.ts';
import { cardTitles, genre, inPages, listNamed, mood, titlesOf } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song, video } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

/** Settings with which playlists have a different order at each visit. */
const shuffling = { settings: { client: { randomizePerfectlySeasoned: false, shufflePlaylists: true } } };
const main = page.getByRole('main');
const more = page.getByRole('button', { name: 'More', exact: true });
const [songs, videos] = [main.getByLabelText('Songs'), main.getByLabelText('Videos')];
beforeEach(() => quietPages());

const NOTHING = 'Nothing matches this filter.';

test('RT-42 GM-03 GD-01 HM-13 a genre loads more media by a button, in the order of a seed that is new at each visit', async () => {
  const all = Array.from({ length: 45 }, () => song());
  const seeded = (seed = 0) => [...all.slice(seed % 45), ...all.slice(0, seed % 45)];
  fake(genreInfo, genre('soul'));
  const asked = fake(mediaSearch, ({ query }) => inPages(seeded(query.seed), query.cursor));
  await openScreen('/genres/soul', shuffling);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Soul');
  await expect.poll(address).toMatch(/^\/genres\/soul\?seed=\d+$/);
  const first = address();
  const seed = Number(first.split('=')[1]);
  for (const count of [20, 40]) {
    await expect.poll(() => cardTitles(listNamed('Soul'))).toHaveLength(count);
    await more.click();
  }
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(titlesOf(seeded(seed)));
  await expect.element(more).not.toBeInTheDocument();
  expect(asked.calls.map(({ query }) => [query.genre, query.seed, query.cursor])).toEqual([
    ['soul', seed, undefined],
    ['soul', seed, '20'],
    ['soul', seed, '40'],
  ]);

  await openScreen('/genres/soul', shuffling);
  await expect.poll(address).toMatch(/\?seed=\d+$/);
  expect(address()).not.toBe(first);
  await openScreen(first, shuffling);
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(titlesOf(seeded(seed)).slice(0, 20));
});

test('GM-02 GM-04 GM-08 songs or videos can be hidden by a checkbox or in the drawer, and the address keeps that', async () => {
  const [one, other] = [song({ title: 'Kettle' }), video({ title: 'Kettle Film' })];
  fake(genreInfo, genre('soul'));
  fake(mediaSearch, ({ query }) => {
    const facets = facetsFrom(query.facets);
    return inPages([...(facets.songs ? [one] : []), ...(facets.videos ? [other] : [])]);
  });
  const shown = () => cardTitles(listNamed('Soul'));
  await openScreen('/genres/soul');
  await expect.poll(shown).toEqual(['Kettle', 'Kettle Film']);
  await expect.element(songs).toBeChecked();
  await expect.element(videos).toBeChecked();
  await songs.click();
  await expect.poll(shown).toEqual(['Kettle Film']);
  const facets = { local: false, songs: false, videos: true, underReview: false };
  expect(address()).toBe(`/genres/soul?facets=${encodeURIComponent(JSON.stringify(facets))}`);
  await openScreen(address());
  await expect.poll(shown).toEqual(['Kettle Film']);
  await expect.element(songs).not.toBeChecked();
  await videos.click();
  await expect.element(page.getByText(NOTHING)).toBeVisible();
  await expect.element(page.getByText('There is currently no media')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.element(songs).toBeChecked();
  await expect.element(videos).toBeChecked();
  await expect.poll(shown).toEqual(['Kettle', 'Kettle Film']);
  await songs.click();
  await expect.element(songs).not.toBeChecked();
  await videos.click();
  await expect.element(page.getByText(NOTHING)).toBeVisible();

  const drawer = page.getByRole('dialog', { name: 'Filter Media' });
  const open = () => page.getByRole('button', { name: 'Filter Media' }).click();
  await open();
  await expect.element(drawer.getByLabelText('Local')).toBeDisabled();
  await expect.element(drawer.getByLabelText('Local')).not.toBeChecked();
  await drawer.getByLabelText('Songs').click();
  await drawer.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(songs).not.toBeChecked();
  await open();
  await drawer.getByLabelText('Songs').click();
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.element(songs).toBeChecked();
  await expect.poll(shown).toEqual(['Kettle']);
});

test('RT-44 GM-05 GM-06 a mood shows its rating, its plays and its media', async () => {
  fake(moodInfo, mood('dusk', { avgRating: 4.3, playCount: 1234 }));
  const asked = fake(mediaSearch, inPages([song({ title: 'Late Kettle' })]));
  await openScreen('/moods/dusk');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Dusk');
  await expect.element(page.getByText('Average rating: 4.3 of 5 stars')).toBeInTheDocument();
  await expect.element(main.getByText('1,234 plays')).toBeVisible();
  await expect.poll(() => cardTitles(listNamed('Dusk'))).toEqual(['Late Kettle']);
  expect(asked.calls.map(({ query }) => [query.mood, query.genre])).toEqual([['dusk', undefined]]);
});

test('GM-01 a playlist shows curated media only, unless the address requests all', async () => {
  fake(genreInfo, genre('latin'));
  const curated = song({ title: 'Scored' });
  fake(mediaSearch, ({ query }) => inPages(query.curated ? [curated] : [curated, song({ title: 'Not scored' })]));
  await openScreen('/genres/latin');
  await expect.poll(() => cardTitles(listNamed('Latin'))).toEqual(['Scored']);
  await openScreen('/genres/latin?curated=false');
  await expect.poll(() => cardTitles(listNamed('Latin'))).toEqual(['Scored', 'Not scored']);
});

test('EM-01 EM-02 a genre and a mood without media show a message', async () => {
  fake(genreInfo, genre('soul'));
  fake(moodInfo, mood('dusk'));
  fake(mediaSearch, inPages([]));
  await openScreen('/genres/soul');
  await expect.element(page.getByText('There is currently no media in this Genre.', { exact: true })).toBeVisible();
  await openScreen('/moods/dusk');
  await expect.element(page.getByText('There is currently no media in this Mood.', { exact: true })).toBeVisible();
});

test('a genre or mood that does not exist is reported, with a link to those that do', async () => {
  fake(genreInfo, refused(404, 'This genre does not exist.'));
  fake(moodInfo, refused(404, 'This mood does not exist.'));
  for (const [kind, all] of [
    ['genre', 'Genres'],
    ['mood', 'Moods'],
  ] as const) {
    await openScreen(`/${kind}s/no-such-${kind}`);
    await expect.element(page.getByText(`This ${kind} was not found.`, { exact: true })).toBeVisible();
    await expect.poll(() => document.title).toBe('Not found | Scoville');
    await page.getByRole('link', { name: `All ${kind}s`, exact: true }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: all })).toBeVisible();
  }
});
