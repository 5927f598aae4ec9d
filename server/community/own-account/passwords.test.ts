import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneTokensLoop } from '../../accounts/auth/auth.loops.ts';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { endingSessionMeanwhile } from '../../testkit/session-ends.ts';
import { mailReset } from './mail-reset.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.app.db`delete from outbox`);
afterAll(() => server.close());

const NO_USER = { message: 'No user found matching this token.', errors: [] };
const NEXT = 'another long password';

/** Written mail of one kind, newest last. */
const mails = (kind: string) =>
  server.app.db<{ to: string; subject: string; text: string; html: string }[]>`
    select "to", subject, text, html from outbox where kind = ${kind} order by created_at, id`;
/** The token in the text of a mail. */
const tokenIn = (text: string): string => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? '';
/** Runs the worker's handler for a request with this address, and returns the token in the mail. */
const mailedToken = async (email: string): Promise<string> => {
  await mailReset(server.app, email, newId());
  return tokenIn((await mails('reset')).at(-1)?.text ?? '');
};
const reset = (token: string, password = NEXT, client: Client = server.visitor()) =>
  client.post(`/auth/reset/${token}`, { password });
const signIn = async ({ me }: Account, password: string): Promise<number> =>
  (await server.visitor().post('/auth', { email: me.email, password })).status;

describe('a forgotten password', () => {
  it('API-07 can be requested for any address, and the response doesn’t reveal whether an account has it', async () => {
    const { me } = await server.signUp();
    const jobs = () => server.app.db`select data from pgboss.job where name = 'mail-reset' order by created_on`;
    const before = (await jobs()).length;
    const answers = [];
    for (const email of [me.email, 'nobody@example.org'])
      answers.push(await server.visitor().post('/auth/forgot', { email }));
    const [known, unknown] = answers;
    expect(known).toMatchObject({ status: 200, body: { message: 'Password reset instructions sent!' } });
    expect([unknown?.status, unknown?.text]).toEqual([known?.status, known?.text]);
    expect(Object.keys(unknown?.headers ?? {}).sort()).toEqual(Object.keys(known?.headers ?? {}).sort());
    // The account hasn't been looked up yet. Both requests result in the same kind of job.
    expect((await jobs()).slice(before)).toEqual([
      { data: { email: me.email } },
      { data: { email: 'nobody@example.org' } },
    ]);
    expect(await mails('reset')).toEqual([]);
  });

  it('VA-11 rejects a missing or invalid address', async () => {
    for (const body of [{}, { email: '' }, { email: 'x@' }]) {
      const answer = await server.visitor().post('/auth/forgot', body);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'email', message: 'Please enter a valid email.' }] },
      });
    }
  });

  it('NO-07 is mailed only to its account, regardless of the case of the address', async () => {
    const { me } = await server.signUp();
    await mailReset(server.app, me.email.toUpperCase(), newId());
    await mailReset(server.app, 'nobody@example.org', newId());
    const written = await mails('reset');
    expect(written).toMatchObject([{ to: me.email, subject: 'A new password for Scoville' }]);
    const url = `${server.app.env.PUBLIC_URL}/reset/${tokenIn(written[0]?.text ?? '')}`;
    expect(url).toMatch(/\/reset\/[\w-]{43}$/);
    expect(written[0]?.html).toContain(`href="${url}"`);
    expect(written[0]?.text).toContain('The link is valid for one hour and works once.');
  });

  it('mails at most five links, and earlier links remain valid', async () => {
    const account = await server.signUp();
    const first = await mailedToken(account.me.email);
    for (let round = 0; round < 9; round += 1) await mailReset(server.app, account.me.email, newId());
    expect(await mails('reset')).toHaveLength(5);
    expect((await reset(first)).status).toBe(200);
  });

  it('is limited to twenty requests an hour per network, for all email addresses together', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const states: number[] = [];
      for (let n = 0; n < 21; n += 1)
        states.push((await limited.visitor().post('/auth/forgot', { email: `nobody${n}@example.org` })).status);
      expect(states).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a mailed token', () => {
  it('API-08 API-09 works once, for an hour', async () => {
    const account = await server.signUp();
    const token = await mailedToken(account.me.email);
    const check = () => server.visitor().get(`/auth/reset/${token}`);
    expect(await check()).toMatchObject({ status: 200, body: { message: 'Choose a new password.' } });
    expect((await check()).status).toBe(200);
    expect(await reset(token)).toMatchObject({ status: 200, body: { message: 'Password successfully changed.' } });
    expect(await signIn(account, NEXT)).toBe(200);
    expect(await signIn(account, 'a long password')).toBe(401);
    expect((await check()).status).toBe(404);
    expect(await reset(token, 'a third password')).toMatchObject({ status: 404, body: NO_USER });
    expect(await signIn(account, NEXT)).toBe(200);

    const late = await mailedToken(account.me.email);
    await server.app.db`update mailed_tokens set expires_at = now() - interval '1 second'`;
    expect((await server.visitor().get(`/auth/reset/${late}`)).status).toBe(404);
    expect(await reset(late)).toMatchObject({ status: 404, body: NO_USER });
    await pruneTokensLoop.run(server.app);
    expect(await server.app.db`select 1 from mailed_tokens`).toHaveLength(0);
  });

  it('VA-15 is required: any invented token gets 404', async () => {
    for (const token of [
      'bad',
      'deadbeef',
      'A'.repeat(43),
      '%27%20or%201=1',
      '%00',
      ...[200, 201, 301, 7000].map((size) => 'x'.repeat(size)),
    ]) {
      expect(await server.visitor().get(`/auth/reset/${token}`), token).toMatchObject({
        status: 404,
        body: { message: 'The account for this token was not found. The token may have expired.', errors: [] },
      });
      expect(await reset(token), token).toMatchObject({ status: 404, body: NO_USER });
    }
  });

  it('VA-12 applies the rules for a new password', async () => {
    const { me } = await server.signUp();
    const token = await mailedToken(me.email);
    for (const [password, sentence] of [
      ['', 'Please enter a valid password.'],
      ['seven c', 'Please enter a valid password. It needs at least 8 characters.'],
      ['x'.repeat(129), 'Please enter a valid password. It may have at most 128 characters.'],
    ] as const)
      expect(await reset(token, password)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password', message: sentence }] },
      });
    expect((await reset(token)).status).toBe(200);
  });

  it('works once in two simultaneous calls, and invalidates the account’s other tokens', async () => {
    const account = await server.signUp();
    const tokens = [await mailedToken(account.me.email), await mailedToken(account.me.email)];
    const [one = ''] = tokens;
    const answers = await Promise.all(['first of two', 'second of two'].map((password) => reset(one, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    for (const token of tokens) expect((await reset(token)).status).toBe(404);
  });

  it('ends all sessions of its account only, and the owner is notified', async () => {
    const account = await server.signUp();
    const other = await server.signUp();
    const elsewhere = server.visitor();
    await elsewhere.post('/auth', { email: account.me.email, password: 'a long password' });
    await reset(await mailedToken(account.me.email), NEXT, account.client);
    for (const client of [account.client, elsewhere]) expect((await client.get('/api/users/me')).status).toBe(401);
    expect((await other.client.get('/api/users/me')).status).toBe(200);
    expect(await mails('password-changed')).toMatchObject([
      { to: account.me.email, subject: 'Your password for Scoville was changed' },
    ]);
  });

  it('stops working when its account is deleted', async () => {
    const account = await server.signUp();
    const token = await mailedToken(account.me.email);
    await server.app.db`update users set deleted_at = now() where id = ${account.me.id}`;
    expect((await server.visitor().get(`/auth/reset/${token}`)).status).toBe(404);
    expect((await reset(token)).status).toBe(404);
    await mailReset(server.app, account.me.email, newId());
    expect(await mails('reset')).toHaveLength(1);
  });

  it('is stored as a hash', async () => {
    const { me } = await server.signUp();
    const token = await mailedToken(me.email);
    const [row] = await server.app.db<{ same: boolean; length: number }[]>`
      select token_hash = sha256(${Buffer.from(token)}) as same, length(token_hash) as length
      from mailed_tokens where user_id = ${me.id}`;
    expect(row).toEqual({ same: true, length: 32 });
  });
});

describe('the password of a signed-in user', () => {
  const change = (client: Client, currentPassword: string | undefined, password = NEXT) =>
    client.post('/auth/reset', { ...(currentPassword === undefined ? {} : { currentPassword }), password });

  it('can’t be changed by a session that ends during the call, and no new session starts', async () => {
    const account = await server.signUp();
    const { db } = server.app;
    const changed = await endingSessionMeanwhile(db, account.me.id, () => change(account.client, 'a long password'));
    expect([changed.status, changed.body.message]).toEqual([401, 'Please sign in.']);
    expect(await db`select 1 from sessions where user_id = ${account.me.id}`).toEqual([]);
    expect(await signIn(account, 'a long password')).toBe(200);
  });

  it('is changed with the current password, which ends other sessions and renews this session’s cookie', async () => {
    const account = await server.signUp();
    const elsewhere = server.visitor();
    await elsewhere.post('/auth', { email: account.me.email, password: 'a long password' });
    const before = account.client.cookies.get('session') ?? '';
    expect(await change(account.client, 'a long password')).toMatchObject({ status: 200, body: { id: account.me.id } });
    expect((await account.client.get('/api/users/me')).status).toBe(200);
    expect((await elsewhere.get('/api/users/me')).status).toBe(401);
    account.client.cookies.set('session', before);
    expect((await account.client.get('/api/users/me')).status).toBe(401);
    expect([await signIn(account, NEXT), await signIn(account, 'a long password')]).toEqual([200, 401]);
    expect(await mails('password-changed')).toHaveLength(1);
  });

  it('can be replaced by the owner through the mail about the change, after a stranger has changed it', async () => {
    const account = await server.signUp();
    const stranger = server.visitor();
    await stranger.post('/auth', { email: account.me.email, password: 'a long password' });
    expect((await change(stranger, 'a long password', 'a stranger’s password')).status).toBe(200);
    const [told] = await mails('password-changed');
    expect(told).toMatchObject({ to: account.me.email, subject: 'Your password for Scoville was changed' });
    expect(told?.text).toContain('Whoever has one of them can sign in without your password.');
    const [, path] = /https?:\/\/[^/\s]+(\/\S+)/.exec(told?.text ?? '') ?? [];
    // The owner doesn't know the current password, so the link opens a screen that doesn't require it.
    expect(path).toBe(SCREENS.forgot.path);
    expect((await server.visitor().post('/auth/forgot', { email: account.me.email })).status).toBe(200);
    expect((await reset(await mailedToken(account.me.email))).status).toBe(200);
    expect((await stranger.get('/api/users/me')).status).toBe(401);
    expect([await signIn(account, NEXT), await signIn(account, 'a stranger’s password')]).toEqual([200, 401]);
  });

  it('isn’t changed without the current password, and the sessions continue', async () => {
    const account = await server.signUp();
    const message = 'The current password is wrong.';
    expect(await change(account.client, 'not the password')).toMatchObject({
      status: 400,
      body: { message, errors: [{ field: 'currentPassword', code: 'wrong_credentials', message }] },
    });
    expect(await change(account.client, undefined)).toMatchObject({
      status: 400,
      body: {
        message: 'Enter your current password.',
        errors: [{ field: 'currentPassword', code: 'required' }],
      },
    });
    expect((await account.client.get('/api/users/me')).status).toBe(200);
    expect([await signIn(account, NEXT), await signIn(account, 'a long password')]).toEqual([401, 200]);
    expect((await change(server.visitor(), 'a long password')).status).toBe(401);
  });

  it('AU-11 can be set if there is none, which gives the account access to calls that require one', async () => {
    const { client, me } = await server.signUp();
    await server.app.db`update users set password_hash = null where id = ${me.id}`;
    expect((await client.get('/api/users/me')).body.hasAuth).toBe(false);
    expect((await client.get('/api/users')).status).toBe(403);
    // An old session can't give the account a first password. It needs a new sign-in.
    await server.app.db`update sessions set created_at = now() - interval '11 minutes' where user_id = ${me.id}`;
    expect((await change(client, undefined)).body.errors).toMatchObject([
      { field: 'currentPassword', code: 'sign_in_again' },
    ]);
    await server.app.db`update sessions set created_at = now() where user_id = ${me.id}`;
    expect(await change(client, undefined)).toMatchObject({ status: 200, body: { hasAuth: true } });
    expect((await client.get('/api/users/me')).body.hasAuth).toBe(true);
    expect((await client.get('/api/users')).status).toBe(200);
    // A first password is mailed like a change, because someone else may have set it.
    expect(await mails('password-changed')).toMatchObject([{ subject: 'Your Scoville account now has a password' }]);
  });

  it('is changed once by two simultaneous calls, and the losing session ends', async () => {
    const account = await server.signUp();
    const elsewhere = server.visitor();
    await elsewhere.post('/auth', { email: account.me.email, password: 'a long password' });
    const answers = await Promise.all([
      change(account.client, 'a long password', 'first of the two'),
      change(elsewhere, 'a long password', 'second of the two'),
    ]);
    const isFirst = answers[0].status === 200;
    const [won, lost] = isFirst ? answers : answers.toReversed();
    expect(won?.status).toBe(200);
    // Rejected because the session had ended, or because the password had changed.
    expect([400, 401]).toContain(lost?.status);
    expect((await (isFirst ? elsewhere : account.client).get('/api/users/me')).status).toBe(401);
    expect(await signIn(account, isFirst ? 'second of the two' : 'first of the two')).not.toBe(200);
    expect(await signIn(account, isFirst ? 'first of the two' : 'second of the two')).toBe(200);
  });

  it('can be guessed no faster with an open session than at the sign-in', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { client } = await limited.signUp();
      const states: number[] = [];
      for (let n = 0; n < 11; n += 1) states.push((await change(client, `guess ${n}`)).status);
      expect(states).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    } finally {
      await limited.close();
    }
  });

  it('isn’t counted as a wrong one if the form leaves it out, so the owner can still sign in', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { client, me } = await limited.signUp();
      for (let n = 0; n < 11; n += 1) expect((await change(client, undefined)).status).toBe(400);
      const { status } = await limited.visitor().post('/auth', { email: me.email, password: 'a long password' });
      expect(status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
