import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the first steps of a musician', () => {
  let server: TestServer;
  beforeAll(async () => {
    // This server has no worker, so no mail is sent.
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => server.close());

  const left = async ({ client }: Account): Promise<string[]> => {
    const { status, body } = await client.get('/api/getting-started');
    expect(status).toBe(200);
    return body.steps.filter(({ done }: { done: boolean }) => !done).map(({ step }: { step: string }) => step);
  };

  it('are marked as done one by one, and hidden when all are done', async () => {
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
    // The finished steps are hidden, too.
    expect((await musician.client.get('/api/getting-started')).body).toEqual({ steps: [] });
    // Undoing a step later doesn't bring the steps back.
    expect((await musician.client.put(`/api/media/${song}`, { published: false })).status).toBe(200);
    expect((await musician.client.put(`/api/users/${id}`, { bio: '' })).status).toBe(200);
    expect((await musician.client.get('/api/getting-started')).body).toEqual({ steps: [] });
  });

  it('can be closed permanently, only by their owner', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    expect((await one.client.delete('/api/getting-started')).body).toEqual({ steps: [] });
    expect(await left(one)).toEqual([]);
    expect(await left(other)).toContain('submit');
  });

  it('are shown only to musicians, and only their own', async () => {
    const listener = await server.signUp();
    await server.app.db`update users set type = 'Listener' where id = ${listener.me.id}`;
    expect((await listener.client.get('/api/getting-started')).body).toEqual({ steps: [] });
    const [one, other] = [await server.signUp(), await server.signUp()];
    await insertMedia(server.app.db, { musicianId: one.me.id });
    expect(await left(one)).not.toContain('upload');
    expect(await left(other)).toContain('upload');
  });

  it('are included in the page of the user’s own profile only', async () => {
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

  it('omit the address if it can’t be confirmed', async () => {
    const without = await startTestServer();
    try {
      expect(await left(await without.signUp())).not.toContain('verify');
    } finally {
      await without.close();
    }
  });
});
