import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { ensureFirstAdmin } from './first-admin.ts';

describe('the first administrator', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'a first password' });
  });
  afterEach(() => server.close());

  it('is created once, even if several processes start at the same time', async () => {
    const { db } = server.app;
    const env = { ...server.app.env, ADMIN_PASSWORD: null };
    const made = await Promise.all([ensureFirstAdmin(db, env), ensureFirstAdmin(db, env), ensureFirstAdmin(db, env)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await ensureFirstAdmin(db, env)).toBeNull();
    const answer = await server.visitor().post('/auth', made.find(Boolean) ?? {});
    expect(answer.body.role).toBe('admin');
  });

  it('has the password from the settings, which is not returned', async () => {
    expect(await ensureFirstAdmin(server.app.db, server.app.env)).toBeNull();
    const answer = await server.visitor().post('/auth', { email: 'admin@example.org', password: 'a first password' });
    expect(answer.body.role).toBe('admin');
  });

  it('ADM-04 can’t give up the role while no other administrator exists', async () => {
    await ensureFirstAdmin(server.app.db, server.app.env);
    const admin = server.visitor();
    const { body } = await admin.post('/auth', { email: 'admin@example.org', password: 'a first password' });
    expect((await admin.put(`/api/users/${body.id}`, { role: 'user' })).status).toBe(409);
    const second = await server.signUp({ role: 'admin' });
    expect((await second.client.put(`/api/users/${body.id}`, { role: 'user' })).body.role).toBe('user');
    expect((await second.client.put(`/api/users/${second.me.id}`, { role: 'user' })).status).toBe(409);
  });

  it('remains one of two who take the role from each other at the same time', async () => {
    const [one, two] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
    await server.app.db`update users set role = 'user' where role = 'admin' and id not in (${one.me.id}, ${two.me.id})`;
    await Promise.all([
      one.client.put(`/api/users/${two.me.id}`, { role: 'user' }),
      two.client.put(`/api/users/${one.me.id}`, { role: 'user' }),
    ]);
    const [row] = await server.app.db`select count(*)::int as n from users where role = 'admin'`;
    expect(row?.['n']).toBe(1);
  });
});

describe('an account that has the address of the first administrator already', () => {
  const EMAIL = 'chef@example.org';
  const PASSWORD = 'a first password';
  /** The password of all accounts that the test server signs up. */
  const OWN_PASSWORD = 'a long password';
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const appoint = () =>
    ensureFirstAdmin(server.app.db, { ...server.app.env, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD });
  const signIn = async (password: string) => (await server.visitor().post('/auth', { email: EMAIL, password })).status;

  it('gets the role and keeps its password if its address is confirmed', async () => {
    const { me, client } = await server.signUp();
    await server.app.db`update users set email = ${EMAIL}, email_verified_at = now() where id = ${me.id}`;
    expect(await appoint()).toBeNull();
    expect((await client.get('/api/users/me')).status).toBe(401);
    expect(await signIn(PASSWORD)).toBe(401);
    const again = await server.visitor().post('/auth', { email: EMAIL, password: OWN_PASSWORD });
    expect(again.body.role).toBe('admin');
  });

  it('keeps no way in of a stranger who signed up with the address', async () => {
    const { me, client } = await server.signUp();
    const { db } = server.app;
    await db`update users set email = ${EMAIL}, email_verified_at = null where id = ${me.id}`;
    await db`insert into identities (user_id, issuer, subject) values (${me.id}, 'https://id.example.org', 'stranger')`;
    await db`insert into recovery_codes (user_id, code_hash) values (${me.id}, ${Buffer.from('code')})`;
    await db`
      insert into email_changes (id, user_id, old_email, new_email, by_administrator, expires_at)
      values (gen_random_uuid(), ${me.id}, ${EMAIL}, 'stranger@example.org', false, now() + interval '1 day')`;
    await appoint();
    expect((await client.get('/api/users/me')).status).toBe(401);
    expect(await signIn(OWN_PASSWORD)).toBe(401);
    expect(await signIn(PASSWORD)).toBe(200);
    for (const table of ['identities', 'recovery_codes', 'email_changes'])
      expect(await db`select 1 from ${db(table)} where user_id = ${me.id}`, table).toEqual([]);
  });
});
