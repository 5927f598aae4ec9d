import { rate, rating } from '@scoville/contract/ratings.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { ownMedia } from '../own-media.ts';
import { type Part, made } from '../part.ts';
import type { Person } from '../people.ts';

/** The part of what is public that a listener rates. */
const RATED = 0.4;

/** The stars that a listener gives what reviewers scored so, and those with other ears; null where it stays unrated. */
export function starsOf(listener: Person, entry: Entry): number | null {
  const random = randomFrom(`stars ${listener.username} ${seedOf(entry)}`);
  if (random.range(0, 1) > RATED) return null;
  const score = typeof entry.outcome === 'object' ? entry.outcome.score : 60;
  return Math.min(5, Math.max(1, Math.round(score / 20 + random.range(-1.2, 0.8))));
}

/** Listeners with accounts rate what they can hear. A rating that is there already stays. */
export const ratings: Part = {
  name: 'Ratings',
  async fill({ people, entries, account }) {
    let count = 0;
    const listeners = people.filter(({ kind }) => kind === 'listener');
    for (const musician of people.filter(({ kind }) => kind === 'musician')) {
      const list = await ownMedia(await account(musician));
      for (const entry of entries.filter((one) => one.musician === musician)) {
        const media = list.get(entry.title);
        if (media === undefined || !media.published) continue;
        for (const listener of listeners) {
          const stars = starsOf(listener, entry);
          if (stars === null) continue;
          const { caller } = await account(listener);
          const params = { id: media.id };
          if ((await caller.call(rating, { params })).ownRating !== null) continue;
          await caller.call(rate, { params, body: { rating: stars } });
          count += 1;
        }
      }
    }
    return made(count, 'rating');
  },
};
