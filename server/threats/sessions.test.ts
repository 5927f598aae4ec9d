import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../testkit/server.ts';

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

const sessionCookie = (setCookie: unknown) =>
  [setCookie].flat().find((one): one is string => typeof one === 'string' && one.startsWith('session=')) ?? '';

describe('sessions', () => {
  it('travel over https only where the product is reached by https', async () => {
    const answer = await secure.visitor().post('/api/users/', {
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
    expect(sessionCookie(answer.headers['set-cookie'])).not.toBe('');
  });

  it('cannot be planted: a token that came along never becomes anybody’s', async () => {
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

  it('end for the account that signs in on another’s browser', async () => {
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

  it('lose a right in the moment it is taken, not at the next sign-in', async () => {
    const boss = await server.signUp({ role: 'admin' });
    const reviewer = await server.signUp({ isCurator: true });
    expect((await reviewer.client.get('/api/review')).status).toBe(200);
    await boss.client.put(`/api/users/${reviewer.me.id}`, { isCurator: false });
    expect((await reviewer.client.get('/api/review')).status).toBe(403);
    const admin = await server.signUp({ role: 'admin' });
    await boss.client.put(`/api/users/${admin.me.id}`, { role: 'user' });
    expect([401, 403]).toContain((await admin.client.get('/api/outbox')).status);
  });

  it('are not found by wrong, cut, longer or odd tokens', async () => {
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

  it('answers with somebody in them are kept by no cache on the way', async () => {
    const { client } = await server.signUp();
    for (const url of ['/api/users/me', '/api/upload/progress', '/api/users', '/api/home'])
      expect(String((await client.get(url)).headers['cache-control'])).toMatch(/no-store|private/);
  });
});

describe('addresses that lead elsewhere', () => {
  it('are never made from what a request says of its host', async () => {
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

  it('no answer redirects, whatever the request names', async () => {
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
