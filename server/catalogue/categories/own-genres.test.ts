import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshCounts } from '../../listening/discovery/lists.queries.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshOwnGenres } from './own-genres.queries.ts';

describe('a musician’s own genres', () => {
  let server: TestServer;
  let musician: Account;
  let soul: { id: string; name: string; slug: string };
  const ids: Record<string, string> = {};
  /** The publication time of the last inserted item. Each item is a minute older than the one before. */
  let at = Date.now();

  const add = async (
    title: string,
    genres: unknown[],
    seed: Omit<Parameters<typeof insertMedia>[1], 'musicianId'> = {},
  ): Promise<string> => {
    at -= 60_000;
    const id = await insertMedia(server.app.db, {
      musicianId: musician.me.id,
      title,
      publishedAt: new Date(at),
      ...seed,
    });
    ids[title] = id;
    if (genres.length > 0) expect((await musician.client.put(`/api/media/${id}`, { genres })).status).toBe(200);
    return id;
  };
  const listed = async (query: string): Promise<string[]> => {
    const answer = await server.visitor().get(`/api/media?${query}`);
    expect(answer.status, query).toBe(200);
    return answer.body.media.map(({ title }: { title: string }) => title);
  };
  const walk = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await server.visitor().get(`/api/media?${query}&size=2${cursor && `&cursor=${cursor}`}`);
      found.push(...body.media.map(({ title }: { title: string }) => title));
      cursor = body.paging.next;
    }
    return found;
  };

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp();
    soul = (await server.visitor().get('/api/genres')).body.genres[0];
    await add('Approved', [], { scores: [80, 80, 80], genreId: soul.id });
    await add('Approved and named', ['soul', 'City Pop'], { scores: [80, 80, 80], genreId: soul.id });
    await add('Approved elsewhere', ['SOUL'], { scores: [80, 80, 80] });
    await add('Named', ['Soul', 'city-pop']);
    await add('Named video', [{ id: soul.id }], { type: 'video' });
    await add('Rejected', ['City Pop'], { scores: [30, 30, 30] });
    await add('Hidden', ['soul', 'City Pop'], { published: false });
    await add('Other', ['Doom']);
    await refreshCounts(server.app.db);
    await refreshOwnGenres(server.app.db);
  });
  afterAll(() => server.close());

  it('EN-03 are shown with the song as they are written, or with the name and link of the reviewers’ genre', async () => {
    const { body } = await server.visitor().get(`/api/media/${ids['Named']}`);
    expect(body.genres).toEqual([
      { id: soul.id, name: 'Soul', slug: 'soul' },
      { id: null, name: 'city-pop', slug: 'city-pop' },
    ]);
    expect(body).toMatchObject({ curatedGenre: null, genreCuratedOn: null });
    expect((await musician.client.get(`/api/media/${ids['Named video']}`)).body.genres).toEqual([
      { id: soul.id, name: 'Soul', slug: 'soul' },
    ]);
  });

  it('match a reviewers’ genre by name or slug, even if the slug isn’t made of the name', async () => {
    const { db } = server.app;
    const dnb = { id: newId(), name: 'Drum & Bass', slug: 'dnb' };
    await db`insert into categories ${db({ ...dnb, kind: 'genre', position: 900 })}`;
    try {
      const id = await add('Fast', ['drum and bass', 'drum & bass', 'DNB'], { published: false });
      const { body } = await musician.client.get(`/api/media/${id}`);
      expect(body.genres).toEqual([{ id: null, name: 'drum and bass', slug: 'drum-and-bass' }, dnb]);
      const names = body.genres.map(({ name }: { name: string }) => ({ name }));
      expect((await musician.client.put(`/api/media/${id}`, { genres: names })).body.genres).toEqual(body.genres);
      await db`insert into own_genres values ('drum-bass', 'Drum/Bass', 1, 0, 0, 0), ('drumming', 'Drumming', 1, 0, 0, 0)`;
      const suggested = async (q: string) =>
        (await server.visitor().get(`/api/genres/suggestions?q=${q}`)).body.genres.map(
          (genre: { name: string }) => genre.name,
        );
      expect(await suggested('dru')).toEqual(['Drum & Bass', 'Drumming']);
      expect(await suggested('dnb')).toEqual(['Drum & Bass']);
    } finally {
      await db`delete from own_genres where slug like 'drum%'`;
      await db`delete from categories where id = ${dnb.id}`;
    }
  });

  it('GM-01 are listed under a matching reviewers’ genre, even if its slug isn’t made of its name', async () => {
    const { db } = server.app;
    const dnb = { id: newId(), name: 'Drum & Bass', slug: 'dnb' };
    await db`insert into categories ${db({ ...dnb, kind: 'genre', position: 900 })}`;
    try {
      await add('Placed', [], { scores: [80, 80, 80], genreId: dnb.id });
      await add('Fast', ['DRUM & BASS']);
      for (const name of ['Drum & Bass', 'drum bass', 'dnb', dnb.id]) {
        const given = encodeURIComponent(name);
        expect(await listed(`genre=${given}&curated=false`), name).toEqual(['Placed', 'Fast']);
        expect(await listed(`genre=${given}`), name).toEqual(['Placed']);
        const info = await server.visitor().get(`/api/genres/info/${given}?curated=false`);
        expect(info.body, name).toMatchObject({ ...dnb, position: 900 });
      }
      expect((await server.visitor().get(`/api/genres/info/${newId()}?curated=false`)).status).toBe(404);
      expect((await server.visitor().get(`/api/media?genre=${newId()}&curated=false`)).status).toBe(404);
    } finally {
      await db`delete from media where title in ('Placed', 'Fast')`;
      await db`delete from categories where id = ${dnb.id}`;
    }
  });

  it('are kept if a call omits or repeats them, and removed by an empty list', async () => {
    const id = await add('Changed', ['Dub', 'Forró'], { published: false });
    const { body } = await musician.client.put(`/api/media/${id}`, { title: 'Changed again' });
    expect(body.genres.map(({ slug }: { slug: string }) => slug)).toEqual(['dub', 'forro']);
    const again = await musician.client.put(`/api/media/${id}`, { genres: body.genres });
    expect(again.body.genres).toEqual(body.genres);
    expect((await musician.client.put(`/api/media/${id}`, { genres: [] })).body.genres).toEqual([]);
  });

  it('can be changed by the owner and administrators only', async () => {
    const other = await server.signUp();
    const { client: admin } = await server.signUp({ role: 'admin' });
    const path = `/api/media/${ids['Other']}`;
    expect((await other.client.put(path, { genres: ['Mine'] })).status).toBe(403);
    expect((await admin.put(path, { genres: ['Doom Metal'] })).body.genres).toMatchObject([{ slug: 'doom-metal' }]);
    expect((await admin.put(path, { genres: ['Doom'] })).status).toBe(200);
  });

  it('are rejected with the wrong field if an id belongs to no genre', async () => {
    const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
    const answer = await musician.client.put(`/api/media/${ids['Other']}`, { genres: ['Doom', unknown] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      {
        field: 'genres.1',
        code: 'invalid',
        message: 'There is no such genre. Choose one of the list, or type its name.',
      },
    ]);
  });

  it('GM-01 D-60 add no media to the reviewers’ lists', async () => {
    const approved = ['Approved', 'Approved and named'];
    expect(await listed('genre=soul')).toEqual(approved);
    expect(await listed('genre=soul&curated=true')).toEqual(approved);
    expect((await listed('genre=soul&seed=7')).toSorted()).toEqual(approved);
    expect((await listed('genre=soul&q=named')).toSorted()).toEqual(['Approved and named']);
    expect((await server.visitor().get('/api/media?genre=city-pop')).status).toBe(404);
    expect((await server.visitor().get('/api/genres/info/city-pop')).status).toBe(404);
    expect((await server.visitor().get('/api/genres/info/soul')).body.mediaCount).toBe(2);
    expect((await server.visitor().get('/api/genres')).body.total).toBe(20);
  });

  it('GM-01 D-60 are added to a genre with curated=false, each song once, in every order', async () => {
    const all = ['Approved', 'Approved and named', 'Approved elsewhere', 'Named', 'Named video'];
    expect(await listed('genre=soul&curated=false')).toEqual(all);
    expect(await listed(`genre=${soul.id}&curated=false`)).toEqual(all);
    expect(await walk('genre=soul&curated=false')).toEqual(all);
    expect(await listed('genre=soul&curated=false&page=2&size=2')).toEqual(all.slice(2, 4));
    const shuffled = await walk('genre=soul&curated=false&seed=7');
    expect(shuffled.toSorted()).toEqual(all.toSorted());
    const facets = (types: object) => `facets=${encodeURIComponent(JSON.stringify(types))}`;
    expect(await listed(`genre=soul&curated=false&${facets({ songs: false })}`)).toEqual(['Named video']);
    expect((await listed('genre=soul&curated=false&q=named')).toSorted()).toEqual([
      'Approved and named',
      'Named',
      'Named video',
    ]);
  });

  it('have their own lists if there is no reviewers’ genre with their name', async () => {
    expect(await listed('genre=city-pop&curated=false')).toEqual(['Approved and named', 'Named', 'Rejected']);
    expect(await listed(`genre=${encodeURIComponent('City Pop')}&curated=false`)).toHaveLength(3);
    expect(await walk('genre=city-pop&curated=false&seed=3')).toHaveLength(3);
    expect(await listed('genre=nobody-s&curated=false')).toEqual([]);
    expect(await listed('genre=city-pop&curated=false&q=rejected')).toEqual(['Rejected']);
    const info = (await server.visitor().get('/api/genres/info/city-pop?curated=false')).body;
    expect(info).toMatchObject({ id: null, name: 'City Pop', slug: 'city-pop', position: null, mediaCount: 3 });
    expect((await server.visitor().get('/api/genres/info/nobody-s?curated=false')).status).toBe(404);
  });

  it('show hidden songs in their lists to the owner only', async () => {
    const query = '/api/media?genre=city-pop&curated=false&unpublished=true';
    const titles = ({ body }: { body: { media: { title: string }[] } }) => body.media.map(({ title }) => title);
    expect(titles(await musician.client.get(query))[0]).toBe('Hidden');
    expect(titles(await server.visitor().get(query))).not.toContain('Hidden');
    expect(titles(await musician.client.get('/api/media?q=city+pop&unpublished=true'))[0]).toBe('Hidden');
  });

  it('D-60 are included in stars and plays with curated=false', async () => {
    const { db } = server.app;
    await db`update categories set play_count = 7 where id = ${soul.id}`;
    await db`insert into category_ratings (id, hundredths, media) values (${soul.id}, 500, 1)
      on conflict (id) do update set hundredths = 500, media = 1`;
    await db`update media set play_count = 3 where id = ${ids['Approved'] ?? ''}`;
    await db`update media set play_count = 5, rating_sum = 6, rating_count = 2 where id = ${ids['Named'] ?? ''}`;
    await refreshOwnGenres(db);
    const info = async (query: string) => (await server.visitor().get(`/api/genres/info/soul${query}`)).body;
    expect(await info('')).toMatchObject({ playCount: 7, avgRating: 5, mediaCount: 2 });
    expect(await info('?curated=false')).toMatchObject({ playCount: 12, avgRating: 4, mediaCount: 5 });
  });

  it('are found by search, and are updated with their media', async () => {
    expect(await listed('q=doom')).toEqual(['Other']);
    const { client } = musician;
    const path = `/api/media/${ids['Other']}`;
    await client.put(path, { published: false });
    expect(await listed('genre=doom&curated=false')).toEqual([]);
    expect((await server.visitor().get('/api/genres/info/doom?curated=false')).status).toBe(404);
    await client.put(path, { published: true });
    expect(await listed('genre=doom&curated=false')).toEqual(['Other']);
    await client.put(path, { genres: ['Drone'] });
    expect(await listed('genre=doom&curated=false')).toEqual([]);
    expect(await listed('q=doom')).toEqual([]);
    expect(await listed('genre=drone&curated=false')).toEqual(['Other']);
    await client.delete(path);
    expect(await listed('genre=drone&curated=false')).toEqual([]);
    expect(await server.app.db`select 1 from genre_media where slug = 'drone'`).toHaveLength(0);
  });

  it('are suggested by prefix, the reviewers’ genres first', async () => {
    for (const title of ['One', 'Two'])
      await add(title, ['Soulful House', 'Sound Art'], { published: title === 'One' });
    await add('Three', ['Sound art', 'Sóul']);
    await refreshOwnGenres(server.app.db);
    const suggested = async (q: string) =>
      (await server.visitor().get(`/api/genres/suggestions?q=${encodeURIComponent(q)}`)).body.genres.map(
        ({ name }: { name: string }) => name,
      );
    expect(await suggested('SÓ')).toEqual(['Soul', 'Sound Art', 'Soulful House']);
    expect(await suggested('soulf')).toEqual(['Soulful House']);
    expect(await suggested('%')).toEqual([]);
    expect((await server.visitor().get('/api/genres/suggestions?q=')).status).toBe(400);
  });

  it('have pages with their name, and no page if no musician named them', async () => {
    const page = (path: string) => server.visitor().get(path);
    const own = await page('/genres/city-pop?curated=false');
    expect([own.status, own.text]).toEqual([200, expect.stringContaining('City Pop')]);
    expect(own.text).not.toContain('rel="canonical"');
    expect((await page('/genres/city-pop')).status).toBe(404);
    expect((await page('/genres/nobody-s?curated=false')).status).toBe(404);
  });
});
