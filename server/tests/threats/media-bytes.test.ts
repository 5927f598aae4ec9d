import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { putBytes } from '../../testkit/stored.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

/** Two web processes on one database, because a change made through one of them must reach the other. */
let one: TestServer;
let two: TestServer;
let owner: Account;
beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ DATABASE_URL: one.app.env.DATABASE_URL, DATA_DIR: one.app.env.DATA_DIR });
  owner = await one.signUp();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Stores all files of a video: its playlists, segments, poster and artwork. Returns their public addresses. */
async function video(): Promise<{ id: string; addresses: string[]; original: string }> {
  const id = await insertMedia(one.app.db, { musicianId: owner.me.id, type: 'video', allowCuration: true });
  const prefix = `media/${id}/${newId()}/${newId()}`;
  const names = ['master.m3u8', '360.m3u8', '360.mp4', 'sound.mp4', 'init.m4s', 'poster.jpg'];
  const keys = [
    ...names.map((name) => `${prefix}/${name}`),
    ...['700.jpg', '200.webp'].map((name) => `artwork/${id}/1/${name}`),
  ];
  const original = `originals/${id}/${newId()}`;
  for (const key of [...keys, original]) await putBytes(one.app, key, '0123456789');
  return { id, addresses: keys.map((key) => one.app.signer.address(key)), original };
}

/**
 * Waits until a change has reached both processes. Each has a connection for notifications, on which a second
 * notification follows the first.
 */
const heard = () =>
  Promise.all(
    [one, two].map(
      (server) =>
        new Promise<void>((resolve, reject) => {
          void server.app.db.listen('heard', () => resolve()).then(() => server.app.db.notify('heard', ''), reject);
        }),
    ),
  );

async function statuses(addresses: readonly string[], asOwner = false): Promise<number[]> {
  const seen = new Set<number>();
  for (const server of [one, two])
    for (const url of addresses) {
      const client = server.visitor();
      if (asOwner) for (const [name, value] of owner.client.cookies) client.cookies.set(name, value);
      for (const headers of [{}, { range: 'bytes=0-3' }, { 'if-none-match': '*' }]) {
        seen.add((await client.send({ method: 'GET', url, headers })).status);
        seen.add((await client.send({ method: 'HEAD', url, headers })).status);
      }
    }
  return [...seen].sort();
}

describe('the files of a song or video', () => {
  it('PL-21 ME-28 are served only to their owner once it is unpublished, in every process', async () => {
    const { id, addresses } = await video();
    expect(await statuses(addresses)).toEqual([200, 206]);
    expect((await owner.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    await heard();
    expect(await statuses(addresses)).toEqual([404]);
    expect(await statuses(addresses, true)).toEqual([200, 206]);
    expect((await owner.client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
    await heard();
    expect(await statuses(addresses)).toEqual([200, 206]);
  });

  it('PL-21 API-43 are served to no user after deletion, not even their owner', async () => {
    const { id, addresses } = await video();
    expect(await statuses(addresses)).toEqual([200, 206]);
    expect((await owner.client.delete(`/api/media/${id}`)).status).toBe(200);
    await heard();
    expect(await statuses(addresses)).toEqual([404]);
    expect(await statuses(addresses, true)).toEqual([404]);
  });

  it('are hidden from reviewers, too, if the owner unpublishes a rejected song or video', async () => {
    const { id, addresses } = await video();
    const reviewer = await one.signUp({ isCurator: true });
    expect((await reviewer.client.post(`/api/media/reject/${id}`, { reason: 'Too quiet.' })).status).toBe(200);
    expect((await owner.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    await heard();
    expect(await statuses(addresses)).toEqual([404]);
    expect((await reviewer.client.get(addresses[0] ?? '')).status).toBe(404);
  });

  it('never include the original, even at an address with a valid signature', async () => {
    const { original, addresses } = await video();
    const signed = one.app.signer.address(original);
    const borrowed = `/files/${addresses[0]?.split('/')[2]}/${original}`;
    for (const url of [signed, `${signed}.mp4`, borrowed, signed.replace('originals', 'media/../originals')])
      expect((await owner.client.get(url)).status).toBeGreaterThanOrEqual(400);
  });

  it('have no address in answers about a hidden one', async () => {
    const { id } = await video();
    await owner.client.put(`/api/media/${id}`, { published: false });
    const answers = [
      await one.visitor().get(`/api/media/${id}`),
      await one.visitor().get('/api/home'),
      await one.visitor().get('/api/browse/media?size=100'),
    ];
    for (const answer of answers) expect(answer.text).not.toContain(`/${id}/`);
  });

  it('can’t be run as a script by a browser', async () => {
    const { addresses } = await video();
    for (const url of addresses) {
      const { headers } = await one.visitor().get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      });
      expect(String(headers['content-type'])).toMatch(/^(audio|video|image)\/|^application\/vnd\.apple\.mpegurl$/);
    }
  });
});
