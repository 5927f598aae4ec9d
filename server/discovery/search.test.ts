import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { refreshVocabularyLoop } from './discovery.loops.ts';
import { refreshCounts } from './lists.queries.ts';
import { forgetLexemes } from './search.queries.ts';
import { findPart } from './search.ts';
import { refreshSuggestions } from './suggestions.queries.ts';
import { EVERYTHING } from './suggestions.ts';
import { untilWaiting } from '../testkit/waiting.ts';

interface Shown {
  id: string;
  title: string;
}

describe('search', () => {
  let server: TestServer;
  let musician: Account;
  let admin: Account;
  let genre: { id: string; slug: string };
  let mood: { id: string; slug: string };

  const add = (title: string, seed: Omit<Parameters<typeof insertMedia>[1], 'musicianId' | 'title'> = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, title, ...seed });
  const search = async (asked: Record<string, string>, as = server.visitor()) => {
    const answer = await as.get(`/api/media?${new URLSearchParams(asked)}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const titles = async (asked: Record<string, string>, as = server.visitor()): Promise<string[]> =>
    (await search(asked, as)).media.map(({ title }: Shown) => title);
  const facets = (chosen: object) => JSON.stringify(chosen);

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp({ firstName: 'Philomena' });
    admin = await server.signUp({ role: 'admin' });
    [genre] = (await server.visitor().get('/api/genres')).body.genres;
    [mood] = (await server.visitor().get('/api/moods')).body.moods;
    await add('Copper Kettle', { scores: [90, 90, 90], genreId: genre.id });
    await add('Copper Window', { scores: [70, 70, 70], type: 'video', moodId: mood.id });
    await add('Copper', {});
    await add('Sábado en la Cocina', {});
    await add('Thunderstorm Lullaby', { allowCuration: true });
    await add('Don’t Burn the Onions', {});
    await add('🔥🔥', {});
    await add('Hidden Copper', { published: false });
    await add('Working Copper', { status: 'transcoding' });
  });
  afterAll(() => server.close());

  it('API-36 finds by words, whole titles first, and says how many', async () => {
    const found = await search({ q: 'copper' });
    expect(found.media.map(({ title }: Shown) => title)).toEqual(['Copper', 'Copper Kettle', 'Copper Window']);
    expect(found.total).toBe(3);
    expect(found.search).toEqual({ corrected: false, dropped: null, nearest: [] });
    expect(await titles({ q: 'window COPPER' })).toEqual(['Copper Window']);
  });

  it('the last word may be a beginning, and all of them where nothing is found otherwise', async () => {
    expect(await titles({ q: 'copper ket' })).toEqual(['Copper Kettle']);
    expect(await titles({ q: 'lull' })).toEqual(['Thunderstorm Lullaby']);
    for (const q of ['ket copper', 'ket cop', 'thund lullabi'])
      expect((await search({ q })).search, q).toMatchObject({ dropped: null });
    expect(await titles({ q: 'ket copper' })).toEqual(['Copper Kettle']);
    expect((await search({ q: 'ke copper' })).search.dropped).toBe('ke');
  });

  it('what a title says comes before what a description says', async () => {
    const told = await add('Quiet Evening', { scores: [99, 99, 99] });
    const change = await musician.client.put(`/api/media/${told}`, { description: 'A turnip, a turnip, my turnip.' });
    expect(change.status).toBe(200);
    await add('The Turnip', {});
    expect(await titles({ q: 'turnip' })).toEqual(['The Turnip', 'Quiet Evening']);
  });

  it('SR-12 a place and a distance keep what is near the musician’s town', async () => {
    const liveIn = async (firstName: string, city: string, state: string) => {
      const account = await server.signUp({ firstName });
      const moved = await account.client.put(`/api/users/${account.me.id}`, { address: { city, state } });
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      return account;
    };
    const inMemphis = await liveIn('Mem', 'Memphis', 'TN');
    const inPortland = await liveIn('Port', 'Portland', 'OR');
    await insertMedia(server.app.db, { musicianId: inMemphis.me.id, title: 'Riverboat' });
    await insertMedia(server.app.db, { musicianId: inPortland.me.id, title: 'Riverside', type: 'video' });
    const near = async (asked: Record<string, string>, as = server.visitor()) => {
      const found = await search(asked, as);
      return { titles: found.media.map(({ title }: Shown) => title), near: found.near };
    };

    const memphis = { place: 'Memphis, TN', distance: 50 };
    expect(await near({ q: 'river', location: 'memphis, tn' })).toEqual({ titles: ['Riverboat'], near: memphis });
    expect(await near({ q: 'riverboat', location: 'Memphis, Tennessee' })).toEqual({
      titles: ['Riverboat'],
      near: memphis,
    });
    // Little Rock, 130 miles to the west, is in another cell.
    expect((await near({ location: 'Little Rock, AR' })).titles).toEqual([]);
    expect((await near({ location: 'Little Rock, AR', distance: '140' })).titles).toEqual(['Riverboat']);
    expect(await near({ location: '45.6,-122.7', distance: '10' })).toEqual({
      titles: ['Riverside'],
      near: { place: '45.6, -122.7', distance: 10 },
    });
    expect((await near({ location: 'Portland, OR', facets: facets({ videos: false }) })).titles).toEqual([]);

    // What is not known as a place is no filter, and the answer says so.
    for (const location of ['Nowhere', 'Nowhere, TN', '99,0', '12,999', ','])
      expect(await near({ q: 'river', location }), location).toEqual({
        titles: ['Riverside', 'Riverboat'],
        near: null,
      });
    expect((await search({ q: 'river' })).near).toBeUndefined();

    expect(await near({ q: 'river', facets: facets({ local: true }) }, inPortland.client)).toEqual({
      titles: ['Riverside'],
      near: { place: 'Portland, OR', distance: 50 },
    });
    expect((await near({ q: 'river', facets: facets({ local: true }) })).near).toBeNull();

    const moved = await inPortland.client.put(`/api/users/${inPortland.me.id}`, {
      address: { city: 'Memphis', state: 'TN' },
    });
    expect(moved.status).toBe(200);
    expect((await near({ q: 'river', location: 'Memphis, TN' })).titles).toEqual(['Riverside', 'Riverboat']);
    expect((await server.visitor().get('/api/media?location=Memphis,%20TN&distance=0')).body.errors).toMatchObject([
      { field: 'distance', message: 'A distance is 1 mile or more.' },
    ]);
  });

  it('a filter narrows what was asked, or everything, to titles that begin so', async () => {
    expect(await titles({ q: 'copper', filter: 'win' })).toEqual(['Copper Window']);
    expect(await titles({ filter: 'COCINA sáb' })).toEqual(['Sábado en la Cocina']);
    expect(await titles({ q: 'copper', filter: 'philomena' })).toEqual([]);
  });

  it('accents, case, apostrophes and compatibility forms make no difference', async () => {
    for (const q of ['sabado', 'SÁBADO cocina', 'ｓａｂａｄｏ'])
      expect(await titles({ q }), q).toEqual(['Sábado en la Cocina']);
    for (const q of ['dont burn', "don't burn", 'don’t'])
      expect(await titles({ q }), q).toEqual(['Don’t Burn the Onions']);
    expect(await titles({ q: '🔥🔥' })).toEqual(['🔥🔥']);
  });

  it('of a word of more than 40 letters these count, and the next word is one by itself', async () => {
    const long = `${'humuhumu'.repeat(5)}nukunukuapuaa`;
    await add(`${long} reef`);
    for (const q of [long, `${long.slice(0, 40)} reef`, `reef ${long}x`, 'humuhumu']) {
      const found = await search({ q });
      expect(
        found.media.map(({ title }: Shown) => title),
        q,
      ).toEqual([`${long} reef`]);
      expect(found.search, q).toMatchObject({ corrected: false, dropped: null });
    }
  });

  it('songs and videos', async () => {
    expect(await titles({ q: 'copper', facets: facets({ videos: false }) })).toEqual(['Copper', 'Copper Kettle']);
    expect(await titles({ q: 'copper', facets: facets({ songs: false }) })).toEqual(['Copper Window']);
    expect(await titles({ q: 'copper', facets: facets({ songs: false, videos: false }) })).toEqual([]);
  });

  it('genre, mood and curated narrow it; a genre’s name is a word, too', async () => {
    expect(await titles({ q: 'copper', genre: genre.slug })).toEqual(['Copper Kettle']);
    expect(await titles({ q: 'copper', mood: mood.id })).toEqual(['Copper Window']);
    expect(await titles({ q: 'copper', curated: 'true' })).toEqual(['Copper Kettle', 'Copper Window']);
    expect(await titles({ q: genre.slug })).toEqual(['Copper Kettle']);
    expect(await titles({ q: `${mood.slug} copper` })).toEqual(['Copper Window']);
  });

  it('SR-10 what is under review, for administrators only', async () => {
    const asked = { facets: facets({ underReview: true }) };
    expect(await titles(asked, admin.client)).toEqual(['Thunderstorm Lullaby']);
    expect(await titles({ ...asked, q: 'copper' }, admin.client)).toEqual([]);
    expect(await titles({ ...asked, q: 'copper' })).toHaveLength(3);
    expect(await titles({ ...asked, q: 'copper' }, musician.client)).toHaveLength(3);
    expect((await titles(asked)).length).toBeGreaterThan(5);
  });

  it('SR-04 an empty q is the list of everything', async () => {
    const everything = await titles({});
    expect(everything.length).toBeGreaterThanOrEqual(7);
    for (const q of ['', '   ']) expect(await titles({ q })).toEqual(everything);
  });

  it('SR-11 a tag is found whole and alone', async () => {
    const tags = async (title: string, ...texts: string[]) => {
      const id = await add(title);
      const edited = await musician.client.put(`/api/media/${id}`, { tags: texts.map((text) => ({ text })) });
      expect(edited.status).toBe(200);
    };
    await tags('Tagged one', 'slow cooked');
    await tags('Tagged two', 'slow');
    await tags('Tagged three', 'Slow Cooked', 'late');
    expect((await titles({ q: 'slow cooked', tagged: 'true' })).sort()).toEqual(['Tagged one', 'Tagged three']);
    expect(await titles({ q: 'slow', tagged: 'true' })).toEqual(['Tagged two']);
    expect(await titles({ q: 'cooked', tagged: 'true' })).toEqual([]);
    expect((await titles({ q: 'slow' })).sort()).toEqual(['Tagged one', 'Tagged three', 'Tagged two']);
  });

  it('misspelled words are read as those that they are like', async () => {
    for (const q of ['thunderstrom', 'thundrstorm lullaby', 'thunderstorm lulaby', 'hunderstorrm'])
      expect(await search({ q }), q).toMatchObject({
        media: [{ title: 'Thunderstorm Lullaby' }],
        search: { corrected: true, dropped: null },
      });
  });

  it('a word that nothing holds is left out, and the answer says which', async () => {
    expect(await search({ q: 'copper zzzzzz kettle' })).toMatchObject({
      media: [{ title: 'Copper Kettle' }],
      search: { corrected: false, dropped: 'zzzzzz' },
    });
    expect((await search({ q: 'kettle window' })).search.dropped).not.toBeNull();
  });

  it('a search that cannot find anything asks no more than it must', async () => {
    const { options } = server.app.db;
    const readings = async (q: string) => {
      let asked = 0;
      options.debug = (_connection: number, text: string) =>
        void (asked += Number(text.includes('search_candidates(')));
      try {
        const wanted = { q, tagged: false, filter: '', facets: EVERYTHING };
        const { corrected, dropped } = await findPart(server.app.db, wanted, { after: null, skip: 0, limit: 20 });
        return { corrected, dropped, asked };
      } finally {
        options.debug = false;
      }
    };
    // Two words of nothing: no single one that is left out helps.
    expect(await readings('copper qqxyz kettle zzxyq')).toMatchObject({ dropped: null, asked: 1 });
    expect(await readings('qqxyz qqxyz')).toMatchObject({ dropped: null, asked: 1 });
    // One of them: it alone, however often it stands there.
    expect(await readings('copper qqxyz kettle')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    expect(await readings('copper qqxyz kettle qqxyz')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    // Beginnings, misspellings and names of genres are no such words, and neither is what only descriptions hold.
    expect(await readings('cop ket qqxyz')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    expect(await readings('coper qqxyz ketle')).toMatchObject({ dropped: 'qqxyz', corrected: true, asked: 2 });
    expect(await readings(`${genre.slug} qqxyz`)).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    const told = await add('Told Evening');
    expect((await musician.client.put(`/api/media/${told}`, { description: 'Of rutabaga.' })).status).toBe(200);
    expect(await titles({ q: 'rutab qqxyz evening' })).toEqual(['Told Evening']);
    // A letter or two are a beginning where they stand alone.
    expect((await search({ q: 'ke qqxyz' })).media).toMatchObject([{ title: 'Copper Kettle' }]);
  });

  it('API-36 what was found without a word goes on so on every page', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 7; index += 1) ids.add(await add(`Celeriac ${index}`));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search({ q: 'qqxyz celeriac', size: '3', ...(cursor && { cursor }) });
      expect(page.search.dropped).toBe('qqxyz');
      found.push(...page.media.map(({ id }: Shown) => id));
      cursor = page.paging.next;
      // What is learnt between two pages moves none of them.
      if (found.length === 3) await add('Qqxyz');
    } while (cursor && found.length < 20);
    expect(new Set(found)).toEqual(ids);
    expect(found).toHaveLength(7);
  });

  it('EM-03 where nothing is found, words and names that are alike are offered, whichever letters are wrong', async () => {
    const nearest = async (q: string, more = {}) => {
      const found = await search({ q, ...more });
      expect(found).toMatchObject({ media: [], total: 0 });
      return found.search.nearest as string[];
    };
    expect(await nearest('coppersmith')).toEqual(['copper']);
    expect(await nearest('xylophone')).toEqual([]);
    expect(await nearest('dunderstorm')).toEqual(['thunderstorm']);

    const tagged = await add('Tea', { genreId: genre.id, scores: [80, 80, 80] });
    const tags = [{ text: 'honky tonk piano' }, { text: 'bandoneon' }];
    expect((await musician.client.put(`/api/media/${tagged}`, { tags })).status).toBe(200);
    await server.app
      .db`update categories set name = 'Drumstep', words = search_words('Drumstep') where id = ${genre.id}`;
    await refreshCounts(server.app.db);
    await refreshSuggestions(server.app.db);
    expect(await nearest('wandoneonn')).toEqual(['bandoneon']);
    expect(await nearest('crumsteep')).toEqual(['Drumstep']);
    expect(await nearest('phillumina')).toContain('philomena');
    // A search for a tag is offered tags alone.
    expect(await nearest('honkey tonk pianos', { tagged: 'true' })).toEqual(['honky tonk piano']);
    expect(await nearest('coppers', { tagged: 'true' })).toEqual([]);
  });

  it('EM-03 what is nearest finds something else than what was asked, and looks for what is unknown alone', async () => {
    const nearest = async (q: string, more = {}) => {
      const found = await search({ q, ...more });
      expect(found).toMatchObject({ media: [], total: 0 });
      return found.search.nearest as string[];
    };
    // A filter left nothing of it: the word itself leads nowhere else.
    expect(await nearest('lullaby', { facets: facets({ songs: false }) })).toEqual([]);
    const tags = [{ text: 'velvet waltz' }];
    const tagged = await add('Waltzing', { type: 'video' });
    expect((await musician.client.put(`/api/media/${tagged}`, { tags })).status).toBe(200);
    await refreshSuggestions(server.app.db);
    expect(await nearest('Velvet Waltz', { tagged: 'true', facets: facets({ videos: false }) })).toEqual([]);
    // Signs make another tag, but the same words.
    expect(await nearest('velvet-waltz', { tagged: 'true' })).toEqual(['velvet waltz']);
    // Known words are spelled as they were meant.
    expect(await nearest('copper dunderstorm qqxyz')).toEqual(['thunderstorm']);

    // Musicians whom nobody has played yet, and only as long as something of theirs is public.
    const silent = await server.signUp({ firstName: 'Barnabas' });
    await server.app.db`update users set display_name = 'Barnabas Quillfeather' where id = ${silent.me.id}`;
    const persimmon = await insertMedia(server.app.db, { musicianId: silent.me.id, title: 'Persimmon' });
    await refreshSuggestions(server.app.db);
    expect((await nearest('kwillfether')).toSorted()).toEqual(['Barnabas Quillfeather', 'quillfeather']);
    expect(await nearest('bersimmonn')).toEqual(['persimmon']);
    await server.app.db`update media set published = false, published_at = null where id = ${persimmon}`;
    await refreshSuggestions(server.app.db);
    expect(await nearest('kwillfether')).toEqual([]);
    expect(await nearest('bersimmonn')).toEqual([]);
  });

  it('follows publishing, editing, judging and deleting', async () => {
    const id = await add('Marmalade Morning', { published: false });
    const change = async (body: object, as = musician) => {
      const answer = await as.client.put(`/api/media/${id}`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    expect(await titles({ q: 'marmalade' })).toEqual([]);
    await change({ published: true });
    expect(await titles({ q: 'marmalade' })).toEqual(['Marmalade Morning']);
    await change({ title: 'Gooseberry Evening', description: 'A rhubarb song.' });
    expect(await titles({ q: 'marmalade' })).toEqual([]);
    expect(await titles({ q: 'rhubarb' })).toEqual(['Gooseberry Evening']);
    await change({ allowCuration: true });
    expect(await titles({ q: 'gooseberry', genre: genre.slug })).toEqual([]);
    await change(
      { curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 }, curatedGenre: genre.id },
      admin,
    );
    expect(await titles({ q: 'gooseberry', genre: genre.slug })).toEqual(['Gooseberry Evening']);
    await server.app
      .db`update media set published = false, published_at = null, allow_curation = false where id = ${id}`;
    expect(await titles({ q: 'gooseberry' })).toEqual([]);
    await server.app.db`update media set published = true, published_at = now() where id = ${id}`;
    expect(await titles({ q: 'gooseberry' })).toEqual(['Gooseberry Evening']);
    expect((await musician.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect(await titles({ q: 'gooseberry' })).toEqual([]);
    expect(await server.app.db`select 1 from media_search where id = ${id}`).toHaveLength(0);
  });

  it('musicians are found by their names, and by new ones when they change', async () => {
    const other = await server.signUp({ firstName: 'Wilhelmina' });
    await insertMedia(server.app.db, { musicianId: other.me.id, title: 'Plum' });
    expect(await titles({ q: 'wilhelmina' })).toEqual(['Plum']);
    await server.app.db`update users set display_name = 'Zebedee Fennel' where id = ${other.me.id}`;
    expect(await titles({ q: 'zebedee' })).toEqual(['Plum']);
    expect(await titles({ q: 'wilhelmina' })).toEqual([]);
  });

  it('what two write at once is what both wrote', async () => {
    const { db } = server.app;
    const id = await add('Nectarine');
    const renamed = await db.begin(async (tx) => {
      await tx`update media set title = 'Apricot' where id = ${id}`;
      await tx`set constraints all immediate`;
      const other = db`update users set display_name = 'Barnaby' where id = ${musician.me.id}`.execute();
      await untilWaiting(db, 1);
      return { other };
    });
    await renamed.other;
    expect(await titles({ q: 'barnaby apricot' })).toEqual(['Apricot']);
    const [row] = await db<{ same: boolean }[]>`
      select bool_and(s.tsv = d.tsv and s.title = d.title) and count(*) = (select count(*) from media where band is not null) as same
      from media_search s join search_documents d using (id)`;
    expect(row?.same).toBe(true);
  });

  it('API-36 pages neither repeat nor leave out, past the window in which media are ranked', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 230; index += 1)
      ids.add(await add(`Parsnip ${index}`, { scores: [60, 60 + (index % 40), 60] }));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search({ q: 'parsnip', size: '30', ...(cursor && { cursor }) });
      found.push(...page.media.map(({ id }: Shown) => id));
      cursor = page.paging.next;
    } while (cursor);
    expect(found).toHaveLength(230);
    expect(new Set(found)).toEqual(ids);
    const third = await search({ q: 'parsnip', size: '30', page: '3' });
    expect(third.media.map(({ id }: Shown) => id)).toEqual(found.slice(60, 90));
    const other = (await search({ q: 'parsnip', size: '30' })).paging.next;
    const refused = await server.visitor().get(`/api/media?q=copper&size=30&cursor=${other}`);
    expect(refused.status).toBe(400);
  });

  it('API-36 of very many media with the same title all are reached, none of them twice, and no wrong total is said', async () => {
    const [intros, parts] = [new Set<string>(), new Set<string>()];
    for (let index = 0; index < 205; index += 1)
      intros.add(await add('Intro', { scores: [60, 60 + (index % 40), 60] }));
    for (let index = 0; index < 3; index += 1) parts.add(await add(`Intro to ${index}`, { scores: [99, 99, 99] }));
    const walk = async (asked: Record<string, string>) => {
      const found: string[] = [];
      const totals: (number | undefined)[] = [];
      let cursor: string | null = null;
      do {
        const page = await search({ q: 'intro', size: '30', ...asked, ...(cursor && { cursor }) });
        found.push(...page.media.map(({ id }: Shown) => id));
        totals.push(page.total);
        cursor = page.paging.next;
      } while (cursor);
      return { found, totals };
    };
    const { found, totals } = await walk({});
    expect(found).toHaveLength(208);
    expect(new Set(found.slice(0, 205))).toEqual(intros);
    expect(new Set(found.slice(205))).toEqual(parts);
    // More than are looked at for a page: how many is not said.
    expect(totals.every((total) => total === undefined)).toBe(true);
    const last = await search({ q: 'intro', size: '30', page: '7' });
    expect(last.media.map(({ id }: Shown) => id)).toEqual(found.slice(180));

    // Exactly as many as are looked at, and nothing else.
    const [gone] = await server.app.db<{ ids: string[] }[]>`
      select array_agg(id) as ids from (select id from media where title = 'Intro' order by id limit 5) few`;
    await server.app.db`delete from media where id = any(${[...(gone?.ids ?? []), ...parts]}::uuid[])`;
    const left = await walk({});
    expect(new Set(left.found)).toEqual(new Set([...intros].filter((id) => !gone?.ids.includes(id))));
    expect(left.found).toHaveLength(200);
    // One fewer, and the number is known.
    await server.app.db`delete from media where id = ${left.found[0] ?? ''}`;
    expect((await walk({})).totals[0]).toBe(199);
  });

  it('what is written change by change is what a rebuild writes', async () => {
    const { db } = server.app;
    const all = () => db`select id, tier, quality, title, tsv::text from media_search order by id`;
    const words = () => db`select key, word from vocab_del order by 1, 2`;
    const before = { all: [...(await all())], words: [...(await words())] };
    await db`select search_rebuild()`;
    expect([...(await all())]).toEqual(before.all);
    // Words that nothing holds any more were kept until now.
    expect(before.words).toEqual(expect.arrayContaining([...(await words())]));
    expect(await titles({ q: 'thunderstrom' })).toEqual(['Thunderstorm Lullaby']);
    expect(await titles({ q: 'lullab' })).toEqual(['Thunderstorm Lullaby']);
  });

  it('a beginning finds what begins so, of few words and of very many, in titles and in descriptions', async () => {
    const { db } = server.app;
    const foundByIndex = async (query: string) => {
      const [row] = await db<{ n: number }[]>`
        select count(*)::int as n from media_search where tsv @@ ${query}::text::tsquery`;
      return row?.n;
    };
    for (let n = 0; n < 40; n += 1) await add(`Scorzonera${n} Evening`);
    const told = await add('Told of Roots');
    const description = 'Salsifying scorzoneralets.';
    expect((await musician.client.put(`/api/media/${told}`, { description })).status).toBe(200);
    for (const [q, query, total] of [
      ['scorzonera', 'scorzonera:*', 41],
      ['scorzonera3', 'scorzonera3:*', 11],
      ['evening scorzonera1', 'evening & scorzonera1:*', 11],
      ['scorzonera1 even', 'scorzonera1 & even:*', 1],
      ['salsif', 'salsif:*', 1],
      ['roots scorzoneral', 'roots & scorzoneral:*', 1],
      ['scorq', 'scorq:*', 0],
    ] as const)
      expect([(await search({ q })).total, await foundByIndex(query)], q).toEqual([total, total]);

    // A word that is gone with its media is forgotten, and nothing else is.
    await db`delete from media where id = ${told}`;
    await refreshVocabularyLoop.run(server.app);
    const kept = await db`select word from search_lexemes where word in ('salsifying', 'roots', 'scorzonera39')`;
    expect([...kept]).toEqual([{ word: 'scorzonera39' }]);
    expect((await search({ q: 'scorzonera' })).total).toBe(40);
  });

  it('a word is not forgotten that somebody is writing', async () => {
    const { db } = server.app;
    const gone = await add('Kohlrabi');
    await db`delete from media where id = ${gone}`;
    const { forgetting } = await db.begin(async (tx) => {
      await insertMedia(tx, { musicianId: musician.me.id, title: 'Kohlrabi' });
      await tx`set constraints all immediate`;
      const other = forgetLexemes(db, ['kohlrabi']);
      await untilWaiting(db, 1);
      return { forgetting: other };
    });
    await forgetting;
    expect(await titles({ q: 'kohl' })).toEqual(['Kohlrabi']);
  });

  it('documents move to the part of their quality, and are found there', async () => {
    const { db } = server.app;
    await db`update media_search set tier = 3 where title = 'copper kettle'`;
    expect(await titles({ q: 'copper kettle' })).toEqual(['Copper Kettle']);
    const [moved] = await db<{ n: number }[]>`select search_retier(500) as n`;
    expect(moved?.n).toBe(1);
    const [row] = await db<{ tier: number }[]>`select tier from media_search where title = 'copper kettle'`;
    expect(row?.tier).toBe(0);
  });

  it('whatever is asked is answered', async () => {
    const asked = ['', ' ', 'a'.repeat(200), "'", '"', "''''", '\\', 'a & b', '!', '(', ':*', 'a:*', '<->', '| copper', "co'pper", 'the',
      '🔥', '\u0000', 'cop\u0000per', '\ud800', '%', '_song', "'); drop table media; --", 'ﷺ'.repeat(60), '日本語', 'é'.normalize('NFD'),
      '- - -', 'x '.repeat(100), '1', '-1', '\u200b', 'اغنية', 'हिन्दी']; // prettier-ignore
    for (const q of asked)
      for (const more of ['', '&tagged=true']) {
        const { status, body } = await server
          .visitor()
          .get(`/api/media?q=${encodeURIComponent(q.toWellFormed())}${more}`);
        expect([200, 400], `${q} ${JSON.stringify(body)}`).toContain(status);
      }
    const title = 'ﷺ'.repeat(200);
    await add(title);
    expect(await titles({ q: title })).toEqual([title]);
    expect((await server.visitor().get(`/api/media?q=${'a'.repeat(201)}`)).status).toBe(400);
  });
});
