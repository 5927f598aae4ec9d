import { type Part, made } from '../part.ts';

/**
 * Everybody's address counts as confirmed: where this installation sends mail, nobody could publish otherwise, and these
 * addresses are nobody's. There is no call for it, because only a mail can confirm one.
 */
export const confirmedEmails: Part = {
  name: 'Confirmed emails',
  async fill({ people, account, database }) {
    let count = 0;
    for (const person of people) {
      const { id } = await account(person);
      const { count: changed } = await database()`
        update users set email_verified_at = now() where id = ${id} and email_verified_at is null`;
      count += changed;
    }
    return made(count, 'address', 'addresses');
  },
};
