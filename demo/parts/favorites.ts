import { addFavorites } from '@scoville/contract/catalogue/favorites.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { publicMedia } from '../public-media.ts';
import { type Part, made } from '../part.ts';
import type { Person } from '../people.ts';
import { starsOf } from './ratings.ts';

/** The share of a listener's five-star items that become favorites, and the share of all other items. */
const OF_THE_BEST = 0.8;
const OF_THE_REST = 0.06;

/** Whether the listener adds the entry to their favorites. */
export const isFavoriteOf = (listener: Person, entry: Entry): boolean =>
  randomFrom(`favorite ${listener.username} ${seedOf(entry)}`).range(0, 1) <
  (starsOf(listener, entry) === 5 ? OF_THE_BEST : OF_THE_REST);

/** Listeners with accounts add favorites, mostly from the items they rated highest. */
export const favorites: Part = {
  name: 'Favorites',
  async fill(place) {
    const there = await publicMedia(place);
    let count = 0;
    for (const listener of place.people.filter(({ kind }) => kind === 'listener')) {
      const ids = there.filter(({ entry }) => isFavoriteOf(listener, entry)).map(({ media }) => media.id);
      if (ids.length === 0) continue;
      const { caller } = await place.account(listener);
      count += (await caller.call(addFavorites, { body: { ids } })).added;
    }
    return made(count, 'favorite');
  },
};
