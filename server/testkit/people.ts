import type { Db } from '../platform/db/connection.ts';
import { newId } from '../platform/ids.ts';
import { insertUser } from '../accounts/users/users.queries.ts';

/**
 * Inserts an account like a sign-up, with a password hash that matches no password; returns its id. For tests that need
 * no sign-up.
 */
export async function insertPerson(db: Db, as: { role?: 'user' | 'admin'; plan?: string } = {}): Promise<string> {
  const id = newId();
  await insertUser(db, {
    id,
    firstName: 'Pat',
    lastName: 'Tester',
    email: `${id}@example.org`,
    passwordHash: 'a hash that no password has',
    type: 'Musician',
    role: 'user',
    plan: 'mild',
    ...as,
  });
  return id;
}
