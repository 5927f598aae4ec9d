import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pool, type Tx, brokenConstraint, transaction } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { basePlan } from '../../accounts/plans/plan-limits.ts';
import { countAdmins, insertUser } from '../../accounts/users/users.queries.ts';
import { hashPassword } from '../../accounts/auth/password.ts';
import { endAllSessions } from '../../accounts/auth/session.ts';
import { deleteIdentities } from '../../accounts/identities/identities.queries.ts';
import { deleteAllFactors } from '../../accounts/second-factor/second-factor.queries.ts';
import { dropAllChanges } from './request-email-change.ts';

export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Creates the first administrator if there is none. If ADMIN_PASSWORD is set, it is the account's password, and the
 * result is null so that the password isn't shown. Otherwise the result contains a random password, which is shown once
 * and stored in DATA_DIR/admin-sign-in.txt, a file that only the server's user can read. An existing account with a
 * confirmed address gets the role instead. An existing account with an unconfirmed address may be a stranger's, so it
 * gets the new password and loses every other way to sign in. Two processes that start at the same time create one
 * administrator.
 */
export async function ensureFirstAdmin(db: Pool, env: Env): Promise<FirstSignIn | null> {
  if ((await countAdmins(db)) > 0) return null;
  const email = env.ADMIN_EMAIL ?? 'admin@localhost.localdomain';
  const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(7268456)`;
    if ((await countAdmins(tx)) > 0) return false;
    const [existing] = await tx<{ id: string; isConfirmed: boolean }[]>`
      update users set role = 'admin' where email = ${email} and deleted_at is null
      returning id, email_verified_at is not null as "isConfirmed"`;
    if (existing !== undefined) {
      if (!existing.isConfirmed) await takeOver(tx, existing.id, passwordHash);
      await endAllSessions(tx, existing.id);
      return !existing.isConfirmed;
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

/** Leaves only the password to sign in with. The operator vouches for the address, because the settings name it. */
async function takeOver(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx`update users set password_hash = ${passwordHash}, email_verified_at = now() where id = ${userId}`;
  await deleteIdentities(tx, userId);
  await deleteAllFactors(tx, userId);
  await dropAllChanges(tx, userId);
}
