import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the first steps of a musician', () => {
  let server: TestServer;
  beforeAll(async () => {
    // Nothing is sent: this server has no worker.
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => server.close());

  const left = async ({ client }: Account): Promise<string[]> => {
    const { status, body } = await client.get('/api/getting-started');
    expect(status).toBe(200);
    return body.steps.filter(({ done }: { done: boolean }) => !done).map(({ step }: { step: string }) => step);
  };

  it('are gone one by one as they are done, and all together at last', async () => {
    const musician = await server.signUp();
    const { id } = musician.me;
    const { db } = server.app;
    const all = ['verify', 'username', 'picture', 'bio', 'place', 'upload', 'publish', 'submit'];
    expect(await left(musician)).toEqual(all);
    await db`update users set email_verified_at = now() where id = ${id}`;
    const username = `Pia${id.slice(-8)}`;
    const change = { username, bio: 'Plays at dawn.', address: { city: 'Memphis', state: 'TN' } };
    expect((await musician.client.put(`/api/users/${id}`, change)).status).toBe(200);
    expect(await left(musician)).toEqual(['picture', 'upload', 'publish', 'submit']);
    await db`update users set profile_image_version = 1 where id = ${id}`;
    const song = await insertMedia(db, { musicianId: id, published: false });
    expect(await left(musician)).toEqual(['publish', 'submit']);
    expect((await musician.client.put(`/api/media/${song}`, { published: true })).status).toBe(200);
    expect(await left(musician)).toEqual(['submit']);
    expect((await musician.client.put(`/api/media/${song}`, { allowCuration: true })).status).toBe(200);
    // Not even those that are done: there is nothing to show any more.
    expect((await musician.client.get('/api/getting-started')).body).toEqual({ steps: [] });
    // Nor do they come back to somebody who knows their way around.
    expect((await musician.client.put(`/api/media/${song}`, { published: false })).status).toBe(200);
    expect((await musician.client.put(`/api/users/${id}`, { bio: '' })).status).toBe(200);
    expect((await musician.client.get('/api/getting-started')).body).toEqual({ steps: [] });
  });

  it('are closed for good by their owner, and by nobody for others', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    expect((await one.client.delete('/api/getting-started')).body).toEqual({ steps: [] });
    expect(await left(one)).toEqual([]);
    expect(await left(other)).toContain('submit');
  });

  it('are no listener’s, and nobody’s but one’s own', async () => {
    const listener = await server.signUp();
    await server.app.db`update users set type = 'Listener' where id = ${listener.me.id}`;
    expect((await listener.client.get('/api/getting-started')).body).toEqual({ steps: [] });
    const [one, other] = [await server.signUp(), await server.signUp()];
    await insertMedia(server.app.db, { musicianId: one.me.id });
    expect(await left(one)).not.toContain('upload');
    expect(await left(other)).toContain('upload');
  });

  it('come with the page of one’s own profile, and of nobody else’s', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const page = async ({ client }: Account) => {
      const cookies = Object.fromEntries(client.cookies);
      const { body } = await server.http.inject({ url: `/${one.me.id}`, cookies, headers: { accept: 'text/html' } });
      const boot = JSON.parse(/id="boot">([^<]*)<\/script>/.exec(body)?.[1] ?? '{}');
      return boot.queries.find(({ key }: { key: unknown[] }) => key[0] === '/api/getting-started')?.data;
    };
    expect(await page(one)).toEqual((await one.client.get('/api/getting-started')).body);
    expect(await page(other)).toBeUndefined();
  });

  it('leave the address out where none can be confirmed', async () => {
    const without = await startTestServer();
    try {
      expect(await left(await without.signUp())).not.toContain('verify');
    } finally {
      await without.close();
    }
  });
});
