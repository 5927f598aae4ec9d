import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import type { Account, TestServer } from './server.ts';

/** The password of accounts made by `TestServer.signUp`. */
export const PASSWORD = 'a long password';

let made = 0;
/** An unused address. */
export const newAddress = (): string => `moved${(made += 1)}@example.org`;

/** Signs up an account and marks its address as vouched, as if it was confirmed while signed in. */
export async function signUpVouched(server: TestServer, as: { role?: 'admin' } = {}): Promise<Account> {
  const account = await server.signUp(as);
  await server.app.db`update users set email_verified_at = now(), vouched_at = now() where id = ${account.me.id}`;
  return account;
}

/** Requests a change of email with the password. */
export const requestNewEmail = ({ client, me }: Account, email: string): Promise<Answer> =>
  client.put(`/api/users/${me.id}`, { email, password: PASSWORD });

/** The tokens of the links of one kind that were mailed to an address, oldest first. */
export async function tokensOf(
  { app }: TestServer,
  address: string,
  link: 'confirm-email' | 'undo-email' | 'reset',
): Promise<string[]> {
  const mails = await app.db<{ text: string }[]>`
    select text from outbox where "to" = ${address} order by created_at, id`;
  return mails.flatMap(({ text }) => new RegExp(`/${link}/([\\w-]{43})`).exec(text)?.[1] ?? []);
}

const newestOf = async (...wanted: Parameters<typeof tokensOf>): Promise<string> =>
  (await tokensOf(...wanted)).at(-1) ?? 'none';

/** Opens the newest link to confirm an address, in a browser. */
export const confirmAt = async (server: TestServer, address: string, browser: Client = server.visitor()) =>
  browser.post(`/api/email-change/confirm/${await newestOf(server, address, 'confirm-email')}`);

/** Opens the newest link to undo a change, in a browser. */
export const undoAt = async (server: TestServer, address: string, browser: Client = server.visitor()) =>
  browser.post(`/api/email-change/undo/${await newestOf(server, address, 'undo-email')}`);

/** Requests a change of email and confirms it, signed in. */
export async function moveTo(server: TestServer, account: Account, email: string): Promise<void> {
  expect((await requestNewEmail(account, email)).status).toBe(200);
  expect(await confirmAt(server, email, account.client)).toMatchObject({ status: 200, body: { email } });
}

/** Signs in with a password in a new browser; returns the status. */
export const signInStatus = async (server: TestServer, email: string, password = PASSWORD): Promise<number> =>
  (await server.visitor().post('/auth', { email, password })).status;
