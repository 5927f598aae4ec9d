import { follow, following } from '@scoville/contract/community/follows/follows.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Part, made } from '../part.ts';
import type { Person } from '../people.ts';

/** The share of musicians that a person of each kind follows. */
const FOLLOWED = { listener: 0.35, musician: 0.12, reviewer: 0 };

/** The kind of news a person follows a musician for; null if the person doesn't follow the musician. */
export function followOf(person: Person, musician: Person): 'curated' | 'published' | null {
  if (person === musician) return null;
  const random = randomFrom(`follow ${person.username} ${musician.username}`);
  if (random.range(0, 1) > FOLLOWED[person.kind]) return null;
  return random.range(0, 1) < 0.4 ? 'curated' : 'published';
}

/** Listeners and some musicians follow musicians. Leaves existing follows unchanged. */
export const follows: Part = {
  name: 'Followers',
  async fill({ people, account }) {
    const musicians = people.filter(({ kind }) => kind === 'musician');
    let count = 0;
    for (const person of people) {
      const chosen = musicians.flatMap((musician) => {
        const type = followOf(person, musician);
        return type === null ? [] : [{ musician, type }];
      });
      if (chosen.length === 0) continue;
      const { caller } = await account(person);
      const { subscriptions } = await caller.call(following, { query: { size: 100 } });
      const already = new Set(subscriptions.map(({ musician }) => musician.id));
      for (const { musician, type } of chosen) {
        const { id } = await account(musician);
        if (already.has(id)) continue;
        await caller.call(follow, { params: { userId: id }, body: { type } });
        count += 1;
      }
    }
    return made(count, 'follower');
  },
};
