import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { putBytes } from '../../testkit/stored.ts';
import { mediaPages } from './media.pages.ts';

const ORIGIN = 'https://scoville.example';

let server: TestServer;
let owner: Account;
let other: Account;
let admin: Account;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN });
  owner = await server.signUp({ firstName: 'Juno' });
  other = await server.signUp();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());

let id: string;
beforeEach(async () => {
  id = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'Salt & Ash', published: false });
  const key = `media/${id}/${newId()}/audio.m4a`;
  await putBytes(server.app, key, '0123456789');
  await changeSource(server.app.db, id, {
    playback: server.app.db.json([
      { key, type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 1, width: null, height: null },
    ]),
  });
});

const make = async (media = id) => {
  const { status, body } = await owner.client.post(`/api/media/${media}/private-link`);
  expect(status).toBe(200);
  return body.link.url as string;
};
const tokenIn = (url: string): string => new URL(url).searchParams.get('link') ?? '';
const byLink = (url: string, by: Client = server.visitor(), media = id) =>
  by.get(`/api/media/${media}/private-link/${tokenIn(url)}`);

/** The page at one of the server's addresses, as a visitor gets it. */
async function pageAt(url: string) {
  const { pathname, searchParams } = new URL(url);
  for (const kind of mediaPages(server.app)) {
    const page = await kind(pathname, searchParams, null, { seed: 1 });
    if (page !== null) return page;
  }
  throw new Error('There is no such page.');
}

/**
 * The status codes that a visitor gets through the link: for the call, the page, and file addresses received before.
 */
async function opens(url: string, addresses: readonly string[]): Promise<number[]> {
  const visitor = server.visitor();
  const answers = [await byLink(url, visitor)];
  for (const address of addresses) answers.push(await visitor.get(address));
  const [call = 0, ...files] = answers.map(({ status }) => status);
  return [call, (await pageAt(url)).status ?? 200, ...files];
}

/** Makes a link; returns it with the file addresses received through it. */
async function linked(): Promise<{ url: string; files: string[] }> {
  const url = await make();
  const { body } = await byLink(url);
  return { url, files: body.sources.map((source: { url: string }) => source.url) };
}

/** Waits until every process has applied the change. */
const refused = async (url: string, files: readonly string[]) => {
  await expect.poll(() => opens(url, files)).toEqual([404, 404, ...files.map(() => 404)]);
};

describe('a private link', () => {
  it('opens an item that is not public to any visitor with the link, and opens no other item', async () => {
    const { url, files } = await linked();
    expect(url).toMatch(new RegExp(`^${ORIGIN}/[^/]+/${id}\\?link=[\\w-]{22}$`));
    const { status, body } = await byLink(url);
    expect([status, body.title, body.published, body.filename, body.can.edit]).toEqual([
      200,
      'Salt & Ash',
      false,
      null,
      false,
    ]);
    expect(files).toHaveLength(1);
    expect(await opens(url, files)).toEqual([200, 200, 200]);
    // The regular address of the same file stays closed.
    const plain = files[0]!.replace(/\.[0-9a-f-]{36}\//, '/');
    expect((await server.visitor().get(plain)).status).toBe(403);
    const key = files[0]!.split('/').slice(3).join('/');
    expect((await server.visitor().get(server.app.signer.address(key))).status).toBe(404);
    // The link doesn't open another item.
    const second = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    await make(second);
    expect((await byLink(url, server.visitor(), second)).status).toBe(404);
    for (const token of ['x', `${tokenIn(url)}A`, tokenIn(url).toLowerCase(), 'A'.repeat(22)])
      expect((await server.visitor().get(`/api/media/${id}/private-link/${token}`)).status, token).toBe(404);
  });

  it('does not show the item by id, in lists, on the profile, in the sitemap, in search, or elsewhere', async () => {
    const url = await make();
    for (const client of [server.visitor(), other.client]) {
      expect((await client.get(`/api/media/${id}`)).status).toBe(404);
      expect((await client.get(`/api/media?ids=${id}`)).body.media).toEqual([]);
      expect((await client.post(`/api/media/user/${owner.me.id}`, {})).body.media).toEqual([]);
      expect((await client.get('/api/media?filter=Salt')).text).not.toContain(id);
      expect((await client.get(`/api/media/${id}/comments`)).status).toBe(404);
      for (const path of ['/sitemap.xml', `/api/media/user/${owner.me.id}/feed.xml`, '/api/home'])
        expect((await client.get(path)).text, path).not.toContain(id);
      expect((await client.get(`/embed/media/${id}`)).status).toBe(404);
      expect((await client.get(`/api/oembed?${new URLSearchParams({ url })}`)).status).toBe(404);
    }
  });

  it('has a page that robots ignore, that leaks no referrer, and that has no structured data', async () => {
    const url = await make();
    const page = await pageAt(url);
    expect(page).toMatchObject({
      title: expect.stringContaining('Salt & Ash by'),
      canonical: null,
      isCacheable: false,
    });
    for (const part of ['jsonLd', 'player', 'image', 'feeds', 'preloadImage'])
      expect(Object.keys(page), part).not.toContain(part);
    // Neither the page nor its 404 is cached, because the link may be made or revoked a moment later.
    expect(await pageAt(url.replace(/link=.*/, 'link=x'))).toMatchObject({
      status: 404,
      canonical: null,
      isCacheable: false,
    });
    const { headers } = await byLink(url);
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'private, no-store']);
  });

  it('includes captions or lyrics, which stay hidden without the link', async () => {
    const lines = [{ start: null, end: null, text: 'Salt and smoke' }];
    expect((await owner.client.put(`/api/media/${id}/timed-text`, { text: 'Salt and smoke' })).status).toBe(200);
    const url = await make();
    const read = (token: string) => server.visitor().get(`/api/media/${id}/private-link/${token}/timed-text`);
    expect(await read(tokenIn(url))).toMatchObject({ status: 200, body: { kind: 'lyrics', lines } });
    expect((await read('A'.repeat(22))).status).toBe(404);
    expect((await server.visitor().get(`/api/media/${id}/timed-text`)).status).toBe(404);
    await owner.client.delete(`/api/media/${id}/private-link`);
    expect((await read(tokenIn(url))).status).toBe(404);
  });

  it('is seen, made and revoked by the owner alone', async () => {
    const path = `/api/media/${id}/private-link`;
    expect((await owner.client.get(path)).body).toEqual({ link: null, refusal: null });
    const url = await make();
    expect((await owner.client.get(path)).body).toEqual({ link: { url, madeOn: expect.any(String) }, refusal: null });
    for (const [client, status] of [
      [other.client, 404],
      [admin.client, 403],
      [server.visitor(), 401],
    ] as const)
      expect([
        (await client.get(path)).status,
        (await client.post(path)).status,
        (await client.delete(path)).status,
      ]).toEqual([status, status, status]);
    expect((await byLink(url)).status).toBe(200);
  });

  it('stops working at once when it is revoked or replaced', async () => {
    const { url, files } = await linked();
    expect((await owner.client.delete(`/api/media/${id}/private-link`)).body).toEqual({ link: null, refusal: null });
    expect((await byLink(url)).status).toBe(404);
    await refused(url, files);
    const second = await linked();
    expect(second.url).not.toBe(url);
    const third = await make();
    await refused(second.url, second.files);
    expect((await byLink(third)).status).toBe(200);
  });

  it('ends when the item is published, and unpublishing does not restore it', async () => {
    const { url, files } = await linked();
    expect((await owner.client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
    // Now all visitors may see the item, also at this address.
    expect(await opens(url, [])).toEqual([200, 200]);
    const again = await owner.client.post(`/api/media/${id}/private-link`);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('is published')]);
    expect((await owner.client.get(`/api/media/${id}/private-link`)).body.link).toBeNull();
    await owner.client.put(`/api/media/${id}`, { published: false });
    await refused(url, files);
  });

  it.each([
    ['the deletion of its media item', () => owner.client.delete(`/api/media/${id}`)],
    ['a deletion by an administrator', () => admin.client.delete(`/api/media/${id}`)],
  ])('ends with %s', async (_name, end) => {
    const { url, files } = await linked();
    expect((await end()).status).toBe(200);
    await refused(url, files);
  });

  it('does not open an item that was taken down, even by a direct database write', async () => {
    const { url } = await linked();
    await server.app.db`update media set taken_down_at = now() where id = ${id}`;
    expect((await byLink(url)).status).toBe(404);
    const again = await owner.client.post(`/api/media/${id}/private-link`);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('taken down')]);
  });

  it('ends when its owner is suspended', async () => {
    const { url, files } = await linked();
    const suspended = await admin.client.put(`/api/users/${owner.me.id}/suspension`, { reason: 'Copied.', days: 1 });
    expect(suspended.status, suspended.text).toBe(200);
    await refused(url, files);
    await admin.client.delete(`/api/users/${owner.me.id}/suspension`);
    expect((await byLink(url)).status).toBe(404);
    owner = await server.signUp({ firstName: 'Juno' });
  });

  it('is refused for an item that is not processed yet', async () => {
    const waiting = await insertMedia(server.app.db, { musicianId: owner.me.id, status: 'transcoding' });
    const { status, body } = await owner.client.post(`/api/media/${waiting}/private-link`);
    expect([status, body.message]).toEqual([409, expect.stringContaining('as soon as this media is processed')]);
  });

  it('counts no plays, because figures only cover public plays', async () => {
    await make();
    const event = { media: id, statTitle: 'play-media' };
    expect((await server.visitor().post('/api/stats', event)).status).toBe(404);
  });
});

it('a caller who tries many tokens gets 429', async () => {
  const strict = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
  const visitor = strict.visitor();
  const media = newId();
  const seen = new Set<number>();
  for (let n = 0; n < 125; n += 1)
    seen.add((await visitor.get(`/api/media/${media}/private-link/${n}${n % 2 ? '/timed-text' : ''}`)).status);
  await strict.close();
  expect([...seen]).toEqual([404, 429]);
});
