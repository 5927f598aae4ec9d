import { addPerformance, performances } from '@scoville/contract/community/performances.ts';
import { type Part, made } from '../part.ts';
import { showsOf } from '../tours.ts';

/** Adds upcoming and past shows of musicians, dated relative to the day on which the demonstration is made. */
export const shows: Part = {
  name: 'Shows',
  async fill({ people, account }) {
    let count = 0;
    for (const person of people) {
      const wanted = showsOf(person, new Date());
      if (wanted.length === 0) continue;
      const { caller, id } = await account(person);
      const here = (await caller.call(performances, { params: { id } })).performances.map(({ name }) => name);
      for (const show of wanted.filter(({ name }) => !here.includes(name))) {
        await caller.call(addPerformance, { body: show });
        count += 1;
      }
    }
    return made(count, 'show');
  },
};
