import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pool, brokenConstraint, transaction } from '../../platform/db/connection.ts';
import type { Env } from '../../env.ts';
import { newId } from '../../ids.ts';
import { basePlan } from '../plans/plan-limits.ts';
import { countAdmins, findLogin, insertUser } from '../users/users.queries.ts';
import { hashPassword } from './password.ts';

export interface FirstSignIn {
  email: string;
  password: string;
}

/**
 * Makes the first administrator when there is none: with ADMIN_PASSWORD, which is shown to nobody and answers null, else
 * with a password that is returned once, to be shown, and kept in DATA_DIR/admin-sign-in.txt for its owner's eyes. An
 * existing account with that address gets the role. Two processes that start at once make one.
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
