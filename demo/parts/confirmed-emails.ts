import { type Part, made } from '../part.ts';

/**
 * Marks the demonstration's email addresses as confirmed, because an installation that sends mail requires a confirmed
 * address for publishing, and no mail can reach these invented addresses. Writes to the database because no endpoint
 * confirms an address without a mail.
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
