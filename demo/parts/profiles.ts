import { type Part, made } from '../part.ts';

/**
 * Usernames, places and words of everybody. There is no call for these yet: they are written to the
 * database until profile editing brings one, and then each account writes its own here, as `pictures` does.
 */
export const profiles: Part = {
  name: 'Profiles',
  async fill({ people, account, database }) {
    let count = 0;
    for (const person of people) {
      const { id } = await account(person);
      const { username, city, state, title, bio } = person;
      const { count: changed } = await database()`
        update users set ${database()({ username, city, state, title, bio })} where id = ${id} and username is null`;
      count += changed;
    }
    return made(count, 'profile');
  },
};
