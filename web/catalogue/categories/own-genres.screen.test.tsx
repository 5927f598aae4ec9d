import { genreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { audible, quietSongs } from '../../testkit/playing.ts';
import { cardTitles, genre, inPages, listNamed } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { song } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const own = page.getByLabelText('Include musicians’ own genres');
const curatedOnly = { ...genre('city-pop', { name: 'City Pop' }), id: null, position: null };

beforeEach(() => quietPages());

test('GM-01 a checkbox adds what musicians placed in a genre, and the address keeps that', async () => {
  const [approved, named] = [song({ title: 'Approved' }), song({ title: 'Named' })];
  const heads = fake(genreInfo, ({ query }) => genre('soul', { playCount: query.curated ? 1 : 2 }));
  const lists = fake(mediaSearch, ({ query }) => inPages(query.curated ? [approved] : [approved, named]));
  await openScreen('/genres/soul');
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(['Approved']);
  await own.click();
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(['Approved', 'Named']);
  await expect.element(page.getByText('2 plays', { exact: true })).toBeVisible();
  expect(address()).toBe('/genres/soul?curated=false');
  await openScreen(address());
  await expect.element(own).toBeChecked();
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(['Approved', 'Named']);
  await own.click();
  await expect.poll(() => cardTitles(listNamed('Soul'))).toEqual(['Approved']);
  expect(address()).toBe('/genres/soul');
  expect(heads.calls.map(({ query }) => query.curated)).toContain(false);
  expect(lists.calls.at(0)?.query.curated).toBe(true);
});

test('GM-01 a genre named only by musicians has a list without tools for its picture and order', async () => {
  fake(genreInfo, ({ query }) => (query.curated ? refused(404, 'This genre was not found.') : curatedOnly));
  fake(mediaSearch, () => inPages([song({ title: 'Plastic' }), song({ title: 'Night' })]));
  await openScreen('/genres/city-pop?curated=false', { as: administrator() });
  await expect.poll(() => cardTitles(listNamed('City Pop'))).toEqual(['Plastic', 'Night']);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('City Pop');
  await expect.element(own).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /picture|image/i })).not.toBeInTheDocument();
  await openScreen('/genres/city-pop');
  await expect.element(page.getByText('This genre was not found.')).toBeVisible();
});

test('EN-03 the page of a song links to its musician’s genres, unless the song is hidden', async () => {
  const genres = [{ id: null, name: 'City Pop', slug: 'city-pop' }];
  const curatedGenre = { id: newId(), name: 'Soul', slug: 'soul' };
  const shown = audible('Shown', { genres: [...genres, curatedGenre], curatedGenre, published: true });
  quietSongs([shown]);
  await openScreen(`/juno/${shown.id}`);
  const list = page.getByRole('list', { name: 'The musician’s genres' });
  const link = list.getByRole('link', { name: 'City Pop' });
  await expect.element(list.getByRole('listitem')).toHaveLength(1);
  await expect.element(link).toHaveAttribute('href', '/genres/city-pop?curated=false');
  const hidden = audible('Hidden', { genres, published: false });
  quietSongs([hidden]);
  await openScreen(`/juno/${hidden.id}`);
  await expect.element(list).toHaveText('City Pop');
  await expect.element(link).not.toBeInTheDocument();
});
