import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { ensureFirstAdmin } from './first-admin.ts';

const PRIVATE = [
  'email',
  'originalEmail',
  'hasAuth',
  'role',
  'isCurator',
  'plan',
  'limits',
  'used',
  'firstName',
  'password',
];

describe('accounts, seen by others', () => {
  let server: TestServer;
  let musician: Account;

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp({ firstName: 'Juno' });
    await server.app.db`update users set username = 'Juno1' where id = ${musician.me.id}`;
  });
  afterAll(() => server.close());

  it('API-47 API-62 RT-51 are found by id and by username, whatever its case', async () => {
    for (const path of ['users', 'musicians'])
      for (const name of [musician.me.id, 'Juno1', 'juno1'])
        expect((await server.visitor().get(`/api/${path}/${name}`)).body).toMatchObject({
          id: musician.me.id,
          username: 'Juno1',
          displayName: 'Juno Tester',
        });
    for (const name of ['nobody', newId()])
      expect((await server.visitor().get(`/api/musicians/${name}`)).status).toBe(404);
  });

  it('PR-32 show nothing private, neither to visitors nor to other members', async () => {
    const other = await server.signUp();
    for (const client of [server.visitor(), other.client]) {
      const { body } = await client.get(`/api/users/${musician.me.id}`);
      for (const field of PRIVATE) expect(body).not.toHaveProperty(field);
      expect(JSON.stringify(body)).not.toContain(musician.me.email);
    }
  });

  it('API-66 are listed by the beginning of a name; what is private only for administrators', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const seen = async (account: Account) => (await account.client.get('/api/users?q=juno&page=1&size=10')).body;
    const forAdmin = await seen(admin);
    expect(forAdmin).toMatchObject({
      total: 1,
      paging: { page: 1, size: 10 },
      users: [{ id: musician.me.id, email: musician.me.email, role: 'user' }],
    });
    expect((await seen(musician)).users[0]).toMatchObject({ id: musician.me.id, email: null, role: null, plan: null });
    expect((await musician.client.get(`/api/users?q=${encodeURIComponent(musician.me.email)}`)).body.total).toBe(0);
    expect((await admin.client.get(`/api/users?q=${encodeURIComponent('%')}`)).body.total).toBe(0);
  });

  it('AU-11 MC-04 EN-01 say of themselves what they may', async () => {
    expect(musician.me).toMatchObject({
      hasAuth: true,
      isMasterChef: false,
      uploadCount: 0,
      uploadedSongs: 0,
      uploadedVideos: 0,
      isSubscribed: false,
      plan: 'mild',
      limits: { total: 1, unit: 'trial', maxFileSizeMB: 50 },
      used: 0,
    });
    await insertMedia(server.app.db, { musicianId: musician.me.id });
    await insertMedia(server.app.db, { musicianId: musician.me.id, type: 'video' });
    expect((await musician.client.get('/api/users/me')).body).toMatchObject({
      uploadedSongs: 1,
      uploadedVideos: 1,
      uploadCount: 2,
    });
  });

  it('PM-11 keep their plan and their counters from themselves', async () => {
    const answer = await musician.client.put(`/api/users/${musician.me.id}`, { plan: 'ghost-pepper', playCount: 5 });
    expect(answer.status).toBe(403);
    expect((await musician.client.get('/api/users/me')).body).toMatchObject({ plan: 'mild', playCount: 0 });
  });

  it('a plan that does not exist is refused by name', async () => {
    const admin = await server.signUp({ role: 'admin' });
    expect(await admin.client.put(`/api/users/${musician.me.id}`, { plan: 'gold' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'plan' }] },
    });
  });
});

describe('the first administrator', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'a first password' });
  });
  afterAll(() => server.close());

  it('is made once, also when two processes start at the same moment', async () => {
    const { db, env } = server.app;
    const made = await Promise.all([ensureFirstAdmin(db, env), ensureFirstAdmin(db, env), ensureFirstAdmin(db, env)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await ensureFirstAdmin(db, env)).toBeNull();
    const answer = await server.visitor().post('/auth', { email: 'boss@example.org', password: 'a first password' });
    expect(answer.body.role).toBe('admin');
  });

  it('ADM-04 cannot be taken from itself while it is the last', async () => {
    const boss = server.visitor();
    const { body } = await boss.post('/auth', { email: 'boss@example.org', password: 'a first password' });
    expect((await boss.put(`/api/users/${body.id}`, { role: 'user' })).status).toBe(409);
    const second = await server.signUp({ role: 'admin' });
    expect((await second.client.put(`/api/users/${body.id}`, { role: 'user' })).body.role).toBe('user');
    expect((await second.client.put(`/api/users/${second.me.id}`, { role: 'user' })).status).toBe(409);
  });

  it('two administrators who take the role from each other at once leave one', async () => {
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
