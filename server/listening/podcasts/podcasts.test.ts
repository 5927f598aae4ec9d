import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { image } from '../../../fixtures/files.ts';
import { newId } from '../../platform/ids.ts';
import { changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { artworkAddresses, artworkFaults, podcastFaults } from '../../testkit/podcast-rules.ts';
import { sweepFiles } from '../../catalogue/uploads/sweep.ts';
import { PRODUCT_ARTWORK } from './feed-artwork.ts';
import { drawFeedArtworkLoop } from './podcasts.loops.ts';
import { feedGuid } from './rss.ts';

const ORIGIN = 'https://music.example';
const HOSTILE = `</title>]]><script>alert("1")</script> & 'R\u0007ock' \ud800 &amp; 🎸`;

let server: TestServer;
let star: Account;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN });
  star = await server.signUp({ firstName: 'Stella' });
});
afterAll(() => server.close());

const files = {
  aac: ['song.m4a', 'audio/mp4'],
  opus: ['song.webm', 'audio/webm'],
  'hls-master': ['master.m3u8', 'application/vnd.apple.mpegurl'],
  'hls-audio': ['sound.mp4', 'audio/mp4'],
} as const;

/** Inserts a published media item, with rows for its renditions but without files. */
async function insertHeard(seed: Parameters<typeof insertMedia>[1], roles: (keyof typeof files)[]): Promise<string> {
  const { db } = server.app;
  const id = await insertMedia(db, seed);
  const sourceId = newId();
  await db`update media set description = 'Sung at night.', tags = '{soul,night}' where id = ${id}`;
  for (const role of roles) {
    const [name, mime] = files[role];
    await db`
      insert into renditions (id, source_id, role, storage_key, mime, bitrate, bytes, sha256)
      select ${newId()}, source_id, ${role}, ${`media/${id}/${sourceId}/${name}`}, ${mime}, 128000, 4321, ''
      from media where id = ${id}`;
  }
  return id;
}

const get = (path: string) => server.http.inject({ method: 'GET', url: path });
const feed = (form: 'xml' | 'json', id = star.me.id) => get(`/api/media/user/${id}/feed.${form}`);

describe('a musician’s feeds', () => {
  it('are parsed by a podcast library as intended, even with markup and control characters in titles', async () => {
    await server.app.db`update users set bio = ${HOSTILE} where id = ${star.me.id}`;
    const song = await insertHeard(
      { musicianId: star.me.id, title: 'Kettle', publishedAt: new Date('2026-11-01T10:00:00Z'), length: 61.4 },
      ['opus', 'aac'],
    );
    const video = await insertHeard(
      { musicianId: star.me.id, title: 'x', type: 'video', publishedAt: new Date('2026-11-02T10:00:00Z') },
      ['hls-master', 'hls-audio'],
    );
    await server.app.db`update media set title = ${HOSTILE.toWellFormed()} where id = ${video}`;
    // A hidden item and one without files, which are not in the feed.
    await insertHeard({ musicianId: star.me.id, title: 'Hidden', published: false }, ['aac']);
    await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Without files' });
    await changeSource(server.app.db, video, { poster: 'media/x/y/poster.jpg' });

    const rss = await feed('xml');
    expect(rss.statusCode).toBe(200);
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(rss.body).not.toContain('<script');
    expect(rss.body).not.toContain('\u0007');
    const read = parseRssFeed(rss.body);
    const clean = HOSTILE.toWellFormed().replace('\u0007', '');
    expect(read).toMatchObject({
      title: 'Stella Tester',
      link: `${ORIGIN}/${star.me.id}`,
      language: 'en',
      pubDate: 'Mon, 02 Nov 2026 10:00:00 GMT',
      atom: {
        links: [{ rel: 'self', type: 'application/rss+xml', href: `${ORIGIN}/api/media/user/${star.me.id}/feed.xml` }],
      },
      itunes: { author: 'Stella Tester', explicit: false, type: 'episodic', categories: [{ text: 'Music' }] },
      podcast: { guid: feedGuid(`${ORIGIN}/api/media/user/${star.me.id}/feed.xml`), medium: 'music' },
    });
    // Readers parse descriptions as HTML, so markup in the text must be shown, not run.
    expect(read.description).toBe(
      `&lt;/title&gt;]]&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &apos;Rock&apos; ${'\ud800'.toWellFormed()} &amp;amp; 🎸`,
    );
    const [second, first, ...more] = read.items ?? [];
    expect(more).toEqual([]);
    expect(second?.title).toBe(clean);
    expect(first).toMatchObject({
      title: 'Kettle',
      link: `${ORIGIN}/${star.me.id}/${song}`,
      guid: { value: song, isPermaLink: false },
      pubDate: 'Sun, 01 Nov 2026 10:00:00 GMT',
      description: 'Sung at night.',
      categories: [{ name: 'soul' }, { name: 'night' }],
      enclosures: [{ url: `${ORIGIN}/api/media/${song}/enclosure.m4a`, length: 4321, type: 'audio/x-m4a' }],
      itunes: { duration: 61, explicit: false, author: 'Stella Tester' },
      podcast: {
        alternateEnclosures: [
          {
            type: 'audio/webm',
            length: 4321,
            bitrate: 128_000,
            sources: [{ uri: `${ORIGIN}/api/media/${song}/enclosure.webm` }],
          },
        ],
      },
    });
    expect(second).toMatchObject({
      enclosures: [{ url: `${ORIGIN}/api/media/${video}/enclosure.m4a`, type: 'audio/x-m4a' }],
      podcast: { alternateEnclosures: [{ type: 'application/vnd.apple.mpegurl' }] },
    });

    const json = await feed('json');
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(JSON.parse(json.body)).toHaveProperty('version', 'https://jsonfeed.org/version/1.1');
    const parsed = parseJsonFeed(json.body);
    expect(parsed).toMatchObject({
      title: 'Stella Tester',
      feed_url: `${ORIGIN}/api/media/user/${star.me.id}/feed.json`,
      authors: [{ name: 'Stella Tester', url: `${ORIGIN}/${star.me.id}` }],
    });
    expect(parsed.items?.map(({ id }) => id)).toEqual([video, song]);
    expect(parsed.items?.[1]).toMatchObject({
      tags: ['soul', 'night'],
      date_published: '2026-11-01T10:00:00.000Z',
      attachments: [
        {
          url: `${ORIGIN}/api/media/${song}/enclosure.m4a`,
          mime_type: 'audio/mp4',
          size_in_bytes: 4321,
          duration_in_seconds: 61,
        },
        { mime_type: 'audio/webm' },
      ],
    });
  });

  it('name the reviewers’ genre, then the musician’s genres, then tags, each once', async () => {
    const musician = await server.signUp();
    const [soul] = await server.app.db<{ id: string }[]>`select id from categories where slug = 'soul'`;
    const seed = { musicianId: musician.me.id, title: 'Kettle' };
    const categories = async () => [
      parseRssFeed((await feed('xml', musician.me.id)).body).items?.[0]?.categories?.map(({ name }) => name),
      parseJsonFeed((await feed('json', musician.me.id)).body).items?.[0]?.tags,
    ];
    const id = await insertHeard({ ...seed, scores: [80, 80, 80], genreId: soul?.id ?? '' }, ['aac']);
    const genres = ['City Pop', 'soul', 'Night & Day'];
    expect((await musician.client.put(`/api/media/${id}`, { genres })).status).toBe(200);
    // The tags are `soul` and `night`.
    const all = ['Soul', 'City Pop', 'Night & Day', 'night'];
    expect(await categories()).toEqual([all, all]);
    await server.app.db`update media set genre_id = null, genre_curated_at = null where id = ${id}`;
    const own = ['City Pop', 'Soul', 'Night & Day', 'night'];
    expect(await categories()).toEqual([own, own]);
    expect((await musician.client.put(`/api/media/${id}`, { genres: [], tags: [] })).status).toBe(200);
    expect(await categories()).toEqual([undefined, undefined]);
  });

  it('answer 304 while unchanged, need no session, and set no cookie', async () => {
    for (const form of ['xml', 'json'] as const) {
      const { headers } = await feed(form);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBe('*');
      const again = (etag: string) =>
        server.http.inject({
          method: 'GET',
          url: `/api/media/user/${star.me.id}/feed.${form}`,
          headers: { 'if-none-match': etag },
        });
      expect(await again(String(headers.etag))).toMatchObject({ statusCode: 304, body: '' });
      await insertHeard({ musicianId: star.me.id, title: `News in ${form}` }, ['aac']);
      const fresh = await again(String(headers.etag));
      expect(fresh.statusCode).toBe(200);
      expect(fresh.body).toContain(`News in ${form}`);
    }
    expect((await feed('xml', newId())).statusCode).toBe(404);
    expect((await feed('json', 'nobody')).statusCode).toBe(404);
    const gone = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    await admin.client.delete(`/api/users/${gone.me.id}`);
    expect((await feed('xml', gone.me.id)).statusCode).toBe(404);
  });

  it('have the UUID that the podcast namespace derives from their address', () => {
    // The example of podcastindex.org's documentation.
    expect(feedGuid('https://podnews.net/rss')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
    expect(feedGuid('https://podnews.net/rss/')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
  });
});

describe('the artwork of a feed', () => {
  const noise = async (side: number) =>
    image({ width: side, height: side, format: 'jpeg' }).then((path) => readFile(path));
  const send = ({ client }: Account, imageType: string, targetId: string, bytes: Buffer) =>
    client.upload('/api/upload/image', { name: 'a.jpg', bytes, field: 'image' }, { imageType, targetId });
  /** Fetches all artwork that a feed names, as a directory does: by HEAD first, then by GET, along redirects. */
  async function artworkOf(account: Account): Promise<string[]> {
    const { body } = await feed('xml', account.me.id);
    expect(podcastFaults(body)).toEqual([]);
    const addresses = artworkAddresses(body);
    for (const address of addresses) {
      const { bytes, type } = await fetched(address);
      expect(type).toBe(address.endsWith('.png') ? 'image/png' : 'image/jpeg');
      expect(await artworkFaults(bytes, address)).toEqual([]);
    }
    const { icon, authors, items } = JSON.parse((await feed('json', account.me.id)).body);
    expect([icon, authors[0].avatar]).toEqual([addresses[0], addresses[0]]);
    const images: string[] = items.flatMap(({ image: address }: { image?: string }) => address ?? []);
    expect(images.filter((address) => address.includes('/artwork-'))).toEqual(addresses.slice(1));
    return addresses.map((address) => new URL(address).pathname);
  }
  async function fetched(address: string): Promise<{ bytes: Buffer; type: unknown }> {
    if (address === ORIGIN + PRODUCT_ARTWORK)
      return { bytes: await readFile('web/public' + PRODUCT_ARTWORK), type: 'image/png' };
    const { pathname } = new URL(address);
    const head = await server.http.inject({ method: 'HEAD', url: pathname });
    const got = await get(pathname);
    expect(head.statusCode).toBe(got.statusCode);
    if (got.statusCode === 302) return fetched(String(got.headers.location));
    expect(got.statusCode).toBe(200);
    expect(got.headers['cross-origin-resource-policy']).toBe('cross-origin');
    return { bytes: got.rawPayload, type: got.headers['content-type'] };
  }
  const setAlbum = async ({ client, me }: Account) => {
    const albums = [{ title: 'Salt', releaseDate: '2026-01-01' }];
    const { body } = await client.put(`/api/users/${me.id}`, { albums });
    return body.albums[0].id as string;
  };

  it('is the product’s until one is drawn, and then the drawn one, even beside a small profile picture', async () => {
    const account = await server.signUp();
    await insertHeard({ musicianId: account.me.id, title: 'Kettle' }, ['aac']);
    expect(await artworkOf(account)).toEqual([PRODUCT_ARTWORK]);
    expect((await send(account, 'profile', account.me.id, await noise(1399))).status).toBe(200);
    expect(await artworkOf(account)).toEqual([PRODUCT_ARTWORK]);
    await server.app.db`update users set feed_drawing = 'wanted' where id = ${account.me.id}`;
    await drawFeedArtworkLoop.run(server.app);
    expect(await artworkOf(account)).toEqual([`/images/drawn/${account.me.id}/large.jpg`]);
    // No picture is drawn twice, and the sweep keeps pictures in use.
    const [before] = await server.app.db`select n from public_version`;
    await drawFeedArtworkLoop.run(server.app);
    expect(await server.app.db`select n from public_version`).toEqual([before]);
    await server.app.db`update pending_deletions set due_at = now() - interval '1 minute'`;
    await sweepFiles(server.app);
    expect(await artworkOf(account)).toEqual([`/images/drawn/${account.me.id}/large.jpg`]);
  });

  it('is retried after the others if drawing fails, without affecting them', async () => {
    const { db, storage } = server.app;
    const accounts = [await server.signUp(), await server.signUp(), await server.signUp()];
    const ids = accounts.map(({ me }) => me.id).toSorted();
    const [first = '', bad = '', last = ''] = ids;
    const want = (id: string) => db`update users set feed_drawing = 'wanted' where id = ${id}`;
    const drawings = async () =>
      (await db<{ is: string }[]>`select feed_drawing as is from users where id = any(${ids}::uuid[]) order by id`).map(
        (row) => row.is,
      );
    /** Runs one round and returns which of the three accounts it tried. */
    const draw = async () => {
      put.mockClear();
      await drawFeedArtworkLoop.run(server.app);
      return put.mock.calls.flatMap(([key]) => ids.find((id) => key.includes(id)) ?? []);
    };
    const stored = storage.put.bind(storage);
    const put = vi.spyOn(storage, 'put').mockImplementation(async (key, path) => {
      if (key.includes(bad)) throw new Error('It can’t be stored.');
      await stored(key, path);
    });
    try {
      await Promise.all(ids.map(want));
      expect(await draw()).toEqual(ids);
      expect(await drawings()).toEqual(['made', 'wanted', 'made']);
      await want(first);
      expect(await draw()).toEqual([first]);
      await want(last);
      await db`update users set feed_drawing_failed_at = now() - interval '1 hour' where id = ${bad}`;
      expect(await draw()).toEqual([last, bad]);
    } finally {
      put.mockRestore();
    }
    await db`update users set feed_drawing_failed_at = now() - interval '1 hour' where id = ${bad}`;
    await drawFeedArtworkLoop.run(server.app);
    expect(await drawings()).toEqual(['made', 'made', 'made']);
  });

  it('is not drawn for an account without media or with a large picture, and is deleted with its account', async () => {
    const [listener, musician, gone] = [await server.signUp(), await server.signUp(), await server.signUp()];
    await send(musician, 'profile', musician.me.id, await noise(1400));
    await server.app.db`
      update users set feed_drawing = 'wanted' where id = any(${[musician.me.id, gone.me.id]}::uuid[])`;
    await drawFeedArtworkLoop.run(server.app);
    const isDrawn = async (account: Account) => (await get(`/images/drawn/${account.me.id}/large.jpg`)).statusCode;
    expect(await Promise.all([listener, musician, gone].map(isDrawn))).toEqual([404, 404, 200]);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.delete(`/api/users/${gone.me.id}`)).status).toBe(200);
    await server.app.db`update pending_deletions set due_at = now() - interval '1 minute'`;
    await sweepFiles(server.app);
    expect(await isDrawn(gone)).toBe(404);
  });

  it('is the profile’s, else an album’s, else the oldest cover that is large enough', async () => {
    const account = await server.signUp();
    const [older, newer, newest] = await Promise.all(
      ['2026-01-01', '2026-02-02', '2026-03-03'].map((day) =>
        insertHeard({ musicianId: account.me.id, title: day, publishedAt: new Date(day) }, ['aac']),
      ),
    );
    for (const [id, side] of [
      [older, 1000],
      [newer, 1400],
      [newest, 3100],
    ] as const)
      expect((await send(account, 'artwork', id ?? '', await noise(side))).status).toBe(200);
    const version = async (id = '') =>
      (await server.app.db<{ v: number }[]>`select artwork_version as v from media where id = ${id}`)[0]?.v;
    const covers = [
      `/api/media/${newest}/artwork-${await version(newest)}.jpg`,
      `/api/media/${newer}/artwork-${await version(newer)}.jpg`,
    ];
    expect(await artworkOf(account)).toEqual([covers[1], ...covers]);
    // JSON Feed readers also accept a small cover.
    const { items } = JSON.parse((await feed('json', account.me.id)).body);
    expect(items.at(-1).image).toBe(`${ORIGIN}/api/media/${older}/picture.jpg`);
    // A smaller cover in its place isn't used for the feed.
    expect((await send(account, 'artwork', newer ?? '', await noise(900))).status).toBe(200);
    expect(await artworkOf(account)).toEqual([covers[0], covers[0]]);

    const album = await setAlbum(account);
    expect((await send(account, 'album', album, await noise(1500))).status).toBe(200);
    expect((await artworkOf(account))[0]).toMatch(new RegExp(`^/images/album/${album}/\\d+/large.jpg$`));
    expect((await send(account, 'profile', account.me.id, await noise(1600))).status).toBe(200);
    const [first] = await artworkOf(account);
    expect(first).toMatch(new RegExp(`^/images/profile/${account.me.id}/\\d+/large.jpg$`));
    // Directories fetch a picture again only when its address changes.
    expect((await send(account, 'profile', account.me.id, await noise(1600))).status).toBe(200);
    expect((await artworkOf(account))[0]).not.toBe(first);
    await account.client.post('/api/upload/image/delete', { imageType: 'profile', targetId: account.me.id });
    expect((await artworkOf(account))[0]).toMatch(/^\/images\/album\//);
  });

  it('answers 404 for a hidden song', async () => {
    const account = await server.signUp();
    const id = await insertHeard({ musicianId: account.me.id, title: 'Kettle' }, ['aac']);
    expect((await get(`/api/media/${id}/artwork-1.jpg`)).statusCode).toBe(404);
    await server.app.db`update media set artwork_version = 3 where id = ${id}`;
    expect((await get(`/api/media/${id}/artwork-1.jpg`)).headers.location).toContain('/3/700.jpg');
    expect((await account.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    expect((await get(`/api/media/${id}/artwork-3.jpg`)).statusCode).toBe(404);
  });
});

describe('an address in a feed', () => {
  it('redirects to the current file for as long as the media item is public', async () => {
    const id = await insertHeard({ musicianId: star.me.id, title: 'Fetched' }, ['aac']);
    const [row] = await server.app.db<{ key: string }[]>`
      select storage_key as key from renditions r join media m on m.source_id = r.source_id where m.id = ${id}`;
    const bytes = Buffer.from('sound '.repeat(50));
    const path = join(server.app.env.DATA_DIR, `${createHash('sha1').update(id).digest('hex')}.m4a`);
    await writeFile(path, bytes);
    await server.app.storage.put(row?.key ?? '', path);

    const { statusCode, headers } = await get(`/api/media/${id}/enclosure.m4a`);
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([302, 'cross-origin']);
    const address = new URL(String(headers.location));
    expect(address.origin).toBe(ORIGIN);
    const file = await server.http.inject({ method: 'GET', url: address.pathname, headers: { range: 'bytes=0-4' } });
    expect(file.statusCode).toBe(206);
    expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(file.headers).toMatchObject({ 'content-type': 'audio/mp4', 'content-range': `bytes 0-4/${bytes.length}` });
    expect((await server.http.inject({ method: 'HEAD', url: `/api/media/${id}/enclosure.m4a` })).statusCode).toBe(302);

    for (const wrong of ['enclosure.webm', 'enclosure.exe', 'enclosure.constructor', 'picture.jpg'])
      expect((await get(`/api/media/${id}/${wrong}`)).statusCode, wrong).toBe(404);
    await server.app.db`update media set artwork_version = 3 where id = ${id}`;
    expect((await get(`/api/media/${id}/picture.jpg`)).headers.location).toMatch(
      new RegExp(`^${ORIGIN}/files/[^/]+/.*${id}.*/700\\.jpg$`),
    );
    expect((await star.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    expect((await get(`/api/media/${id}/enclosure.m4a`)).statusCode).toBe(404);
    expect((await get(`/api/media/${id}/picture.jpg`)).statusCode).toBe(404);
  });
});
