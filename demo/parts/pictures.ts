import { uploadImage } from '@scoville/contract/uploads.ts';
import { me } from '@scoville/contract/users.ts';
import { portrait } from '../../fixtures/portrait.ts';
import { type Part, made } from '../part.ts';

/** Pixels; the product cuts its own sizes from it. */
const SIDE = 600;

/** A picture for everybody, but for two listeners who never got round to it. */
export const pictures: Part = {
  name: 'Pictures of people',
  async fill({ people, account }) {
    const without = people.filter(({ kind }) => kind === 'listener').slice(-2);
    let count = 0;
    for (const person of people) {
      const { caller, id } = await account(person);
      if (without.includes(person) || (await caller.call(me)).profileImg !== null) continue;
      const bytes = await portrait(person.username, SIDE, person.isBand ? 'band' : 'person');
      const file = { field: 'image', name: 'picture.jpg', bytes };
      await caller.call(uploadImage, { body: { imageType: 'profile', targetId: id }, file });
      count += 1;
    }
    return made(count, 'picture');
  },
};
