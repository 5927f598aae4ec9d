import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { SIGN_IN_AGAIN } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import { routesOf } from '../app.ts';
import { newId } from '../platform/ids.ts';
import { endpointsRunning } from '../testkit/calls-of-endpoints.ts';
import { declaredEndpointNames } from '../testkit/contract.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';

/** Statements that change the ways to sign in, or read the copy of all data. */
const GUARDED = new RegExp(
  [
    String.raw`\b(insert into|update|delete from) (sessions|identities|passkeys|totp_secrets|recovery_codes|email_changes|mailed_tokens)\b`,
    String.raw`\bupdate users( u)? set[^\x60]*\b(email|password_hash|email_verified_at)\b = `,
    String.raw`\binsert into (users|sign_in_flows|pending_sign_ins)\b`,
    String.raw`\bfrom data_exports\b`,
  ].join('|'),
);

/** Endpoints that run such statements without a fresh sign-in, each with the reason. */
const WITHOUT: Record<string, string> = {
  'POST /auth': 'is a sign-in',
  'POST /auth/second-factor': 'is the second step of a sign-in',
  'GET /auth/:provider': 'begins a sign-in',
  'GET /auth/:provider/callback':
    'is a sign-in, or finishes what POST /api/identities/:provider began with the password',
  'POST /api/users/': 'makes an account',
  'GET /auth/logout': 'ends the caller’s own session alone',
  'POST /auth/forgot': 'mails a link to the account’s address, and changes nothing',
  'POST /auth/verify': 'mails a link to the account’s address, and changes nothing',
  'POST /auth/reset/:token': 'needs a token mailed to the account’s address',
  'POST /auth/verify/:token': 'needs a token mailed to the account’s address',
  'POST /api/email-change/confirm/:token': 'needs a token of a change that was asked for with the password',
  'POST /api/email-change/undo/:token': 'needs a token mailed to the account’s address',
  'DELETE /api/email-change': 'leaves the account as it is',
  'PUT /api/second-factor/totp': 'needs a code of the secret that POST /api/second-factor/totp gave for the password',
  'POST /api/second-factor/passkeys': 'needs the challenge that its options gave for the password',
  'GET /api/data-export': 'says how far the copy is',
  'DELETE /api/users/:id': 'lets nobody in; by administrators, in the audit log',
  'PUT /api/users/:id/suspension': 'lets nobody in; by administrators, in the audit log',
  'POST /api/admin/reports/:id/decision': 'lets nobody in; by administrators, in the audit log',
  'POST /api/admin/bulk-runs': 'lets nobody in; by administrators, in the audit log',
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const PASSWORD = 'a long password';

describe('a fresh sign-in', () => {
  let server: TestServer;
  let endpoints: Endpoint[];
  let owner: Account;
  let admin: Account;
  let other: Account;
  beforeAll(async () => {
    server = await startTestServer();
    endpoints = routesOf(server.app).map(({ endpoint }) => endpoint);
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await server.signUp();
    other = await server.signUp();
  });

  const guarded = () =>
    endpoints.filter((endpoint): endpoint is Endpoint & Required<Pick<Endpoint, 'freshSignIn'>> =>
      Boolean(endpoint.freshSignIn),
    );
  const callerOf = ({ access }: Endpoint) => (access === 'admin' ? admin : owner);

  /** Sends a call that would have an effect, without the password. */
  const send = (endpoint: Endpoint, given: object = {}) => {
    const { email, id } = owner.me;
    const bodies: Record<string, object> = {
      'POST /auth/reset': { password: 'the thief chose this 1' },
      'POST /auth/delete': { email },
      'POST /api/second-factor/remove': { factor: 'totp' },
      'PUT /api/users/:id': { email: 'thief@example.org' },
      'PUT /api/users/:id/email': { email: 'thief@example.org', reason: 'They asked.' },
    };
    const isOfOther = endpoint.access === 'admin';
    const url = endpoint.path.replace(':provider', 'corp').replace(':id', isOfOther ? other.me.id : id);
    const payload = { ...bodies[nameOf(endpoint)], ...given };
    return callerOf(endpoint).client.send({ method: endpoint.method, url, payload });
  };
  /** The rows of all tables that a fresh sign-in guards. */
  const kept = async () =>
    Promise.all(
      [
        'users',
        'sessions',
        'identities',
        'passkeys',
        'totp_secrets',
        'recovery_codes',
        'email_changes',
        'data_exports',
      ].map(
        (table) =>
          server.app.db`select to_jsonb(t) - 'last_seen_at' as row from ${server.app.db(table)} t order by 1::text`,
      ),
    );
  /** Sets an account's sessions to old, or to just begun at a provider. */
  const sessionsAre = (userId: string, what: 'old' | 'by provider' | 'by provider, old') =>
    server.app.db`update sessions set by_provider = ${what !== 'old'},
      created_at = now() - make_interval(mins => ${what === 'by provider' ? 9 : 11}) where user_id = ${userId}`;

  it('is required by every endpoint that changes sign-ins or exports all data, unless a reason is listed', async () => {
    const names = await declaredEndpointNames();
    const touching = endpointsRunning(GUARDED).map((constant) => {
      const endpoint = names.get(constant.replace(/Call$/, ''));
      if (endpoint === undefined) throw new Error(`No endpoint of the contract is called ${constant}.`);
      return nameOf(endpoint);
    });
    const declared = guarded().map(nameOf);
    expect(touching.filter((name) => !declared.includes(name) && !(name in WITHOUT))).toEqual([]);
    // A reason is obsolete once its endpoint is guarded or runs none of these statements.
    expect(Object.keys(WITHOUT).filter((name) => declared.includes(name) || !touching.includes(name))).toEqual([]);
    expect(declared.sort()).toEqual([
      'POST /api/data-export',
      'POST /api/data-export/file',
      'POST /api/identities/:provider',
      'POST /api/identities/:provider/unlink',
      'POST /api/second-factor/passkeys/options',
      'POST /api/second-factor/recovery-codes',
      'POST /api/second-factor/remove',
      'POST /api/second-factor/totp',
      'POST /api/sessions/:id/end',
      'POST /api/sessions/end',
      'POST /api/users/:id/second-factor/remove',
      'POST /auth/delete',
      'POST /auth/reset',
      'PUT /api/users/:id',
      'PUT /api/users/:id/email',
    ]);
  });

  it('is in the OpenAPI document, with the field that contains the password', async () => {
    const { paths } = (await server.visitor().get('/api/docs/json')).body;
    for (const endpoint of endpoints) {
      const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()];
      expect(operation['x-fresh-sign-in'], nameOf(endpoint)).toEqual(
        endpoint.freshSignIn && { by: endpoint.freshSignIn.by, toChange: endpoint.freshSignIn.toChange },
      );
      if (endpoint.freshSignIn === undefined) continue;
      expect(operation.description).toContain(`the account’s password in \`${endpoint.freshSignIn.by}\``);
      const { properties } = operation.requestBody.content['application/json'].schema;
      expect(Object.keys(properties), nameOf(endpoint)).toContain(endpoint.freshSignIn.by);
    }
  });

  it('is required by every such endpoint; without it, the password field is reported and nothing changes', async () => {
    for (const { client } of [owner, other]) await client.get('/api/users/me');
    const before = await kept();
    for (const endpoint of guarded()) {
      const { by } = endpoint.freshSignIn;
      const current = by === 'password' ? '' : 'current ';
      const missing = `Enter your ${current}password.`;
      expect(await send(endpoint), nameOf(endpoint)).toMatchObject({
        status: 400,
        body: { message: missing, errors: [{ field: by, code: 'required', message: missing }] },
      });
      const { wrong = `The ${current}password is wrong.` } = endpoint.freshSignIn;
      expect(await send(endpoint, { [by]: 'a wrong password' }), nameOf(endpoint)).toMatchObject({
        status: 400,
        body: { message: wrong, errors: [{ field: by, code: 'wrong_credentials', message: wrong }] },
      });
    }
    expect(await kept()).toEqual(before);
  });

  it('is the account’s password in the call', async () => {
    for (const endpoint of guarded()) {
      owner = await server.signUp();
      const answer = await send(endpoint, { [endpoint.freshSignIn.by]: PASSWORD });
      expect(answer.body?.errors ?? [], nameOf(endpoint)).not.toContainEqual(
        expect.objectContaining({ field: endpoint.freshSignIn.by }),
      );
    }
  });

  it('is a sign-in at a provider within the last ten minutes', async () => {
    for (const endpoint of guarded()) {
      owner = await server.signUp();
      const caller = callerOf(endpoint).me.id;
      const refused = expect.objectContaining({ field: endpoint.freshSignIn.by });
      await sessionsAre(caller, 'by provider, old');
      expect((await send(endpoint)).body.errors, nameOf(endpoint)).toContainEqual(refused);
      await sessionsAre(caller, 'by provider');
      expect((await send(endpoint)).body?.errors ?? [], nameOf(endpoint)).not.toContainEqual(refused);
      await sessionsAre(caller, 'old');
    }
  });

  it('is a new sign-in for an account without a password', async () => {
    await server.app.db`update users set password_hash = null where id = ${owner.me.id}`;
    await sessionsAre(owner.me.id, 'old');
    const open = guarded().filter(({ access }) => access === 'account');
    expect(open.length).toBeGreaterThan(0);
    for (const endpoint of open)
      for (const given of [{}, { [endpoint.freshSignIn.by]: PASSWORD }])
        expect(await send(endpoint, given), nameOf(endpoint)).toMatchObject({
          status: 400,
          body: { errors: [{ field: endpoint.freshSignIn.by, code: SIGN_IN_AGAIN }] },
        });
    await sessionsAre(owner.me.id, 'by provider');
    const first = await owner.client.post('/auth/reset', { password: 'the owner chose this 1' });
    expect(first).toMatchObject({ status: 200, body: { hasAuth: true } });
  });

  it('allows no more password guesses than the sign-in', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { client } = await limited.signUp();
      const end = () => client.post('/api/sessions/end', { password: 'a guess' });
      const states: number[] = [];
      for (let guess = 0; guess < 12; guess += 1) states.push((await end()).status);
      expect(states).toEqual([...Array<number>(10).fill(400), 429, 429]);
    } finally {
      await limited.close();
    }
  });

  it('is not stored for retries: a call with a password ignores its Idempotency-Key', async () => {
    const key = newId();
    const put = (payload: object) =>
      owner.client.send({
        method: 'PUT',
        url: `/api/users/${owner.me.id}`,
        payload,
        headers: { 'idempotency-key': key },
      });
    await put({ bio: 'One.', password: PASSWORD });
    expect(await server.app.db`select 1 from idempotency_keys where key = ${key}`).toHaveLength(0);
    await put({ bio: 'Two.' });
    expect(await server.app.db`select 1 from idempotency_keys where key = ${key}`).toHaveLength(1);
  });
});
