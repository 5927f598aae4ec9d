import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { Home } from '@scoville/contract/listening/discovery/discovery.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Locator, page } from 'vitest/browser';
import { newId } from '../accounts.ts';

const SIZE = 20;

/** One page of a list like the server's: 20 items, and a cursor if there are more. */
export const inPages = <T>(all: readonly T[], cursor?: string) => {
  const start = Number(cursor ?? 0);
  const end = start + SIZE;
  return {
    media: all.slice(start, end),
    total: all.length,
    paging: { page: start / SIZE + 1, size: SIZE, next: end < all.length ? String(end) : null },
  };
};

const nameOf = (slug: string): string => `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;

const category = (kind: Category['kind'], slug: string, more: Partial<Category>): Category => ({
  id: newId(),
  name: nameOf(slug),
  slug,
  kind,
  imageUrl: null,
  position: 0,
  avgRating: null,
  playCount: 0,
  mediaCount: 3,
  ...more,
});

export const genre = (slug: string, more: Partial<Category> = {}): Category => category('genre', slug, more);
export const mood = (slug: string, more: Partial<Category> = {}): Category => category('mood', slug, more);

/** The data of Home in a new installation. */
export const homeWith = (more: Partial<Home> = {}): Home => ({
  pinned: null,
  perfectlySeasoned: [],
  wellDone: [],
  statistics: {
    totalSongs: 0,
    totalVideos: 0,
    totalPlays: 0,
    musicians: 0,
    curation: { avgWaitTime: null, medianWaitTime: null, inTime30: null, inTime365: null },
    submission: { passRate: null },
  },
  genres: [],
  moods: [],
  ...more,
});

export const titlesOf = (media: readonly Pick<MediaSummary, 'title'>[]): string[] => media.map(({ title }) => title);

/** A list in the main part of the page. */
export const listNamed = (name: string): Locator => page.getByRole('main').getByRole('list', { name, exact: true });

/** The titles of the cards in a list, in order. */
export const cardTitles = (list: Locator): string[] =>
  list
    .getByRole('article')
    .getBySelector('p a[title]')
    .elements()
    .map((link) => link.getAttribute('title') ?? '');
