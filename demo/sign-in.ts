import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { ApiError, Caller } from './api.ts';
import type { Account } from './part.ts';
import type { Person } from './people.ts';

const DOMAIN = 'demo.example';
const emailOf = ({ username }: Person): string => `${username}@${DOMAIN}`;

/** An error that the person at the keyboard can fix. Shown without a stack trace. */
export class DemoRefusal extends Error {}

/**
 * Returns the password of all demonstration accounts. It is generated once and stored in a file that only the data
 * folder's owner can read, because well-known passwords would open the installation to anyone.
 */
export async function demoPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo-sign-in.txt');
  try {
    return (await readFile(file, 'utf8')).trim().split('\n').at(-1)!;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = randomBytes(12).toString('base64url');
  const who = `The accounts of the demonstration, such as junoreyes@${DOMAIN} (a musician), nellferris@${DOMAIN} (a reviewer)
and bealindholm@${DOMAIN} (a listener), have one password:`;
  await writeFile(file, `${who}\n${password}\n`, { mode: 0o600 });
  return password;
}

/** Signs in as the administrator, with ADMIN_EMAIL and ADMIN_PASSWORD or the file from the product's first start. */
export async function signInAsAdmin(
  base: string,
  env: { DATA_DIR: string; ADMIN_EMAIL: string | null; ADMIN_PASSWORD: string | null },
): Promise<Caller> {
  let email = env.ADMIN_EMAIL ?? '';
  let password = env.ADMIN_PASSWORD ?? '';
  if (password === '') {
    const kept = await readFile(join(env.DATA_DIR, 'admin-sign-in.txt'), 'utf8').catch(() => '');
    [email = '', password = ''] = kept.split('\n');
  }
  if (password === '')
    throw new DemoRefusal(
      'The administrator’s sign-in is not known. Set ADMIN_EMAIL and ADMIN_PASSWORD and run it again.',
    );
  const admin = new Caller(base);
  try {
    const account = await admin.call(login, { body: { email, password } });
    if (account.role !== 'admin') throw new DemoRefusal(`${email} is no administrator.`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      throw new DemoRefusal(
        `${email} could not sign in. Set ADMIN_EMAIL and ADMIN_PASSWORD to an administrator’s and run it again.`,
      );
    throw error;
  }
  return admin;
}

/** Throws DemoRefusal if there is an account that belongs neither to an administrator nor to the demonstration. */
export async function refuseStrangers(admin: Caller): Promise<void> {
  for (let page = 1; ; page++) {
    const list = await admin.call(users, { query: { page, size: 100 } });
    const stranger = list.users.find(({ role, email }) => role !== 'admin' && !email?.endsWith(`@${DOMAIN}`));
    if (stranger)
      throw new DemoRefusal(
        'This installation is in use: it has accounts that the demonstration did not make. Nothing was changed.',
      );
    if (page * 100 >= list.total) return;
  }
}

/** Signs the person in, after a sign-up if the person has no account yet. */
export async function enter(
  admin: Caller,
  { base, address }: { base: string; address: string },
  person: Person,
  password: string,
): Promise<Account> {
  const caller = new Caller(base, address);
  const email = emailOf(person);
  const known = await admin.call(users, { query: { q: email } });
  const isNew = !known.users.some((row) => row.email === email);
  if (!isNew) await caller.call(login, { body: { email, password } });
  else {
    const { firstName, lastName, kind } = person;
    const _type = kind === 'musician' ? 'Musician' : 'Listener';
    const twice = { emailConfirmation: email, passwordConfirmation: password };
    await caller.call(signUp, { body: { firstName, lastName, email, password, ...twice, _type } });
  }
  return { person, caller, id: (await caller.call(me)).id, isNew };
}
