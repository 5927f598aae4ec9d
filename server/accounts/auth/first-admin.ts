import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pool, brokenConstraint, transaction } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { basePlan } from '../plans/plan-limits.ts';
import { countAdmins, findLogin, insertUser } from '../users/users.queries.ts';
import { hashPassword } from './password.ts';

export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Creates the first administrator if there is none. If ADMIN_PASSWORD is set, it is the account's password, and the
 * result is null so that the password isn't shown. Otherwise the result contains a random password, which is shown once
 * and stored in DATA_DIR/admin-sign-in.txt, a file that only the server's user can read. An existing account with the
 * address gets the role instead. Two processes that start at the same time create one administrator.
 */
export async function ensureFirstAdmin(db: Pool, env: Env): Promise<FirstSignIn | null> {
  if ((await countAdmins(db)) > 0) return null;
  const email = env.ADMIN_EMAIL ?? 'admin@localhost.localdomain';
  const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(7268456)`;
    if ((await countAdmins(tx)) > 0) return false;
    const existing = await findLogin(tx, email);
    if (existing !== null) {
      await tx`update users set role = 'admin' where id = ${existing.id}`;
      return false;
    }
    await insertUser(tx, {
      id: newId(),
      firstName: 'Site',
      lastName: 'Administrator',
      email,
      passwordHash,
      type: 'Listener',
      role: 'admin',
      plan: basePlan(env).type,
      verified: true,
    });
    return true;
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'users_email_key') return false;
    throw error;
  });
  if (!made || env.ADMIN_PASSWORD !== null) return null;
  await writeFile(join(env.DATA_DIR, 'admin-sign-in.txt'), `${email}\n${password}\n`, { mode: 0o600 });
  return { email, password };
}
