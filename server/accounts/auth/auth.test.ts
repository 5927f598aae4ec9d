import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import type { Client } from '../../testkit/client.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { deleteAccount } from '../../community/own-account/delete-account.ts';
import { changePassword } from '../../community/own-account/change-password.ts';
import { endAllSessions } from './session.ts';

let people = 0;
/** The form of a new person's sign-up. */
const form = (changes: Record<string, unknown> = {}) => {
  people += 1;
  const email = `juno${people}@example.org`;
  return {
    firstName: 'Juno',
    lastName: 'Reyes',
    email,
    emailConfirmation: email,
    password: 'a long password',
    passwordConfirmation: 'a long password',
    ...changes,
  };
};

describe('accounts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const signUp = (changes?: Record<string, unknown>, client: Client = server.visitor()) =>
    client.post('/api/users/', form(changes));

  it('AU-04 API-63 EN-02 start signed in, as a musician by default or as a listener on request', async () => {
    const client = server.visitor();
    const sent = form();
    const answer = await client.post('/api/users/', sent);
    expect(answer).toMatchObject({
      status: 200,
      body: { _type: 'Musician', role: 'user', hasAuth: true, email: sent.email },
    });
    expect((await client.get('/api/users/me')).body._type).toBe('Musician');
    expect((await signUp({ _type: 'Listener' })).body._type).toBe('Listener');
    expect(await signUp({ _type: 'Boss' })).toMatchObject({ status: 400, body: { errors: [{ field: '_type' }] } });
  });

  it.each([
    ['VA-03', { firstName: '' }, 'firstName', 'Please enter your first name.'],
    ['VA-04', { lastName: ' ' }, 'lastName', 'Please enter your last name.'],
    ['VA-05', { email: 'x@' }, 'email', 'Please enter a valid email.'],
    ['VA-06', { emailConfirmation: '' }, 'emailConfirmation', 'Please confirm your email.'],
    ['VA-07', { emailConfirmation: 'other@example.org' }, 'emailConfirmation', 'Emails entered do not match.'],
    ['VA-08', { password: '', passwordConfirmation: '' }, 'password', 'Please enter a valid password.'],
    ['VA-08', { passwordConfirmation: '' }, 'passwordConfirmation', 'Please confirm password.'],
    ['VA-09', { passwordConfirmation: 'another password' }, 'passwordConfirmation', 'Passwords entered do not match.'],
  ])('%s rejects a sign-up with %j, with an error at its field', async (_row, changes, field, sentence) => {
    const answer = await signUp(changes);
    expect(answer.status).toBe(400);
    const error = answer.body.errors.find((one: { field: string }) => one.field === field);
    expect(error.message).toBe(sentence);
  });

  it('VA-03 VA-04 VA-05 VA-06 VA-08 rejects an empty form with an error for each field', async () => {
    const answer = await server.visitor().post('/api/users/', {});
    expect(answer.status).toBe(400);
    const errors = answer.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]);
    expect(errors).toEqual([
      ['firstName', 'Please enter your first name.'],
      ['lastName', 'Please enter your last name.'],
      ['email', 'Please enter a valid email.'],
      ['emailConfirmation', 'Please confirm your email.'],
      ['password', 'Please enter a valid password.'],
      ['passwordConfirmation', 'Please confirm password.'],
    ]);
  });

  it('VA-54 rejects an address that is already taken, regardless of case', async () => {
    const sent = form();
    await server.visitor().post('/api/users/', sent);
    const answer = await signUp({ email: sent.email.toUpperCase(), emailConfirmation: sent.email });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message: 'An existing user already has that email',
      errors: [{ field: 'email', code: 'taken', message: 'An existing user already has that email' }],
    });
  });

  it('PM-08 ignores rights and counters in the sign-up form', async () => {
    const client = server.visitor();
    const answer = await signUp({ role: 'admin', isCurator: true, plan: 'ghost-pepper', playCount: 9 }, client);
    expect(answer.body).toMatchObject({ role: 'user', isCurator: false, plan: 'mild', playCount: 0 });
    expect((await client.put(`/api/users/${answer.body.id}`, { role: 'admin' })).status).toBe(403);
  });

  it('AU-01 API-05 accepts the right password, and rejects a wrong one with the same message whether or not the address exists', async () => {
    const { email } = (await signUp()).body;
    const right = await server.visitor().post('/auth', { email, password: 'a long password' });
    expect(right).toMatchObject({ status: 200, body: { email } });
    const wrong = await server.visitor().post('/auth', { email, password: 'not this' });
    const nobody = await server.visitor().post('/auth', { email: 'nobody@example.org', password: 'not this' });
    expect(wrong.status).toBe(401);
    const message = 'The email or password is wrong.';
    expect(wrong.body).toEqual({ message, errors: [{ field: 'password', code: 'wrong_credentials', message }] });
    expect([nobody.status, nobody.body]).toEqual([401, wrong.body]);
  });

  it('VA-01 VA-02 rejects an incomplete sign-in with an error for each field', async () => {
    const answer = await server.visitor().post('/auth', { email: 'x', password: '' });
    expect(answer.status).toBe(400);
    expect(
      answer.body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ).toEqual([
      ['email', 'Please enter a valid email.'],
      ['password', 'Please enter a valid password.'],
    ]);
  });

  it('AU-11 returns whether the account has a password, even if it has none', async () => {
    const { client, me } = await server.signUp();
    expect((await client.get('/api/users/me')).body.hasAuth).toBe(true);
    await server.app.db`update users set password_hash = null where id = ${me.id}`;
    expect(await client.get('/api/users/me')).toMatchObject({ status: 200, body: { id: me.id, hasAuth: false } });
  });

  it('API-06 ends the session at sign-out, on the server too', async () => {
    const { client } = await server.signUp();
    const stolen = client.cookies.get('session') ?? '';
    expect(await client.get('/auth/logout')).toMatchObject({ status: 200, body: { message: 'Signed out.' } });
    client.cookies.set('session', stolen);
    expect((await client.get('/api/users/me')).status).toBe(401);
  });

  it('sets a cookie that scripts can’t read, with a new token at every sign-in', async () => {
    const { client, me } = await server.signUp();
    const before = client.cookies.get('session');
    const answer = await client.post('/auth', { email: me.email, password: 'a long password' });
    expect(String(answer.headers['set-cookie'])).toMatch(/session=[^;]+;.*HttpOnly.*SameSite=Lax/);
    expect(client.cookies.get('session')).not.toBe(before);
    const [row] = await server.app.db`select count(*)::int as n from sessions where user_id = ${me.id}`;
    expect(row?.['n']).toBe(1);
  });

  it('ends all sessions of an account when its role changes', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const { client, me } = await server.signUp();
    expect((await admin.client.put(`/api/users/${me.id}`, { role: 'admin' })).body.role).toBe('admin');
    expect((await client.get('/api/users/me')).status).toBe(401);
  });

  it.each([
    [
      'a new password',
      (app: App, tx: Tx, userId: string) => changePassword(app, tx, userId, 'argon2id$another'),
      'The email or password is wrong.',
    ],
    [
      'a deletion',
      (app: App, tx: Tx, userId: string) => deleteAccount(app, tx, userId),
      'The email or password is wrong.',
    ],
    [
      'a first second factor',
      async (_app: App, tx: Tx, userId: string) => {
        await tx`insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${userId}, 'x', now())`;
        await endAllSessions(tx, userId);
      },
      'Enter your second factor.',
    ],
  ])('starts no session with a password that was checked before %s', async (_what, change, message) => {
    const { me } = await server.signUp();
    const client = server.visitor();
    const { app } = server;
    // The password is right when it is checked. Then the sign-in waits for the account's lock while another transaction
    // changes the account.
    const answer = await transaction(app.db, async (tx) => {
      await tx`select 1 from users where id = ${me.id} for update`;
      const signingIn = client.post('/auth', { email: me.email, password: 'a long password' });
      await untilWaiting(app.db, 1);
      await change(app, tx, me.id);
      return { signingIn };
    });
    expect(await answer.signingIn).toMatchObject({ status: 401, body: { message } });
    expect((await client.get('/api/users/me')).status).toBe(401);
    expect(await app.db`select 1 from sessions where user_id = ${me.id}`).toEqual([]);
  });

  it('stores passwords and session tokens only as hashes', async () => {
    const { client, me } = await server.signUp();
    const [user] = await server.app.db`select password_hash from users where id = ${me.id}`;
    expect(user?.['password_hash']).toMatch(/^argon2id\$/);
    const token = client.cookies.get('session') ?? '';
    const sessions = await server.app.db`select encode(token_hash, 'escape') as hash from sessions`;
    expect(sessions.map((row) => row['hash'])).not.toContain(token);
  });
});
