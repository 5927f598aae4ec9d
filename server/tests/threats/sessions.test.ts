import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneSessionsLoop } from '../../accounts/auth/auth.loops.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  secure = await startTestServer({ PUBLIC_URL: 'https://music.example' });
});
afterAll(async () => {
  await secure.close();
  await server.close();
});

describe('sessions', () => {
  it('are only sent over https if PUBLIC_URL is https, with cookie names that no other host can set', async () => {
    const client = secure.visitor();
    const answer = await client.post('/api/users/', {
      firstName: 'Sage',
      lastName: 'Tester',
      email: 'sage@example.org',
      emailConfirmation: 'sage@example.org',
      password: 'a long password',
      passwordConfirmation: 'a long password',
    });
    for (const cookie of [answer.headers['set-cookie']].flat()) {
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).not.toMatch(/Domain=/);
    }
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect([...client.cookies.keys()].sort()).toEqual(['__Host-session', '__Host-visitor']);
    expect((await client.get('/api/users/me')).status).toBe(200);
    // A token under the plain name, which another host of the domain could set, signs in no account.
    const planted = secure.visitor();
    planted.cookies.set('session', client.cookies.get('__Host-session') ?? '');
    expect((await planted.get('/api/users/me')).status).toBe(401);
    // Browsers only delete such a cookie if the deletion has all its attributes.
    const { headers } = await client.get('/auth/logout');
    expect(String(headers['set-cookie'])).toMatch(/__Host-session=; Max-Age=0; Path=\/;.*Secure/);
    expect(client.cookies.has('__Host-session')).toBe(false);
  });

  it('can’t be planted: a token that the browser had before never becomes a session', async () => {
    const { me } = await server.signUp();
    const planted = randomBytes(32).toString('base64url');
    const victim = server.visitor();
    victim.cookies.set('session', planted);
    expect((await victim.get('/api/users/me')).status).toBe(401);
    expect((await victim.post('/auth', { email: me.email, password: 'a long password' })).status).toBe(200);
    expect(victim.cookies.get('session')).not.toBe(planted);
    const attacker = server.visitor();
    attacker.cookies.set('session', planted);
    expect((await attacker.get('/api/users/me')).status).toBe(401);
  });

  it('end if another account signs in with the same browser', async () => {
    const first = await server.signUp();
    const second = await server.signUp();
    const old = first.client.cookies.get('session') ?? '';
    await first.client.post('/auth', { email: second.me.email, password: 'a long password' });
    expect((await first.client.get('/api/users/me')).body.id).toBe(second.me.id);
    const stolen = server.visitor();
    stolen.cookies.set('session', old);
    expect((await stolen.get('/api/users/me')).status).toBe(401);
  });

  it('end by time and with the account', async () => {
    const expired = await server.signUp();
    await server.app.db`update sessions set expires_at = now() - interval '1 second' where user_id = ${expired.me.id}`;
    expect((await expired.client.get('/api/users/me')).status).toBe(401);
    const deleted = await server.signUp();
    await server.app.db`update users set deleted_at = now() where id = ${deleted.me.id}`;
    expect((await deleted.client.get('/api/users/me')).status).toBe(401);
    expect(
      (await server.visitor().post('/auth', { email: deleted.me.email, password: 'a long password' })).status,
    ).toBe(401);
  });

  it('F16 are prolonged by daily use, and end for good after their maximum age', async () => {
    const { client, me } = await server.signUp();
    const { db } = server.app;
    const days = async () => {
      const [row] = await db<{ days: number }[]>`
        select extract(epoch from expires_at - now()) / 86400 as days from sessions where user_id = ${me.id}`;
      return Math.round(Number(row?.days));
    };
    const age = (created: number, seen: number, left: number) =>
      db`update sessions set created_at = now() - make_interval(days => ${created}),
        last_seen_at = now() - make_interval(days => ${seen}), expires_at = now() + make_interval(days => ${left})
        where user_id = ${me.id}`;
    const use = async () => (await client.get('/api/users/me')).status;
    expect(await days()).toBe(30);
    await age(20, 0, 10);
    expect([await use(), await days()]).toEqual([200, 10]);
    await age(20, 2, 10);
    expect([await use(), await days()]).toEqual([200, 30]);
    await age(170, 2, 10);
    expect([await use(), await days()]).toEqual([200, 10]);
    await age(179, 2, 25);
    expect([await use(), await days()]).toEqual([200, 1]);
    await age(181, 0, 25);
    expect(await use()).toBe(401);
  });

  it('F16 leave no data behind when they have ended', async () => {
    const short = await startTestServer({ SESSION_DAYS: '10' });
    try {
      const { db } = short.app;
      const people = [await short.signUp(), await short.signUp(), await short.signUp()];
      const [living, expired, old] = people.map(({ me }) => me.id);
      await db`update sessions set expires_at = now() - interval '1 second' where user_id = ${expired ?? ''}`;
      await db`update sessions set created_at = now() - interval '11 days' where user_id = ${old ?? ''}`;
      await pruneSessionsLoop.run(short.app);
      expect((await db`select user_id from sessions`).map((row) => row['user_id'])).toEqual([living]);
      expect((await people[0]?.client.get('/api/users/me'))?.status).toBe(200);
      const [row] = await db<
        { fits: boolean }[]
      >`select expires_at <= created_at + interval '10 days' as fits from sessions`;
      expect(row?.fits).toBe(true);
    } finally {
      await short.close();
    }
  });

  it('lose a right at once when it is withdrawn, not at the next sign-in', async () => {
    const otherAdmin = await server.signUp({ role: 'admin' });
    const reviewer = await server.signUp({ isCurator: true });
    expect((await reviewer.client.get('/api/review')).status).toBe(200);
    await otherAdmin.client.put(`/api/users/${reviewer.me.id}`, { isCurator: false });
    expect((await reviewer.client.get('/api/review')).status).toBe(403);
    const admin = await server.signUp({ role: 'admin' });
    await otherAdmin.client.put(`/api/users/${admin.me.id}`, { role: 'user' });
    expect((await admin.client.get('/api/outbox')).status).toBe(401);
  });

  it('are not found by wrong, truncated, longer or odd tokens', async () => {
    const { client } = await server.signUp();
    const token = client.cookies.get('session') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const wrong of [
      token.slice(0, -1),
      `${token}=`,
      `${token}a`,
      token.toUpperCase(),
      '',
      'null',
      "' or 1=1 --",
    ]) {
      const other = server.visitor();
      other.cookies.set('session', wrong);
      expect((await other.get('/api/users/me')).status).toBe(401);
    }
  });

  it('protect personal answers from being kept by caches', async () => {
    const { client } = await server.signUp();
    for (const url of ['/api/users/me', '/api/upload/progress', '/api/users', '/api/home'])
      expect(String((await client.get(url)).headers['cache-control'])).toMatch(/no-store|private/);
  });
});

describe('redirects and absolute addresses', () => {
  it('never contain the host that a request names', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
      'x-original-url': '//evil.example',
    };
    const { client } = await secure.signUp();
    const settings = await client.send({ method: 'GET', url: '/api/settings', headers });
    const home = await client.send({ method: 'GET', url: '/api/home', headers });
    const docs = await client.send({ method: 'GET', url: '/api/docs/json', headers });
    for (const answer of [settings, home, docs]) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('evil.example');
    }
  });

  it('no answer redirects, even if the request names another site', async () => {
    const { client } = await server.signUp();
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/https:%2f%2fevil.example',
      '/login?next=//evil.example',
      '/auth/logout?next=https://evil.example',
    ])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await client.send({ method, url: path });
        expect([301, 302, 303, 307, 308]).not.toContain(answer.status);
        expect(answer.headers['location']).toBeUndefined();
      }
  });
});
