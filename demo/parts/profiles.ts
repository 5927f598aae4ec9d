import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { profileOf } from '../careers.ts';
import { type Part, made } from '../part.ts';

/** Everyone gets a username, a title, a biography and a place; musicians also get their careers. */
export const profiles: Part = {
  name: 'Profiles',
  async fill({ people, account }) {
    let count = 0;
    for (const person of people) {
      const { caller, id } = await account(person);
      if ((await caller.call(me)).username !== null) continue;
      await caller.call(updateUser, { params: { id }, body: profileOf(person) });
      count += 1;
    }
    return made(count, 'profile');
  },
};
