import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePassword } from '../../community/own-account/change-password.ts';
import { issueToken } from '../auth/mailed-tokens.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Client } from '../../testkit/client.ts';
import {
  type OpenIdProvider,
  type ProviderAccount,
  answerAt,
  startOpenIdProvider,
} from '../../testkit/openid-provider.ts';
import { providersSetting } from '../../testkit/provider-client.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { endingSessionMeanwhile } from '../../testkit/session-ends.ts';
import { deleteAccount } from '../../community/own-account/delete-account.ts';

const HOME = 'http://127.0.0.1:3000';

let corp: OpenIdProvider;
let club: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  corp = await startOpenIdProvider([`${HOME}/auth/corp/callback`]);
  club = await startOpenIdProvider([`${HOME}/auth/club/callback`]);
  server = await startTestServer({
    OPENID_PROVIDERS: providersSetting({ corp, club }),
    FACEBOOK_CLIENT_ID: 'our id at facebook',
    FACEBOOK_CLIENT_SECRET: 'our secret at facebook',
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([corp.close(), club.close()]);
});

let people = 0;
let email = '';
beforeEach(() => {
  people += 1;
  email = `vera${people}@example.org`;
});

/** Adds a user to a provider; returns the provider's id of that user, the subject. */
const at = (provider: OpenIdProvider, account: ProviderAccount = {}): string => {
  const subject = `subject-${provider.accounts.size}`;
  provider.accounts.set(subject, { email, email_verified: true, given_name: 'Vera', family_name: 'Lopez', ...account });
  return subject;
};

const location = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location']);

/** Starts a sign-in; returns the URL at the provider that the browser is sent to. */
const begin = async (client: Client, provider = 'corp') => {
  const answer = await client.get(`/auth/${provider}`);
  expect(answer.status).toBe(302);
  return location(answer);
};

/** Returns from the provider with its answer; returns the path that the browser is sent to. */
const comeBack = async (client: Client, answered: string) => {
  expect(answered.startsWith(`${HOME}/auth/`)).toBe(true);
  // Browsers send this header because the link came from the provider.
  const headers = { 'sec-fetch-site': 'cross-site' };
  const answer = await client.send({ method: 'GET', url: answered.slice(HOME.length), headers });
  expect(answer.status).toBe(303);
  return location(answer);
};

const signIn = async (client: Client, subject: string, provider = 'corp') =>
  comeBack(client, await answerAt(await begin(client, provider), subject));

const beginLink = (client: Client, provider = 'corp', password = 'a long password') =>
  client.post(`/api/identities/${provider}`, { password });
const unlink = (client: Client, provider = 'corp', password = 'a long password') =>
  client.post(`/api/identities/${provider}/unlink`, { password });
const LINKED = '/account/overview?linked=corp#linked-accounts';
const link = async (client: Client, subject: string, provider = 'corp') => {
  const answer = await beginLink(client, provider);
  expect(answer.status).toBe(200);
  return comeBack(client, await answerAt(answer.body.url, subject));
};

const who = async (client: Client): Promise<string | null> => (await client.get('/api/users/me')).body.id ?? null;
/** Confirms the address, without proof that its reader holds the account. */
const prove = (id: string) => server.app.db`update users set email_verified_at = now() where id = ${id}`;
/** Confirms the address, with proof that its reader holds the account. */
const vouch = (id: string) =>
  server.app.db`update users set email_verified_at = now(), vouched_at = now() where id = ${id}`;
/** An account of the product with a password and this test's address. */
const member = async (proven = true) => {
  const { client, me } = await server.signUp();
  await server.app.db`update users set email = ${email} where id = ${me.id}`;
  if (proven) await vouch(me.id);
  return { client, id: me.id };
};

describe('the start at a provider', () => {
  it('API-11 redirects to the provider with a new state, nonce and PKCE challenge each time', async () => {
    const [one, two] = [new URL(await begin(server.visitor())), new URL(await begin(server.visitor()))];
    expect(one.origin).toBe(corp.issuer);
    expect(Object.fromEntries(one.searchParams)).toEqual({
      client_id: corp.clientId,
      response_type: 'code',
      redirect_uri: `${HOME}/auth/corp/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
  });

  it('API-11 redirects to the login screen with the reason if the provider isn’t configured', async () => {
    for (const name of ['google', 'nobody', '..%2f..', '%00']) {
      const answer = await server.visitor().get(`/auth/${name}`);
      expect([answer.status, location(answer)]).toEqual([302, '/login?refusal=not-configured']);
    }
  });

  it('works the same for Facebook, whose discovery document is incomplete', async () => {
    const url = new URL(await begin(server.visitor(), 'facebook'));
    expect(url.origin + url.pathname).toBe('https://www.facebook.com/v24.0/dialog/oauth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'our id at facebook',
      redirect_uri: `${HOME}/auth/facebook/callback`,
      scope: 'openid email public_profile',
      code_challenge_method: 'S256',
    });
  });

  it('rejects links on other sites, and never redirects to an address from the request', async () => {
    const client = server.visitor();
    const headers = { 'sec-fetch-site': 'cross-site' };
    const crossed = await client.send({ method: 'GET', url: '/auth/corp', headers });
    expect([crossed.status, location(crossed), client.cookies.has('sign-in')]).toEqual([302, '/login', false]);
    const forged = await client.send({
      method: 'GET',
      url: '/auth/corp?next=//evil.example&redirect_uri=https://evil.example',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(location(forged)).not.toContain('evil.example');
    expect(new URL(location(forged)).searchParams.get('redirect_uri')).toBe(`${HOME}/auth/corp/callback`);
  });

  it('is limited to sixty an hour per network, then refused with a sentence', async () => {
    const limited = await startTestServer({
      OPENID_PROVIDERS: providersSetting({ corp }),
      RATE_LIMIT_FACTOR: '1',
    });
    const go = async () => location(await limited.visitor().get('/auth/corp'));
    for (let times = 0; times < 60; times += 1) expect(await go()).toContain(corp.issuer);
    expect(await go()).toBe('/login?refusal=too-many');
    await limited.close();
  });
});

describe('a user who returns from a provider', () => {
  it('gets an account with the provider’s names at first, and no password yet', async () => {
    const client = server.visitor();
    expect(await signIn(client, at(corp))).toBe('/login?signedIn=true');
    expect((await client.get('/api/users/me')).body).toMatchObject({
      firstName: 'Vera',
      lastName: 'Lopez',
      email,
      hasAuth: false,
      role: 'user',
      plan: 'mild',
      _type: 'Musician',
    });
    const [row] = await server.app.db`select email_verified_at from users where email = ${email}`;
    expect(row?.['email_verified_at']).toBeInstanceOf(Date);
    expect((await server.visitor().get('/api/settings')).body.signIn).toEqual({
      providers: [
        { name: 'facebook', label: 'Facebook' },
        { name: 'corp', label: 'Corp' },
        { name: 'club', label: 'Club' },
      ],
    });
  });

  it('needs no password for ten minutes, only in that browser, and can set the first one of a new account', async () => {
    const client = server.visitor();
    const subject = at(corp);
    await signIn(client, subject);
    const older = () =>
      server.app.db`update sessions set created_at = now() - interval '11 minutes' where user_id in (
        select user_id from identities where subject = ${subject})`;
    const first = () => client.post('/auth/reset', { password: 'the owner chose this 1' });
    await older();
    expect((await first()).body.errors).toMatchObject([{ field: 'currentPassword', code: 'sign_in_again' }]);
    await signIn(client, subject);
    expect((await first()).status).toBe(200);
    // A session that began with a password doesn't count.
    const end = (by: Client) => by.post('/api/sessions/end');
    expect((await end(client)).body.errors).toMatchObject([{ field: 'password', code: 'required' }]);
    const other = server.visitor();
    await signIn(other, subject);
    expect([(await end(other)).status, (await end(client)).status]).toEqual([200, 401]);
    await older();
    expect((await end(other)).status).toBe(400);
  });

  it('is mailed a link to confirm an address that the provider doesn’t vouch for, if mail is configured', async () => {
    const sending = await startTestServer({
      OPENID_PROVIDERS: providersSetting({ corp }),
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    try {
      const arrive = async (email_verified: boolean) => {
        const client = sending.visitor();
        await signIn(client, at(corp, { email: `${email_verified}-${email}`, email_verified }));
        return client;
      };
      const unproven = await who(await arrive(false));
      await arrive(true);
      const jobs = await sending.app.db`select data from pgboss.job where name = 'mail-verification'`;
      expect(jobs.map((row) => row['data'])).toEqual([{ userId: unproven }]);
    } finally {
      await sending.close();
    }
  });

  it('gets the same account in a new session the next time, even if the provider’s address changed', async () => {
    const [first, again] = [server.visitor(), server.visitor()];
    const subject = at(corp);
    await signIn(first, subject);
    corp.accounts.set(subject, { email: `other-${email}`, email_verified: true });
    expect(await signIn(again, subject)).toBe('/login?signedIn=true');
    expect(await who(again)).toBe(await who(first));
    const before = again.cookies.get('session');
    await signIn(again, subject);
    expect(again.cookies.get('session')).not.toBe(before);
    const sessions = await server.app.db`select 1 from sessions where user_id = ${(await who(again)) ?? ''}`;
    expect(sessions).toHaveLength(2);
  });

  it('gets usable names if the provider’s names are missing or hostile', async () => {
    const client = server.visitor();
    await signIn(client, at(corp, { given_name: '\u202e\u0000 ', family_name: `${'ü'.repeat(200)}\n`, name: '' }));
    expect((await client.get('/api/users/me')).body).toMatchObject({ firstName: 'New', lastName: 'ü'.repeat(80) });
    email = `b-${email}`;
    const other = server.visitor();
    await signIn(other, at(corp, { given_name: '', family_name: '', name: 'Ana Maria Silva' }));
    expect((await other.get('/api/users/me')).body).toMatchObject({ firstName: 'Ana', lastName: 'Maria Silva' });
  });

  it('must create an account first if the provider sends no address, or an invalid one', async () => {
    for (const bad of [undefined, 'no address', `a@b.co\u0000`]) {
      const client = server.visitor();
      expect(await signIn(client, at(corp, { email: bad } as ProviderAccount))).toBe('/login?refusal=no-email');
      expect(await who(client)).toBeNull();
    }
  });

  it('isn’t signed in after declining at the provider, and gets the refusal “cancelled”', async () => {
    const client = server.visitor();
    expect(await signIn(client, '')).toBe('/login?refusal=cancelled');
    expect(await who(client)).toBeNull();
  });

  it.each([
    ['login_required', 'cancelled'],
    ['server_error', 'unavailable'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'failed'],
  ])('with the provider’s error %s gets the refusal “%s”', async (error, refusal) => {
    const client = server.visitor();
    const answered = await answerAt(await begin(client), '');
    expect(await comeBack(client, answered.replace('access_denied', error))).toBe(`/login?refusal=${refusal}`);
  });

  it('gets one account for two simultaneous first returns', async () => {
    const subject = at(corp);
    const clients = [server.visitor(), server.visitor()];
    const answers = await Promise.all(clients.map(async (one) => answerAt(await begin(one), subject)));
    const led = await Promise.all(clients.map((one, n) => comeBack(one, answers[n] ?? '')));
    expect(led).toEqual(['/login?signedIn=true', '/login?signedIn=true']);
    expect(new Set(await Promise.all(clients.map(who))).size).toBe(1);
  });
});

describe('an email address that already has an account', () => {
  it('links the provider’s account if we and the provider confirmed the address, and mails the owner', async () => {
    const { id } = await member();
    const client = server.visitor();
    expect(await signIn(client, at(corp, { email: email.toUpperCase() }))).toBe('/login?signedIn=true');
    expect(await who(client)).toBe(id);
    const mails = await server.app.db`select subject, text from outbox where "to" = ${email}`;
    expect(mails.map((mail) => mail['subject'])).toEqual(['You can now sign in with Corp']);
    expect(mails[0]?.['text']).toContain(`${HOME}/account/overview`);
  });

  it.each([
    ['the provider doesn’t vouch for the address', false, true],
    ['the address isn’t confirmed with us', true, false],
    ['the address was confirmed without a sign-in, maybe not by the account’s owner', true, 'by a visitor'],
    ['neither we nor the provider confirmed the address', false, false],
  ] as const)('links nothing if %s', async (_why, there, here) => {
    const { id, client: owner } = await member(here === true);
    if (here === 'by a visitor') await prove(id);
    const client = server.visitor();
    expect(await signIn(client, at(corp, { email_verified: there }))).toBe('/login?refusal=link-first');
    expect(await who(client)).toBeNull();
    expect((await owner.get('/api/identities')).body.identities).toEqual([]);
    expect(await who(owner)).toBe(id);
  });

  it('gets no new account while an undo may restore the address; only its reader gets this reason', async () => {
    const { client, id } = await member();
    await client.put(`/api/users/${id}`, { email: `next-${email}`, password: 'a long password' });
    expect((await client.get('/api/users/me')).body.email).toBe(`next-${email}`);
    expect(await signIn(server.visitor(), at(corp))).toBe('/login?refusal=kept');
    expect(await signIn(server.visitor(), at(corp, { email_verified: false }))).toBe('/login?refusal=link-first');
  });

  it('is not confirmed by a provider that doesn’t vouch for the address', async () => {
    const client = server.visitor();
    await signIn(client, at(corp, { email_verified: false }));
    const [row] = await server.app.db`select email_verified_at from users where email = ${email}`;
    expect(row?.['email_verified_at']).toBeNull();
    // So the address's real owner, whom another provider vouches for, isn't signed in to that account.
    const owner = server.visitor();
    expect(await signIn(owner, at(club), 'club')).toBe('/login?refusal=link-first');
    expect(await who(owner)).toBeNull();
  });

  it('belongs to its reader after a password reset, which removes links older than its confirmation', async () => {
    const attacker = server.visitor();
    const subject = at(corp, { email_verified: false });
    await signIn(attacker, subject);
    const id = (await who(attacker)) ?? '';
    await transaction(server.app.db, (tx) => changePassword(server.app, tx, id, 'a hash', { byMail: true }));
    expect(await who(attacker)).toBeNull();
    expect(await signIn(attacker, subject)).toBe('/login?refusal=link-first');
    // The address is confirmed now, so a provider that vouches for it signs its owner in.
    const owner = server.visitor();
    await signIn(owner, at(club), 'club');
    expect(await who(owner)).toBe(id);
    // Another new password keeps that link.
    await transaction(server.app.db, (tx) => changePassword(server.app, tx, id, 'another', { byMail: true }));
    expect((await server.app.db`select 1 from identities where user_id = ${id}`).length).toBe(1);
  });

  it('loses links older than its confirmation at a password reset, even if confirmed before the reset', async () => {
    const attacker = server.visitor();
    const subject = at(corp, { email_verified: false });
    await signIn(attacker, subject);
    const id = (await who(attacker)) ?? '';
    await prove(id);
    await transaction(server.app.db, (tx) => changePassword(server.app, tx, id, 'a hash', { byMail: true }));
    expect(await signIn(attacker, subject)).toBe('/login?refusal=link-first');
    expect(await who(attacker)).toBeNull();
  });

  describe('that changes after it was confirmed', () => {
    /** An account that was linked while its address was confirmed, and then changed the address. */
    const changed = async () => {
      const { client, id } = await member();
      const subject = at(corp);
      await link(client, subject);
      await server.app.db`update users set email = ${`new-${email}`} where id = ${id}`;
      const token = await transaction(server.app.db, (tx) => issueToken(tx, id, 'verify', 1));
      return { client, id, subject, token };
    };
    const confirm = async (client: Client, token: string) =>
      expect((await client.post(`/auth/verify/${token}`)).status).toBe(200);
    const reset = (id: string) =>
      transaction(server.app.db, (tx) => changePassword(server.app, tx, id, 'a hash', { byMail: true }));
    const opens = async (subject: string, id: string) => {
      const client = server.visitor();
      await signIn(client, subject);
      return (await who(client)) === id;
    };

    it('keeps its owner’s links once they confirm the new address while signed in', async () => {
      const { client, id, subject, token } = await changed();
      await confirm(client, token);
      await reset(id);
      expect(await opens(subject, id)).toBe(true);
      // The owner must confirm the next address again.
      await server.app.db`update users set email = ${`third-${email}`} where id = ${id}`;
      await prove(id);
      await reset(id);
      expect(await opens(subject, id)).toBe(false);
    });

    it.each([
      ['not confirmed', null],
      ['confirmed by a visitor', () => server.visitor()],
      ['confirmed by another account', async () => (await server.signUp()).client],
    ])('loses its links at a password reset if the new address was %s', async (_, reader) => {
      const { id, subject, token } = await changed();
      if (reader !== null) await confirm(await reader(), token);
      await reset(id);
      expect(await opens(subject, id)).toBe(false);
    });
  });

  it('can be used again once its account is deleted, and so can the linked accounts', async () => {
    const client = server.visitor();
    const subject = at(corp);
    await signIn(client, subject);
    const before = await who(client);
    await transaction(server.app.db, (tx) => deleteAccount(server.app, tx, before ?? ''));
    expect(await who(client)).toBeNull();
    const again = server.visitor();
    expect(await signIn(again, subject)).toBe('/login?signedIn=true');
    expect(await who(again)).not.toBe(before);
  });
});

describe('the answer of a provider', () => {
  /** The request with one parameter changed by a man in the middle. */
  const changed = (url: string, name: string) => {
    const question = new URL(url);
    question.searchParams.set(name, 'x'.repeat(43));
    return question.href;
  };
  it.each([
    ['state', 'failed'],
    ['nonce', 'failed'],
    ['code_challenge', 'failed'],
  ])('is rejected if the %s of our request was changed on the way', async (name, why) => {
    const client = server.visitor();
    const answered = await answerAt(changed(await begin(client), name), at(corp));
    expect(await comeBack(client, answered)).toBe(`/login?refusal=${why}`);
    expect(await who(client)).toBeNull();
  });

  it('is accepted only once, from the browser that started the request, at the path of the same provider', async () => {
    const [client, other] = [server.visitor(), server.visitor()];
    const answered = await answerAt(await begin(client), at(corp));
    const over = '/login?refusal=expired';
    // A user is sent to the answer of someone else's request (a forged sign-in).
    expect(await comeBack(other, answered)).toBe(over);
    await begin(other);
    expect(await comeBack(other, answered)).toBe('/login?refusal=failed');
    expect(await who(other)).toBeNull();
    const cookie = client.cookies.get('sign-in') ?? '';
    expect(await comeBack(client, answered)).toBe('/login?signedIn=true');
    client.cookies.set('sign-in', cookie);
    expect(await comeBack(client, answered)).toBe(over);
    const mixed = server.visitor();
    const elsewhere = (await answerAt(await begin(mixed), at(corp))).replace('/auth/corp/', '/auth/club/');
    expect(await comeBack(mixed, elsewhere)).toBe(over);
    expect(await who(mixed)).toBeNull();
  });

  it('is rejected after fifteen minutes', async () => {
    const client = server.visitor();
    const answered = await answerAt(await begin(client), at(corp));
    await server.app.db`update sign_in_flows set expires_at = now() - interval '1 second'`;
    expect(await comeBack(client, answered)).toBe('/login?refusal=expired');
  });

  it('is rejected with another user’s code', async () => {
    const [client, attacker] = [server.visitor(), server.visitor()];
    const stolen = new URL(await answerAt(await begin(client), at(corp)));
    const question = new URL(await begin(attacker));
    stolen.searchParams.set('state', question.searchParams.get('state') ?? '');
    expect(await comeBack(attacker, stolen.href)).toBe('/login?refusal=failed');
    expect(await who(attacker)).toBeNull();
  });

  it('is replaced by an error message while the provider is down, at the start and at the end', async () => {
    const away = await startOpenIdProvider([`${HOME}/auth/away/callback`]);
    const alone = await startTestServer({ OPENID_PROVIDERS: providersSetting({ away }) });
    const client = alone.visitor();
    const account = await alone.signUp();
    const answered = await answerAt(location(await client.get('/auth/away')), at(away));
    await away.close();
    expect(location(await client.get(answered.slice(HOME.length)))).toBe('/login?refusal=unavailable');
    const later = await startTestServer({ OPENID_PROVIDERS: providersSetting({ away }) });
    expect(location(await later.visitor().get('/auth/away'))).toBe('/login?refusal=unavailable');
    const { client: owner } = await later.signUp();
    const refused = await beginLink(owner, 'away');
    expect([refused.status, refused.body.message]).toEqual([
      502,
      'Away does not answer just now. Try again in a moment.',
    ]);
    expect(await account.client.get('/api/users/me')).toMatchObject({ status: 200 });
    await alone.close();
    await later.close();
  });

  it('is bound to the browser by a cookie that scripts can’t read and other sites can’t send', async () => {
    const answer = await server.visitor().get('/auth/corp');
    const cookies = [answer.headers['set-cookie']].flat().filter((one) => String(one).startsWith('sign-in='));
    expect(cookies).toEqual([
      expect.stringMatching(/^sign-in=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });
});

describe('linking from the account page', () => {
  it('works with any addresses, for later sign-ins, until it is unlinked', async () => {
    const { client, id } = await member(false);
    const subject = at(corp, { email: 'another@example.com', email_verified: false });
    expect(await link(client, subject)).toBe(LINKED);
    expect((await client.get('/api/identities')).body).toEqual({
      identities: [
        {
          provider: 'corp',
          label: 'Corp',
          email: 'another@example.com',
          linkedOn: expect.stringMatching(/^20/),
          lastUsedOn: null,
        },
      ],
      available: [
        { name: 'facebook', label: 'Facebook' },
        { name: 'club', label: 'Club' },
      ],
    });
    const elsewhere = server.visitor();
    await signIn(elsewhere, subject);
    expect(await who(elsewhere)).toBe(id);
    expect((await client.get('/api/identities')).body.identities[0].lastUsedOn).toMatch(/^20/);
    // Linking twice changes nothing.
    expect(await link(client, subject)).toBe(LINKED);
    const unlinked = await unlink(client);
    expect([unlinked.status, unlinked.body.identities, unlinked.body.available.length]).toEqual([200, [], 3]);
    expect((await unlink(client)).status).toBe(200);
    const stranger = server.visitor();
    await signIn(stranger, subject);
    expect(await who(stranger)).not.toBe(id);
    const mails = await server.app.db`select subject from outbox where "to" = ${email} order by created_at, id`;
    expect(mails.map((mail) => mail['subject'])).toEqual([
      'You can now sign in with Corp',
      'Corp was unlinked from your account',
    ]);
  });

  it('rejects an account that is linked to another user, and a second one of the same provider', async () => {
    const subject = at(corp);
    await signIn(server.visitor(), subject);
    email = `b-${email}`;
    const { client } = await member();
    expect(await link(client, subject)).toBe('/account/overview?refusal=taken#linked-accounts');
    expect(await link(client, at(corp))).toBe(LINKED);
    expect(await link(client, at(corp))).toBe('/account/overview?refusal=one-each#linked-accounts');
    expect((await client.get('/api/identities')).body.identities).toHaveLength(1);
  });

  it('fails if its session has ended, both for a visitor and for another user', async () => {
    const { client } = await member();
    const begun = await beginLink(client);
    const answered = await answerAt(begun.body.url, at(corp));
    await client.get('/auth/logout');
    expect(await comeBack(client, answered)).toBe('/login?refusal=signed-out');
    email = `b-${email}`;
    const one = await member();
    const other = await server.signUp();
    const question = await beginLink(one.client);
    one.client.cookies.set('session', other.client.cookies.get('session') ?? '');
    expect(await comeBack(one.client, await answerAt(question.body.url, at(corp)))).toBe(
      '/account/overview?refusal=signed-out#linked-accounts',
    );
    expect((await other.client.get('/api/identities')).body.identities).toEqual([]);
  });

  it('requires the password, so that someone with an open session can’t link their own account', async () => {
    const { client, id } = await member();
    const missing = await client.post('/api/identities/corp');
    expect([missing.status, missing.body.errors]).toMatchObject([400, [{ field: 'password' }]]);
    expect(await beginLink(client, 'corp', 'not the password')).toMatchObject({
      status: 400,
      body: {
        message: 'The password is wrong.',
        errors: [{ field: 'password', code: 'wrong_credentials', message: 'The password is wrong.' }],
      },
    });
    expect(await server.app.db`select 1 from sign_in_flows where link_to = ${id}`).toEqual([]);
    expect((await beginLink(client)).status).toBe(200);
    expect(await server.app.db`select 1 from sign_in_flows where link_to = ${id}`).toHaveLength(1);
  });

  it('can only be undone with the password, so that someone with an open session can’t lock out the owner', async () => {
    const { client, id } = await member();
    await link(client, at(corp));
    const missing = await client.post('/api/identities/corp/unlink');
    expect([missing.status, missing.body.errors]).toMatchObject([400, [{ field: 'password' }]]);
    expect(await unlink(client, 'corp', 'not the password')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', code: 'wrong_credentials', message: 'The password is wrong.' }] },
    });
    expect(await server.app.db`select 1 from identities where user_id = ${id}`).toHaveLength(1);
    expect((await unlink(client)).status).toBe(200);
    expect(await server.app.db`select 1 from identities where user_id = ${id}`).toEqual([]);
  });

  it('fails if the session ends while the provider responds', async () => {
    const { client, id } = await member();
    const begun = await beginLink(client);
    const answered = await answerAt(begun.body.url, at(corp));
    expect(await endingSessionMeanwhile(server.app.db, id, () => comeBack(client, answered))).toBe(
      '/account/overview?refusal=signed-out#linked-accounts',
    );
    expect(await server.app.db`select 1 from identities where user_id = ${id}`).toEqual([]);
  });

  it('requires an address that its holder confirmed, if mail is configured, and mails no stranger about unlinking', async () => {
    const mailing = await startTestServer({
      OPENID_PROVIDERS: providersSetting({ corp }),
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    try {
      const { client, me } = await mailing.signUp();
      const { db } = mailing.app;
      const refused = { status: 403, body: { errors: [{ code: 'not_vouched' }] } };
      expect(await beginLink(client)).toMatchObject(refused);
      // The address's owner confirms it in another browser, which doesn't prove that they hold the account.
      const token = await transaction(db, (tx) => issueToken(tx, me.id, 'verify', 1));
      expect((await mailing.visitor().post(`/auth/verify/${token}`)).status).toBe(200);
      expect((await client.get('/api/users/me')).body).toMatchObject({ isVerified: true, isVouched: false });
      expect(await beginLink(client)).toMatchObject(refused);
      await db`update users set email_verified_at = null where id = ${me.id}`;
      await db`insert into identities (issuer, subject, user_id) values (${corp.issuer}, 'from before', ${me.id})`;
      expect((await unlink(client)).status).toBe(200);
      expect(await db`select 1 from outbox where kind = 'identity'`).toEqual([]);
      await db`update users set email_verified_at = now(), vouched_at = now() where id = ${me.id}`;
      expect((await beginLink(client)).status).toBe(200);
    } finally {
      await mailing.close();
    }
  });

  it('rejects providers that aren’t configured', async () => {
    const { client } = await member();
    for (const answer of [await beginLink(client, 'google'), await unlink(client, 'google')])
      expect([answer.status, answer.body.message]).toEqual([404, 'This way of signing in was not found.']);
  });
});
