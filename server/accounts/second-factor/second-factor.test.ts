import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '../../community/own-account/change-password.ts';
import { issueToken } from '../auth/mailed-tokens.ts';
import { transaction } from '../../platform/db/connection.ts';
import { Authenticator } from '../../testkit/authenticator.ts';
import type { Client } from '../../testkit/client.ts';
import { requestNewEmail, confirmAt } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { endingSessionMeanwhile } from '../../testkit/session-ends.ts';
import { codeBefore, codeOf } from '../../testkit/totp-code.ts';
import { untilWaiting } from '../../testkit/waiting.ts';

const ORIGIN = 'https://music.example';
const password = 'a long password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN });
});
afterAll(() => server.close());

/** Sets up an app for a new account, which uses the code of the previous step. */
async function withApp(as: Parameters<TestServer['signUp']>[0] = {}, at = server) {
  const account = await at.signUp(as);
  const { secret } = (await account.client.post('/api/second-factor/totp', { password })).body;
  const answer = await account.client.put('/api/second-factor/totp', { code: await codeBefore(secret) });
  expect(answer.status, answer.text).toBe(200);
  return { ...account, secret: secret as string, codes: answer.body.recoveryCodes as string[] };
}

/** Begins the setup of an app and a passkey. Returns functions that finish the one or the other. */
async function beginBoth({ client }: Account) {
  const { secret } = (await client.post('/api/second-factor/totp', { password })).body;
  const { options } = (await client.post('/api/second-factor/passkeys/options', { password })).body;
  const response = new Authenticator(ORIGIN).register(options);
  return {
    confirmTotp: async () => client.put('/api/second-factor/totp', { code: await codeBefore(secret) }),
    addPasskey: () => client.post('/api/second-factor/passkeys', { name: 'Phone', response }),
  };
}

/** Adds a passkey. */
async function addKey({ client }: Pick<Account, 'client'>, name = 'Phone', key = new Authenticator(ORIGIN)) {
  const { options } = (await client.post('/api/second-factor/passkeys/options', { password })).body;
  const answer = await client.post('/api/second-factor/passkeys', { name, response: key.register(options) });
  expect(answer.status, answer.text).toBe(200);
  return { key, answer };
}

/** Enters the right password in a new browser. */
async function begin(email: string, at = server): Promise<Client> {
  const client = at.visitor();
  const answer = await client.post('/auth', { email, password });
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({
    message: 'Enter your second factor.',
    errors: [{ field: 'secondFactor', code: 'second_factor', message: 'Enter your second factor.' }],
  });
  return client;
}

const isIn = async (client: Client) => (await client.get('/api/users/me')).status === 200;
const finish = (client: Client, given: object) => client.post('/auth/second-factor', given);
const OVER = 'This sign-in has expired. Enter your email and password again.';

describe('an authenticator app', () => {
  it('is required from the first confirmed code on', async () => {
    const { client, me } = await server.signUp();
    expect((await client.get('/api/second-factor')).body).toEqual({
      totp: false,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
    });
    const begun = await client.post('/api/second-factor/totp', { password });
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`);
    // The app isn't required yet, so closing the dialog locks no user out.
    expect((await server.visitor().post('/auth', { email: me.email, password })).status).toBe(200);
    const wrong = await client.put('/api/second-factor/totp', { code: '000000' });
    expect(wrong.body.errors).toEqual([
      {
        field: 'code',
        code: 'wrong_credentials',
        message: 'This code is wrong. Look at the app again: its clock may differ, and each code lasts half a minute.',
      },
    ]);
    const right = await client.put('/api/second-factor/totp', { code: await codeBefore(begun.body.secret) });
    expect(right.body).toMatchObject({ totp: true, passkeys: [], recoveryCodesLeft: 10 });
    expect(new Set(right.body.recoveryCodes).size).toBe(10);
    const elsewhere = await begin(me.email);
    expect(await isIn(elsewhere)).toBe(false);
    expect((await elsewhere.get('/auth/second-factor')).body).toEqual({ totp: true, passkey: null });
    const entered = await finish(elsewhere, { code: codeOf(begun.body.secret) });
    expect(entered).toMatchObject({ status: 200, body: { id: me.id } });
    expect(await isIn(elsewhere)).toBe(true);
  });

  it('can’t be set up without the password, or twice', async () => {
    const { client } = await withApp();
    const wrong = await client.post('/api/second-factor/totp', { password: 'not this' });
    expect([wrong.status, wrong.body.errors[0].field, wrong.body.message]).toEqual([
      400,
      'password',
      'The password is wrong.',
    ]);
    const twice = await client.post('/api/second-factor/totp', { password });
    expect([twice.status, twice.body.message]).toEqual([409, 'An app is set up already. Remove it first.']);
  });

  it('requires a confirmed address, as does a passkey, so that a stranger can’t sign up with the address and lock its owner out', async () => {
    const mailing = await startTestServer({ PUBLIC_URL: ORIGIN, SMTP_URL: 'smtp://127.0.0.1:9' });
    const { client, me } = await mailing.signUp();
    const message =
      'Confirm your email address from this browser first: open the link that we mail you here, where you are signed in.';
    const token = () => transaction(mailing.app.db, (tx) => issueToken(tx, me.id, 'verify', 1));
    // The address's owner confirms it in another browser, which doesn't prove that they hold the account.
    for (const reader of [null, mailing.visitor()]) {
      if (reader !== null) expect((await reader.post(`/auth/verify/${await token()}`)).status).toBe(200);
      for (const path of ['totp', 'passkeys/options']) {
        const refused = await client.post(`/api/second-factor/${path}`, { password });
        expect([refused.status, refused.body]).toEqual([
          403,
          { message, errors: [{ field: 'isVouched', code: 'not_vouched', message }] },
        ]);
      }
    }
    expect((await client.post(`/auth/verify/${await token()}`)).status).toBe(200);
    for (const path of ['totp', 'passkeys/options'])
      expect((await client.post(`/api/second-factor/${path}`, { password })).status).toBe(200);
    await mailing.close();
  });

  it('can’t be confirmed after a change to an address that isn’t confirmed from the account; nor can a passkey', async () => {
    const mailing = await startTestServer({ PUBLIC_URL: ORIGIN, SMTP_URL: 'smtp://127.0.0.1:9' });
    const account = await mailing.signUp();
    const { client, me } = account;
    await mailing.app.db`update users set email_verified_at = now(), vouched_at = now() where id = ${me.id}`;
    const { confirmTotp, addPasskey } = await beginBoth(account);
    const email = 'stranger@elsewhere.example';
    await requestNewEmail(account, email);
    // Another browser doesn't prove that its reader holds the account.
    expect((await confirmAt(mailing, email)).status).toBe(200);
    for (const finished of [await confirmTotp(), await addPasskey()])
      expect([finished.status, finished.body.errors]).toMatchObject([403, [{ code: 'not_vouched' }]]);
    expect((await client.get('/api/second-factor')).body).toMatchObject({ totp: false, passkeys: [] });
    expect((await mailing.visitor().post('/auth', { email, password })).status).toBe(200);
    await mailing.close();
  });

  it('accepts a code once, even in two simultaneous calls', async () => {
    const { me, secret } = await withApp();
    const code = codeOf(secret);
    const clients = [await begin(me.email), await begin(me.email)];
    const answers = await Promise.all(clients.map((client) => finish(client, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const late = await finish(await begin(me.email), { code });
    expect([late.status, late.body.message]).toEqual([401, 'This code is wrong, or was used already.']);
  });

  it('ends every other session if it is the first factor', async () => {
    const { client, me } = await server.signUp();
    const other = server.visitor();
    await other.post('/auth', { email: me.email, password });
    const { secret } = (await client.post('/api/second-factor/totp', { password })).body;
    await client.put('/api/second-factor/totp', { code: await codeBefore(secret) });
    expect([await isIn(client), await isIn(other)]).toEqual([true, false]);
  });

  it('allows five attempts per sign-in, within ten minutes, in the browser that began it', async () => {
    const { me, secret, codes } = await withApp();
    const client = await begin(me.email);
    for (let times = 0; times < 5; times += 1)
      expect((await finish(client, { code: '000000' })).body.message).toBe('This code is wrong, or was used already.');
    expect((await finish(client, { code: codeOf(secret) })).body.message).toBe(OVER);
    expect((await client.get('/auth/second-factor')).body.message).toBe(OVER);
    const slow = await begin(me.email);
    await server.app.db`update pending_sign_ins set expires_at = now() - interval '1 second'`;
    expect((await finish(slow, { recoveryCode: codes[0] })).body.message).toBe(OVER);
    expect((await finish(server.visitor(), { code: codeOf(secret) })).body.message).toBe(OVER);
  });

  it('limits codes across sign-ins, and recovery codes still work', async () => {
    const limited = await startTestServer({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });
    const { me, codes } = await withApp({}, limited);
    await limited.app.db`
      insert into rate_limits (key, window_ends, taken) values (${`second factor ${me.id}`}, now() + interval '1 hour', 30)`;
    const client = await begin(me.email, limited);
    const refused = await finish(client, { code: '000000' });
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many codes were tried. Use a passkey or a recovery code, or try again in an hour.',
    ]);
    expect((await finish(client, { recoveryCode: codes[0] })).status).toBe(200);
    await limited.close();
  });
});

describe('recovery codes', () => {
  it('work once each, in any case of letters, with or without dashes', async () => {
    const { client, me, codes } = await withApp();
    const [one = '', two = ''] = codes;
    expect(one).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await finish(await begin(me.email), { recoveryCode: one.toLowerCase() })).status).toBe(200);
    expect((await finish(await begin(me.email), { recoveryCode: ` ${two.replaceAll('-', '')} ` })).status).toBe(200);
    const again = await finish(await begin(me.email), { recoveryCode: one });
    expect([again.status, again.body.message]).toEqual([401, 'This recovery code is wrong, or was used already.']);
    expect((await client.get('/api/second-factor')).body.recoveryCodesLeft).toBe(8);
    const malformed = await finish(await begin(me.email), { recoveryCode: 'ABCD' });
    expect([malformed.status, malformed.body.message]).toEqual([
      400,
      'Enter one of your recovery codes, as in ABCD-EFGH-JKLM-NPQR.',
    ]);
  });

  it('are rejected if they belong to another account or were replaced', async () => {
    const { client, me, codes } = await withApp();
    const other = await withApp();
    expect((await finish(await begin(me.email), { recoveryCode: other.codes[0] })).status).toBe(401);
    const renewed = await client.post('/api/second-factor/recovery-codes', { password });
    expect(renewed.body).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await finish(await begin(me.email), { recoveryCode: codes[0] })).status).toBe(401);
    const [fresh] = renewed.body.recoveryCodes as string[];
    expect((await finish(await begin(me.email), { recoveryCode: fresh })).status).toBe(200);
    const without = await server.signUp();
    expect((await without.client.post('/api/second-factor/recovery-codes', { password })).body.message).toBe(
      'Recovery codes belong to a second factor. Set one up first.',
    );
  });

  it('are returned only once, like secrets, and stored as hashes', async () => {
    const { client, codes } = await withApp();
    expect(JSON.stringify((await client.get('/api/second-factor')).body)).not.toContain(codes[0]);
    const rows = await server.app.db`select encode(code_hash, 'escape') as hash from recovery_codes`;
    for (const { hash } of rows) expect(codes).not.toContain(hash);
  });
});

describe('passkeys', () => {
  it('are added with a name, requested at the sign-in, and removed', async () => {
    const account = await server.signUp();
    const { key, answer } = await addKey(account, ' Blue key ');
    expect(answer.body).toMatchObject({
      totp: false,
      passkeys: [{ name: 'Blue key', lastUsedOn: null }],
      recoveryCodesLeft: 10,
    });
    const client = await begin(account.me.email);
    const choice = (await client.get('/auth/second-factor')).body;
    expect(choice).toMatchObject({
      totp: false,
      passkey: { rpId: 'music.example', allowCredentials: [{ id: key.id.toString('base64url') }] },
    });
    expect((await finish(client, { passkey: key.sign(choice.passkey) })).body.id).toBe(account.me.id);
    const [mine] = (await account.client.get('/api/second-factor')).body.passkeys;
    expect(mine.lastUsedOn).toMatch(/^20/);
    const removed = await account.client.post('/api/second-factor/remove', { password, factor: mine.id });
    expect(removed.body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0, recoveryCodes: null });
    expect((await server.visitor().post('/auth', { email: account.me.email, password })).status).toBe(200);
  });

  it('are accepted once per challenge, from our origin, with a growing counter', async () => {
    const account = await server.signUp();
    const { key } = await addKey(account);
    const client = await begin(account.me.email);
    const ask = async () => (await client.get('/auth/second-factor')).body.passkey;
    const WRONG = 'This passkey could not be checked. Try again, or use another way.';
    for (const forged of [
      { challenge: Buffer.from('another question').toString('base64url') },
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
    ])
      expect((await finish(client, { passkey: key.sign(await ask(), forged) })).body.message).toBe(WRONG);
    const question = await ask();
    const right = key.sign(question);
    expect((await finish(client, { passkey: right })).status).toBe(200);
    const later = await begin(account.me.email);
    await later.get('/auth/second-factor');
    expect((await finish(later, { passkey: right })).status).toBe(401);
    // A copy of the key, with an outdated counter.
    const copied = (await later.get('/auth/second-factor')).body.passkey;
    expect((await finish(later, { passkey: key.sign(copied, { counter: 1 }) })).body.message).toBe(WRONG);
    // The first attempt has used up the challenge.
    expect((await finish(later, { passkey: key.sign(copied) })).body.message).toBe(WRONG);
  });

  it('still work for their challenge after a wrong code', async () => {
    const account = await withApp();
    const { key } = await addKey(account);
    const client = await begin(account.me.email);
    const { passkey } = (await client.get('/auth/second-factor')).body;
    expect((await finish(client, { code: '000000' })).status).toBe(401);
    expect((await finish(client, { passkey: key.sign(passkey) })).status).toBe(200);
  });

  it('are rejected if they belong to another account or are forged', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const { key } = await addKey(one);
    await addKey(other);
    const client = await begin(other.me.email);
    const { passkey } = (await client.get('/auth/second-factor')).body;
    expect((await finish(client, { passkey: key.sign(passkey) })).status).toBe(401);
    expect((await finish(client, { passkey: { id: 'x' } })).status).toBe(401);
    const { options } = (await one.client.post('/api/second-factor/passkeys/options', { password })).body;
    const forged = new Authenticator(ORIGIN).register(options, { origin: 'https://evil.example' });
    const refused = await one.client.post('/api/second-factor/passkeys', { name: 'Evil', response: forged });
    expect([refused.status, refused.body.message]).toEqual([400, 'This passkey could not be checked. Begin again.']);
    // The challenge is used up by the first attempt.
    const right = new Authenticator(ORIGIN).register(options);
    expect((await one.client.post('/api/second-factor/passkeys', { name: 'Late', response: right })).status).toBe(400);
  });

  it('are stored without invalid transports from the browser', async () => {
    for (const [transports, kept] of [
      ['abc', []],
      [[['internal']], []],
      [['usb\u0000'], []],
      [
        ['internal', 'smart-card'],
        ['internal', 'smart-card'],
      ],
    ] as const) {
      const { client, me } = await server.signUp();
      const { options } = (await client.post('/api/second-factor/passkeys/options', { password })).body;
      const made = new Authenticator(ORIGIN).register(options);
      const response = { ...made, response: { ...(made['response'] as object), transports } };
      expect((await client.post('/api/second-factor/passkeys', { name: 'Key', response })).status).toBe(200);
      expect([...(await server.app.db`select transports from passkeys where user_id = ${me.id}`)]).toEqual([
        { transports: kept },
      ]);
    }
  });

  it('can’t be registered twice, not even for different accounts', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const { key } = await addKey(one);
    const { options } = (await other.client.post('/api/second-factor/passkeys/options', { password })).body;
    const again = await other.client.post('/api/second-factor/passkeys', {
      name: 'x',
      response: key.register(options),
    });
    expect([again.status, again.body.message]).toEqual([409, 'This passkey is here already.']);
  });
});

describe('a change of factors', () => {
  it('requires the password, affects only the user’s own account, and is mailed', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    await addKey(one);
    const [mine] = (await one.client.get('/api/second-factor')).body.passkeys;
    const wrong = await one.client.post('/api/second-factor/remove', { password: 'not this', factor: mine.id });
    expect(wrong.body.message).toBe('The password is wrong.');
    const theirs = await other.client.post('/api/second-factor/remove', { password, factor: mine.id });
    expect(theirs.status).toBe(404);
    await one.client.post('/api/second-factor/remove', { password, factor: mine.id });
    const mails = await server.app.db`select subject from outbox where "to" = ${one.me.email} order by created_at, id`;
    expect(mails.map(({ subject }) => subject)).toEqual(['The passkey “Phone” was added', 'A passkey was removed']);
  });

  it('rejects a pending sign-in after a new password', async () => {
    const { me, codes, client } = await withApp();
    const begun = await begin(me.email);
    await client.post('/auth/reset', { currentPassword: password, password: 'another long password' });
    expect((await finish(begun, { recoveryCode: codes[0] })).body.message).toBe(OVER);
  });

  it('ends a sign-in with the right second factor if the change comes first', async () => {
    const { me, codes } = await withApp();
    const client = await begin(me.email);
    const { db } = server.app;
    const held = await transaction(db, async (tx) => {
      await tx`select 1 from users where id = ${me.id} for update`;
      const finishing = finish(client, { recoveryCode: codes[0] });
      await untilWaiting(db, 1);
      await changePassword(server.app, tx, me.id, 'argon2id$another');
      return { finishing };
    });
    expect(await held.finishing).toMatchObject({ status: 401, body: { message: OVER } });
    expect(await db`select 1 from sessions where user_id = ${me.id}`).toEqual([]);
  });

  it('is rejected if its session ends during the call, for example by a new password', async () => {
    const { db } = server.app;
    for (const which of ['confirmTotp', 'addPasskey'] as const) {
      const account = await server.signUp();
      const { id } = account.me;
      const finished = await endingSessionMeanwhile(db, id, (await beginBoth(account))[which]);
      expect([finished.status, finished.body.message]).toEqual([401, 'Please sign in.']);
      expect(await db`select 1 from sessions where user_id = ${id}`).toEqual([]);
      expect(await db`select 1 from passkeys where user_id = ${id}`).toEqual([]);
      expect(await db`select 1 from totp_secrets where user_id = ${id} and confirmed_at is not null`).toEqual([]);
    }
    const { client, me, codes } = await withApp();
    const renewed = await endingSessionMeanwhile(db, me.id, () =>
      client.post('/api/second-factor/recovery-codes', { password }),
    );
    expect(renewed.status).toBe(401);
    expect((await finish(await begin(me.email), { recoveryCode: codes[0] })).status).toBe(200);
  });

  it('rejects a pending sign-in after the account was deleted', async () => {
    const { me, codes } = await withApp();
    const begun = await begin(me.email);
    await server.app.db`update users set deleted_at = now() where id = ${me.id}`;
    expect((await finish(begun, { recoveryCode: codes[0] })).body.message).toBe(OVER);
  });
});

describe('a lost second factor', () => {
  const removeLost = (by: Account, { me }: Account) =>
    by.client.post(`/api/users/${me.id}/second-factor/remove`, { password });
  let admin: Account;
  beforeAll(async () => {
    admin = await server.signUp({ role: 'admin' });
  });

  it('can be removed by an administrator, with all codes and sessions, and its owner is mailed', async () => {
    const { db } = server.app;
    const account = await withApp();
    await addKey(account);
    const begun = await begin(account.me.email);
    const listed = async () =>
      (await admin.client.get(`/api/users?q=${account.me.email}`)).body.users[0].hasSecondFactor as boolean;
    expect(await listed()).toBe(true);
    expect(await removeLost(admin, account)).toMatchObject({ status: 200, body: { removed: true } });
    expect(await listed()).toBe(false);
    expect(await isIn(account.client)).toBe(false);
    expect((await finish(begun, { recoveryCode: account.codes[0] })).body.message).toBe(OVER);
    for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'])
      expect(await db`select 1 from ${db(table)} where user_id = ${account.me.id}`).toEqual([]);
    const again = server.visitor();
    expect((await again.post('/auth', { email: account.me.email, password })).status).toBe(200);
    const [mail] = await db<{ subject: string; text: string }[]>`
      select subject, text from outbox where "to" = ${account.me.email} and kind = 'second-factor' order by created_at desc limit 1`;
    expect(mail?.subject).toBe('An administrator removed your second factor');
    expect(mail?.text).toContain(`${ORIGIN}/help/contact`);
    expect(mail?.text).toContain(`${ORIGIN}/forgot`);
    const [act] = (await admin.client.get('/api/admin/audit?act=removed-second-factor')).body.entries;
    expect(act).toMatchObject({ actor: { id: admin.me.id }, subject: { kind: 'user', id: account.me.id } });
  });

  it('isn’t removed if there is none, if the account is deleted, or from the administrator’s own account', async () => {
    const plain = await server.signUp();
    const { client } = plain;
    // A secret that isn't confirmed doesn't count.
    await client.post('/api/second-factor/totp', { password });
    const none = await removeLost(admin, plain);
    expect([none.status, none.body.message]).toEqual([409, 'This account has no second factor.']);
    expect(await isIn(client)).toBe(true);
    await server.app.db`update users set deleted_at = now() where id = ${plain.me.id}`;
    expect((await removeLost(admin, plain)).status).toBe(404);
    const own = await withApp({ role: 'admin' });
    const refused = await removeLost(own, own);
    expect([refused.status, refused.body.message]).toEqual([409, 'This is your own account. Use your account page.']);
    expect((await own.client.get('/api/second-factor')).body).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect((await removeLost(await withApp(), own)).status).toBe(403);
  });

  it('is shown only to administrators', async () => {
    const { me } = await withApp();
    const { client } = await server.signUp();
    const [shown] = (await client.get(`/api/users?q=${encodeURIComponent(me.displayName)}`)).body.users;
    expect(shown.hasSecondFactor).toBe(null);
  });
});

describe('administrators, if the operator requires a second factor', () => {
  it('have only the rights of a user until they set one up', async () => {
    const strict = await startTestServer({ PUBLIC_URL: ORIGIN, ADMIN_SECOND_FACTOR: 'true' });
    const { client, me } = await strict.signUp({ role: 'admin' });
    const refused = await client.get('/api/admin/notices');
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      message: 'Administrators need a second factor here. Set one up on your account page.',
      errors: [
        {
          field: 'secondFactor',
          code: 'no_second_factor',
          message: 'Administrators need a second factor here. Set one up on your account page.',
        },
      ],
    });
    expect((await client.get('/api/second-factor')).body.required).toBe(true);
    const { secret } = (await client.post('/api/second-factor/totp', { password })).body;
    await client.put('/api/second-factor/totp', { code: await codeBefore(secret) });
    expect((await client.get('/api/admin/notices')).status).toBe(200);
    // After another administrator removes the factor as lost, the rights are gone until there is a new one.
    const other = await withApp({ role: 'admin' }, strict);
    expect((await other.client.post(`/api/users/${me.id}/second-factor/remove`, { password })).status).toBe(200);
    expect((await client.get('/api/admin/notices')).status).toBe(401);
    const again = strict.visitor();
    expect((await again.post('/auth', { email: me.email, password })).status).toBe(200);
    expect((await again.get('/api/admin/notices')).body.errors).toMatchObject([{ code: 'no_second_factor' }]);
    const fresh = (await again.post('/api/second-factor/totp', { password })).body;
    await again.put('/api/second-factor/totp', { code: await codeBefore(fresh.secret) });
    expect((await again.get('/api/admin/notices')).status).toBe(200);
    const everybody = await strict.signUp();
    expect((await everybody.client.get('/api/second-factor')).body.required).toBe(false);
    await strict.close();
  });

  it('need none if the operator doesn’t require it', async () => {
    const { client } = await server.signUp({ role: 'admin' });
    expect((await client.get('/api/admin/notices')).status).toBe(200);
    expect((await client.get('/api/second-factor')).body.required).toBe(false);
  });
});
