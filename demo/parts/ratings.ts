import { rate, rating } from '@scoville/contract/catalogue/ratings.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { type Part, made } from '../part.ts';
import type { Person } from '../people.ts';
import { publicMedia } from '../public-media.ts';

/** The share of the public songs and videos that a listener rates. */
const RATED = 0.4;

/**
 * The stars that a listener gives an entry: near the reviewers' score, but with some randomness; null if the listener
 * doesn't rate the entry.
 */
export function starsOf(listener: Person, entry: Entry): number | null {
  const random = randomFrom(`stars ${listener.username} ${seedOf(entry)}`);
  if (random.range(0, 1) > RATED) return null;
  const score = typeof entry.outcome === 'object' ? entry.outcome.score : 60;
  return Math.min(5, Math.max(1, Math.round(score / 20 + random.range(-1.2, 0.8))));
}

/** Listeners with accounts rate public songs and videos. Leaves existing ratings unchanged. */
export const ratings: Part = {
  name: 'Ratings',
  async fill(place) {
    let count = 0;
    for (const { entry, media } of await publicMedia(place)) {
      for (const listener of place.people.filter(({ kind }) => kind === 'listener')) {
        const stars = starsOf(listener, entry);
        if (stars === null) continue;
        const { caller } = await place.account(listener);
        const params = { id: media.id };
        if ((await caller.call(rating, { params })).ownRating !== null) continue;
        await caller.call(rate, { params, body: { rating: stars } });
        count += 1;
      }
    }
    return made(count, 'rating');
  },
};
