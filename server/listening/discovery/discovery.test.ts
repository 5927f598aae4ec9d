import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshCounts } from './lists.queries.ts';
import { refreshFigures } from './statistics.queries.ts';

interface Shown {
  id: string;
  score: number | null;
}

const idsOf = (answer: { body: { media: Shown[] } }) => answer.body.media.map(({ id }) => id);

describe('discovery', () => {
  let server: TestServer;
  let musician: Account;
  let genre: { id: string; slug: string };
  let mood: { id: string; slug: string };
  const ids: Record<string, string> = {};

  const add = async (name: string, seed: Omit<Parameters<typeof insertMedia>[1], 'musicianId'>) =>
    (ids[name] = await insertMedia(server.app.db, { musicianId: musician.me.id, title: name, ...seed }));
  /** Follows `next` to the end of a list. */
  const walk = async (url: string): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await server
        .visitor()
        .get(`${url}${url.includes('?') ? '&' : '?'}size=7${cursor ? `&cursor=${cursor}` : ''}`);
      expect(answer.status).toBe(200);
      found.push(...idsOf(answer));
      cursor = answer.body.paging.next;
    } while (cursor);
    return found;
  };

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp();
    const { genres } = (await server.visitor().get('/api/genres')).body;
    const { moods } = (await server.visitor().get('/api/moods')).body;
    [genre] = genres;
    [mood] = moods;
    await add('85', { scores: [85, 85, 85], genreId: genre.id });
    await add('84.67', { scores: [85, 85, 84], genreId: genre.id, moodId: mood.id });
    await add('70', { scores: [70, 70, 70], moodId: mood.id });
    await add('69.67', { scores: [70, 70, 69], genreId: genre.id, type: 'video' });
    await add('60', { scores: [60, 60, 60], genreId: genre.id });
    await add('40', { scores: [40, 40, 40] });
    await add('kept out', { scores: [95, 95, 95], allowPerfectlySeasoned: false, genreId: genre.id });
    await add('fresh', {});
    await add('unjudged', { genreId: genre.id, moodId: mood.id });
    await add('unjudged video', { genreId: genre.id, type: 'video' });
    await add('hidden', { published: false });
    await add('working', { status: 'transcoding' });
    for (let index = 0; index < 60; index += 1)
      await add(`filler ${index}`, {
        type: index % 3 === 0 ? 'video' : 'song',
        publishedAt: new Date(Date.now() - index * 1000),
      });
    await refreshCounts(server.app.db);
    await refreshFigures(server.app.db);
  });
  afterAll(() => server.close());

  it('API-54 GM-09 D-60 lists 20 genres and 16 moods in their order', async () => {
    const genres = (await server.visitor().get('/api/genres')).body.genres;
    expect(genres).toHaveLength(20);
    expect((await server.visitor().get('/api/moods')).body.moods).toHaveLength(16);
    expect(genres[0]).toMatchObject({
      name: 'Soul',
      slug: 'soul',
      position: 0,
      imageUrl: null,
      avgRating: null,
      playCount: 0,
      mediaCount: 5,
    });
    expect(genres.map((one: { position: number }) => one.position)).toEqual(
      genres.map((_: unknown, index: number) => index),
    );
  });

  it('API-55 GM-05 GM-06 returns one genre, by id and slug', async () => {
    const listed = (await server.visitor().get('/api/genres')).body.genres[9];
    await server.app.db`update categories set play_count = 7 where id = ${listed.id}`;
    await server.app.db`insert into category_ratings (id, hundredths, media) values (${listed.id}, 900, 2)`;
    for (const name of [listed.id, listed.slug])
      expect((await server.visitor().get(`/api/genres/info/${name}`)).body).toMatchObject({
        id: listed.id,
        playCount: 7,
        avgRating: 4.5,
      });
    expect((await server.visitor().get('/api/genres/info/no-such')).status).toBe(404);
    expect((await server.visitor().get(`/api/moods/info/${listed.id}`)).status).toBe(404);
  });

  it('SC-08 RT-39 RT-40 CU-16 API-38 puts scores at the limits of bands into the right band', async () => {
    expect(await walk('/api/list/media/curated?list=perfectly-seasoned')).toEqual([ids['85']]);
    expect(new Set(await walk('/api/list/media/curated?list=well-done'))).toEqual(new Set([ids['84.67'], ids['70']]));
  });

  it('GM-01 CU-22 HM-12 lists a genre’s curated media from 60 up, and no rejected or hidden media', async () => {
    const expected = new Set([ids['85'], ids['84.67'], ids['69.67'], ids['60'], ids['kept out']]);
    // Without the parameter only curated media are listed; the browser always sends it.
    expect(new Set(await walk(`/api/media?genre=${genre.slug}`))).toEqual(expected);
    expect(new Set(await walk(`/api/media?genre=${genre.slug}&curated=true`))).toEqual(expected);
    expect(new Set(await walk(`/api/media?genre=${genre.slug}&mood=${mood.slug}`))).toEqual(new Set([ids['84.67']]));
    const unjudged = new Set([...expected, ids['unjudged'], ids['unjudged video']]);
    expect(new Set(await walk(`/api/media?genre=${genre.slug}&curated=false`))).toEqual(unjudged);
    expect(new Set(await walk(`/api/media?mood=${mood.slug}`))).toEqual(new Set([ids['84.67'], ids['70']]));
    expect(await walk(`/api/media?mood=${mood.slug}&curated=false`)).toContain(ids['unjudged']);
  });

  it('GM-02 GM-08 API-36 selects songs and videos by facets, and returns nothing if neither is selected', async () => {
    const facets = (songs: boolean, videos: boolean) =>
      `/api/media?genre=${genre.slug}&facets=${encodeURIComponent(JSON.stringify({ songs, videos }))}`;
    const both = await walk(`/api/media?genre=${genre.slug}`);
    const videos = [ids['69.67']];
    expect(await walk(facets(false, true))).toEqual(videos);
    expect(await walk(facets(true, false))).toEqual(both.filter((id) => !videos.includes(id)));
    expect(await walk(facets(true, true))).toEqual(both);
    expect(await walk(facets(false, false))).toEqual([]);
  });

  it('API-35 returns the requested media in the requested order, without hidden media', async () => {
    const wanted = [ids['60'], ids['hidden'], ids['85']].join(',');
    expect(idsOf(await server.visitor().get(`/api/media?ids=${wanted}&paged=false`))).toEqual([ids['60'], ids['85']]);
    expect(idsOf(await musician.client.get(`/api/media?ids=${wanted}&paged=false`))).toEqual([
      ids['60'],
      ids['hidden'],
      ids['85'],
    ]);
    expect((await server.visitor().get('/api/media?ids=x')).status).toBe(400);
  });

  it('API-35 pages requested ids with `paged`, which it ignores for all other lists', async () => {
    const wanted = `ids=${[ids['60'], ids['85'], ids['70']].join(',')}`;
    const path = `/api/media?${wanted}&paged=true&size=2`;
    const first = await server.visitor().get(path);
    expect(idsOf(first)).toEqual([ids['60'], ids['85']]);
    const { next } = first.body.paging;
    expect(idsOf(await server.visitor().get(`${path}&cursor=${next}`))).toEqual([ids['70']]);
    expect(idsOf(await server.visitor().get(`${path}&page=2`))).toEqual([ids['70']]);
    expect(idsOf(await server.visitor().get(`/api/media?${wanted}&size=2`))).toHaveLength(3);
    const plain = await server.visitor().get('/api/media?size=2');
    expect(idsOf(plain)).toHaveLength(2);
    for (const paged of [true, false])
      expect(idsOf(await server.visitor().get(`/api/media?size=2&paged=${paged}`))).toEqual(idsOf(plain));
  });

  it('lists the newest first by default, without gap or repeat', async () => {
    const found = await walk('/api/media');
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(70);
    const rows = await server.app.db`select id from media where band is not null order by published_at desc, id desc`;
    expect(found).toEqual(rows.map((row) => row['id']));
  });

  it('SR-01 SR-20 API-37 API-39 HM-13 orders by seed, reproducibly and without gap or repeat', async () => {
    const one = await walk('/api/browse/media?seed=1');
    expect(await walk('/api/browse/media?seed=1')).toEqual(one);
    const other = await walk('/api/browse/media?seed=2');
    expect(other).not.toEqual(one);
    expect(new Set(other)).toEqual(new Set(one));
    expect(one).toHaveLength(70);
  });

  it('SR-19 SR-21 applies every parameter of the search', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const [other, reviewer] = [await server.signUp(), await server.signUp({ isCurator: true })];
    const visitor = server.visitor();
    const hidden = [ids['hidden'], ids['working']];
    const all = async (client: typeof visitor, query: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const answer = await client.get(`/api/media?${query}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(answer.status).toBe(200);
        found.push(...idsOf(answer));
        cursor = answer.body.paging.next;
      } while (cursor);
      expect(new Set(found).size).toBe(found.length);
      return found;
    };
    const open = await all(visitor, 'size=50');

    // With `unpublished`, visitors and other members see nothing more, owners their own media, and administrators all.
    for (const client of [visitor, other.client, reviewer.client])
      expect(await all(client, 'unpublished=true&size=50')).toEqual(open);
    for (const client of [musician.client, admin.client])
      for (const size of [1, 2, 3, 50]) {
        const found = await all(client, `unpublished=true&size=${size}`);
        expect(new Set(found.slice(0, 2))).toEqual(new Set(hidden));
        expect(found.slice(2)).toEqual(open);
      }
    expect(await all(musician.client, 'unpublished=false&size=50')).toEqual(open);
    const pages = [];
    for (let page = 1; page <= 3; page += 1)
      pages.push(...idsOf(await musician.client.get(`/api/media?unpublished=true&size=10&page=${page}`)));
    expect(pages).toEqual((await all(musician.client, 'unpublished=true&size=50')).slice(0, 30));
    // Combined with other parameters: words, a prefix of the title, a place, songs or videos, a genre, a seed.
    const found = await admin.client.get('/api/media?unpublished=true&q=hid');
    expect(found.body).toMatchObject({ total: 1, media: [{ id: ids['hidden'] }] });
    expect(idsOf(await admin.client.get('/api/media?unpublished=true&filter=work'))).toEqual([ids['working']]);
    // All words must match, in any order and form, also in tags and descriptions; `filter` only looks at titles.
    const { db } = server.app;
    await db`update media set tags = '{Träumerei,Dawn Chorus}', description = 'About l’été' where id = ${ids['hidden'] ?? ''}`;
    const hiddenBy = async (query: string) =>
      idsOf(await admin.client.get(`/api/media?unpublished=true&${query}`)).filter((id) => hidden.includes(id));
    for (const q of ['L’ÉTÉ hidd', 'traum', 'chorus dawn hidden', 'lete'])
      expect(await hiddenBy(`q=${encodeURIComponent(q)}`)).toEqual([ids['hidden']]);
    for (const q of ['hidden winter', 'horus']) expect(await hiddenBy(`q=${encodeURIComponent(q)}`)).toEqual([]);
    expect(await hiddenBy('filter=lete')).toEqual([]);
    expect(await hiddenBy('q=dawn%20chorus&tagged=true')).toEqual([ids['hidden']]);
    expect(await hiddenBy('q=dawn&tagged=true')).toEqual([]);
    expect(idsOf(await admin.client.get('/api/media?unpublished=true&q=hidden&tagged=true'))).toEqual([]);
    expect(idsOf(await admin.client.get('/api/media?unpublished=true&q=hid&location=Memphis,%20TN'))).toEqual([]);
    const videos = encodeURIComponent(JSON.stringify({ songs: false, videos: true }));
    for (const query of [`facets=${videos}`, `genre=${genre.slug}`, 'curated=true'])
      expect(await all(musician.client, `unpublished=true&${query}`)).toEqual(await all(musician.client, query));
    expect((await all(musician.client, 'unpublished=true&seed=4')).slice(2)).toEqual(await all(visitor, 'seed=4'));
    // Each other parameter changes the results or their order.
    const effects: [string, (found: string[]) => void][] = [
      ['q=unjudged', (of) => expect(new Set(of)).toEqual(new Set([ids['unjudged'], ids['unjudged video']]))],
      ['q=unjudged&tagged=true', (of) => expect(of).toEqual([])],
      ['filter=fres', (of) => expect(of).toEqual([ids['fresh']])],
      [`facets=${videos}&genre=${genre.slug}`, (of) => expect(of).toEqual([ids['69.67']])],
      [`genre=${genre.slug}&mood=${mood.id}`, (of) => expect(of).toEqual([ids['84.67']])],
      [`mood=${mood.slug}&curated=false`, (of) => expect(of).toContain(ids['unjudged'])],
      ['location=Memphis,%20TN&distance=10', (of) => expect(of).toEqual([])],
      ['size=3&page=2', (of) => expect(of.slice(0, 3)).toEqual(open.slice(3, 6))],
      ['seed=4', (of) => expect(of).not.toEqual(open)],
    ];
    for (const [query, check] of effects) check(await all(visitor, query));
    const orders = [];
    for (let visit = 0; visit < 4; visit += 1)
      orders.push(idsOf(await musician.client.get('/api/media?randomize=true&size=50')).join());
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('refuses a cursor that was tampered with or belongs to another list', async () => {
    const visitor = server.visitor();
    const next = (await visitor.get('/api/media?size=5')).body.paging.next as string;
    const bent = next.slice(0, -2) + (next.endsWith('A') ? 'BB' : 'AA');
    for (const url of [
      `/api/media?cursor=${bent}`,
      `/api/media?cursor=x`,
      `/api/browse/media?seed=3&cursor=${next}`,
      `/api/media?genre=${genre.slug}&cursor=${next}`,
    ]) {
      const answer = await visitor.get(url);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
      expect(answer.body.message).toContain('Open the list again');
    }
  });

  it('pages by number, too, up to a limit', async () => {
    const all = await walk('/api/media');
    expect(idsOf(await server.visitor().get('/api/media?page=3&size=10'))).toEqual(all.slice(20, 30));
    const seeded = await walk('/api/browse/media?seed=5');
    expect(idsOf(await server.visitor().get('/api/browse/media?seed=5&page=2&size=10'))).toEqual(seeded.slice(10, 20));
    expect((await server.visitor().get('/api/media?page=999&size=100')).status).toBe(400);
  });

  it('API-41 SR-21 ME-01 lists published media for visitors, all media for owner and administrators', async () => {
    const ask = async (client: { post: typeof musician.client.post }, body: object = {}) =>
      (await client.post(`/api/media/user/${musician.me.id}`, { pagingOptions: { size: 100 }, ...body })).body;
    const open = await ask(server.visitor(), { published: false });
    expect(open).toMatchObject({ media: [], total: 0, musician: { id: musician.me.id } });
    const everyone = await ask(server.visitor());
    expect(idsOf({ body: everyone })).not.toContain(ids['hidden']);
    const own = await ask(musician.client);
    expect(idsOf({ body: own })).toEqual(expect.arrayContaining([ids['hidden'], ids['working']]));
    const admin = await server.signUp({ role: 'admin' });
    expect((await ask(admin.client, { published: false })).total).toBe(2);
    expect(idsOf({ body: await ask(musician.client, { filter: '84.6' }) })).toEqual([ids['84.67']]);
    expect((await server.visitor().post('/api/media/user/nobody')).status).toBe(404);
  });

  it('API-02 API-03 HM-14 returns all public settings and no secret', async () => {
    const { body } = await server.visitor().get('/api/settings');
    expect(body).toMatchObject({
      paypal: { clientId: null },
      ga: { trackingCode: null },
      facebook: { clientID: null },
      signIn: { providers: [] },
      google: { reCAPTCHA: { siteKey: null } },
      publicUrl: expect.any(String),
      subscriptions: { plans: expect.any(Array), basePlan: 'mild', limits: { total: 1 } },
      ads: { enabled: false, playInterval: 600, playDuring: 0, playDuringMinTime: 0 },
      client: { randomizePerfectlySeasoned: false, shufflePlaylists: true },
      share: { defaultText: expect.any(String) },
    });
    expect(JSON.stringify(body)).not.toMatch(/password|secret|postgres/i);
  });
});

describe('discovery on a new server for each test', () => {
  let server: TestServer;
  let musician: Account;
  beforeEach(async () => {
    server = await startTestServer();
    musician = await server.signUp();
  });
  afterEach(() => server.close());

  const add = (seed: Omit<Parameters<typeof insertMedia>[1], 'musicianId'> = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, ...seed });

  it('HM-02 HM-03 HM-10 CU-24 Home has Perfectly Seasoned, Well Done, statistics, genres and moods', async () => {
    for (let index = 0; index < 24; index += 1) await add({ scores: [90, 90, 90] });
    for (let index = 0; index < 24; index += 1) await add({ scores: [75, 75, 75], type: 'video' });
    await add({});
    await add({ published: false });
    await refreshCounts(server.app.db);
    await refreshFigures(server.app.db);
    const { body } = await server.visitor().get('/api/home');
    expect(body.perfectlySeasoned).toHaveLength(20);
    expect(body.perfectlySeasoned.every((one: Shown) => (one.score ?? 0) >= 85)).toBe(true);
    expect(body.wellDone).toHaveLength(20);
    expect(body.wellDone.every((one: Shown) => one.score !== null && one.score >= 70 && one.score <= 84)).toBe(true);
    expect(body.statistics).toEqual({
      totalSongs: 25,
      totalVideos: 24,
      totalPlays: 0,
      musicians: 1,
      curation: { avgWaitTime: null, medianWaitTime: null, inTime30: null, inTime365: null },
      submission: { passRate: null },
    });
    expect([body.genres.length, body.moods.length, body.pinned]).toEqual([20, 16, null]);
  });

  it('HM-01 HM-14 Home begins with the pinned media, and shuffles its lists only if configured', async () => {
    for (let index = 0; index < 24; index += 1) await add({ scores: [90, 90, 90] });
    const pinned = await add({ scores: [95, 95, 95], pinned: true });
    await refreshCounts(server.app.db);
    const order = async () =>
      (await server.visitor().get('/api/home')).body.perfectlySeasoned.map((one: Shown) => one.id);
    expect((await server.visitor().get('/api/home')).body.pinned).toMatchObject({ id: pinned, pinnedFavorite: true });
    expect(await order()).toEqual(await order());
    const shuffling = await startTestServer({
      RANDOMIZE_PERFECTLY_SEASONED: 'true',
      DATABASE_URL: server.app.env.DATABASE_URL,
    });
    try {
      const orders = await Promise.all(
        Array.from({ length: 5 }, async () =>
          JSON.stringify(
            (await shuffling.visitor().get('/api/home')).body.perfectlySeasoned.map((one: Shown) => one.id),
          ),
        ),
      );
      expect(new Set(orders).size).toBeGreaterThan(1);
    } finally {
      await shuffling.close();
    }
  });
});
