import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

interface Boot {
  seed?: number;
  queries: {
    /**
     * The key in the browser's cache: path, parameters and query of a call, with a mark for a list that grows by pages.
     */
    key: [path: string, params: object, query: Record<string, unknown>, pages?: 'pages'];
    data: { media: { id: string; title: string }[]; paging: object };
  }[];
}

describe.each([true, false])('the first page of a list, shuffled: %s', (shuffled) => {
  let server: TestServer;
  let mood: string;
  beforeAll(async () => {
    const setting = String(shuffled);
    server = await startTestServer({ SHUFFLE_PLAYLISTS: setting, RANDOMIZE_PERFECTLY_SEASONED: setting });
    const { db } = server.app;
    const [soul] = await db<[{ id: string }]>`select id from categories where kind = 'genre' and slug = 'soul'`;
    const [first] = await db<
      [{ id: string; slug: string }]
    >`select id, slug from categories where kind = 'mood' order by position limit 1`;
    mood = first.slug;
    const musician = await server.signUp();
    for (let n = 0; n < 60; n += 1)
      await insertMedia(db, {
        musicianId: musician.me.id,
        title: `No. ${n}`,
        scores: n % 2 ? [90, 90, 90] : [75, 75, 75],
        genreId: soul.id,
        moodId: first.id,
      });
  });
  afterAll(() => server.close());

  /** Opens a document and returns its list, if it has one. */
  const open = async (path: string, as: Account | null = null) => {
    const cookies = Object.fromEntries(as?.client.cookies ?? []);
    const { body } = await server.http.inject({ url: path, cookies, headers: { accept: 'text/html' } });
    const boot = JSON.parse(/id="boot">([^<]*)<\/script>/.exec(body)?.[1] ?? '{}') as Boot;
    return { body, seed: boot.seed, list: boot.queries.find(({ key }) => key.at(-1) === 'pages') };
  };
  const LISTS = ['/genres/soul', '/genres/soul?curated=false', '/moods/MOOD', '/perfectly-seasoned', '/well-done'];
  const pathOf = (list: string) => list.replace('MOOD', mood);

  it.each(LISTS)('%s has the same list as its API call, for each kind of viewer', async (name) => {
    const viewers = [null, await server.signUp(), await server.signUp({ role: 'admin' })];
    for (const viewer of viewers) {
      const { list } = await open(pathOf(name), viewer);
      const [path, , query] = list?.key ?? ['', {}, {}];
      const fields = Object.entries(query).map(([field, value]) => [field, String(value)]);
      const { client } = viewer ?? { client: server.visitor() };
      const { status, body } = await client.get(`${path}?${new URLSearchParams(fields)}`);
      expect(status).toBe(200);
      expect(list?.data.media).toHaveLength(20);
      expect(list?.data.media).toEqual(body.media);
      expect(list?.data.paging).toMatchObject({ next: expect.any(String) });
    }
  });

  it.each(LISTS)('%s has the seed of its order if it is shuffled', async (name) => {
    const path = pathOf(name);
    const isShuffled = shuffled && name !== '/well-done';
    const [one, other] = [await open(path), await open(path)];
    expect(one.seed).toEqual(isShuffled ? expect.any(Number) : undefined);
    expect(one.list?.key[2]['seed'] ?? 0).toBe(one.seed ?? 0);
    expect(one.seed !== other.seed).toBe(isShuffled);
    // Administrators see a genre or mood in the arranged order first.
    const admin = await open(path, await server.signUp({ role: 'admin' }));
    expect(admin.seed).toEqual(isShuffled && name === '/perfectly-seasoned' ? expect.any(Number) : undefined);
  });

  it.each(LISTS)('%s leaves its list to the browser if the address asks for another one', async (name) => {
    const path = pathOf(name);
    for (const more of ['seed=7', 'location=Memphis%2C+TN', `facets=${encodeURIComponent('{"songs":false}')}`]) {
      const { seed, list, body } = await open(`${path}${path.includes('?') ? '&' : '?'}${more}`);
      expect([seed, list, body.includes('No. ')]).toEqual([undefined, undefined, false]);
    }
  });

  it.each(LISTS)('%s links to its songs and videos without scripts', async (name) => {
    const { body, list } = await open(pathOf(name));
    const links = [...body.matchAll(/<li><a href="[^"]+">(No\. \d+) by [^<]+<\/a>/g)];
    expect(links.map(([, title]) => title)).toEqual(list?.data.media.map(({ title }) => title));
  });
});
