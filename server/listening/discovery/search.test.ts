import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshVocabularyLoop } from './discovery.loops.ts';
import { refreshCounts } from './lists.queries.ts';
import { deleteUnusedLexemes } from './search.queries.ts';
import { findPart } from './search.ts';
import { refreshSuggestions } from './suggestions.queries.ts';
import { EVERYTHING } from './suggestions.ts';
import { untilWaiting } from '../../testkit/waiting.ts';

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

  it('API-36 finds by words, whole titles first, with the total', async () => {
    const found = await search({ q: 'copper' });
    expect(found.media.map(({ title }: Shown) => title)).toEqual(['Copper', 'Copper Kettle', 'Copper Window']);
    expect(found.total).toBe(3);
    expect(found.search).toEqual({ corrected: false, dropped: null, nearest: [] });
    expect(await titles({ q: 'window COPPER' })).toEqual(['Copper Window']);
  });

  it('reads the last word as a prefix, and all words if nothing is found otherwise', async () => {
    expect(await titles({ q: 'copper ket' })).toEqual(['Copper Kettle']);
    expect(await titles({ q: 'lull' })).toEqual(['Thunderstorm Lullaby']);
    for (const q of ['ket copper', 'ket cop', 'thund lullabi'])
      expect((await search({ q })).search, q).toMatchObject({ dropped: null });
    expect(await titles({ q: 'ket copper' })).toEqual(['Copper Kettle']);
    expect((await search({ q: 'ke copper' })).search.dropped).toBe('ke');
  });

  it('ranks words in titles before words in descriptions', async () => {
    const told = await add('Quiet Evening', { scores: [99, 99, 99] });
    const change = await musician.client.put(`/api/media/${told}`, { description: 'A turnip, a turnip, my turnip.' });
    expect(change.status).toBe(200);
    await add('The Turnip', {});
    expect(await titles({ q: 'turnip' })).toEqual(['The Turnip', 'Quiet Evening']);
  });

  it('SR-12 limits results to musicians within a distance of a place', async () => {
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

    // An unknown place is no filter, and the reply has `near: null`.
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

  it('limits a search, or all media, to titles with words that begin with the filter', async () => {
    expect(await titles({ q: 'copper', filter: 'win' })).toEqual(['Copper Window']);
    expect(await titles({ filter: 'COCINA sáb' })).toEqual(['Sábado en la Cocina']);
    expect(await titles({ q: 'copper', filter: 'philomena' })).toEqual([]);
  });

  it('ignores accents, case, apostrophes and compatibility forms', async () => {
    for (const q of ['sabado', 'SÁBADO cocina', 'ｓａｂａｄｏ'])
      expect(await titles({ q }), q).toEqual(['Sábado en la Cocina']);
    for (const q of ['dont burn', "don't burn", 'don’t'])
      expect(await titles({ q }), q).toEqual(['Don’t Burn the Onions']);
    expect(await titles({ q: '🔥🔥' })).toEqual(['🔥🔥']);
  });

  it('compares the first 40 letters of longer words, and keeps the next word separate', async () => {
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

  it('selects songs and videos by facets', async () => {
    expect(await titles({ q: 'copper', facets: facets({ videos: false }) })).toEqual(['Copper', 'Copper Kettle']);
    expect(await titles({ q: 'copper', facets: facets({ songs: false }) })).toEqual(['Copper Window']);
    expect(await titles({ q: 'copper', facets: facets({ songs: false, videos: false }) })).toEqual([]);
  });

  it('limits results by genre, mood and curated, and finds words of genre and mood names', async () => {
    expect(await titles({ q: 'copper', genre: genre.slug })).toEqual(['Copper Kettle']);
    expect(await titles({ q: 'copper', mood: mood.id })).toEqual(['Copper Window']);
    expect(await titles({ q: 'copper', curated: 'true' })).toEqual(['Copper Kettle', 'Copper Window']);
    expect(await titles({ q: genre.slug })).toEqual(['Copper Kettle']);
    expect(await titles({ q: `${mood.slug} copper` })).toEqual(['Copper Window']);
  });

  it('SR-10 finds media under review, for administrators only', async () => {
    const asked = { facets: facets({ underReview: true }) };
    expect(await titles(asked, admin.client)).toEqual(['Thunderstorm Lullaby']);
    expect(await titles({ ...asked, q: 'copper' }, admin.client)).toEqual([]);
    expect(await titles({ ...asked, q: 'copper' })).toHaveLength(3);
    expect(await titles({ ...asked, q: 'copper' }, musician.client)).toHaveLength(3);
    expect((await titles(asked)).length).toBeGreaterThan(5);
  });

  it('SR-04 lists all media for an empty q', async () => {
    const everything = await titles({});
    expect(everything.length).toBeGreaterThanOrEqual(7);
    for (const q of ['', '   ']) expect(await titles({ q })).toEqual(everything);
  });

  it('SR-11 finds a tag only as a whole', async () => {
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

  it('reads misspelled words as similar known words', async () => {
    for (const q of ['thunderstrom', 'thundrstorm lullaby', 'thunderstorm lulaby', 'hunderstorrm'])
      expect(await search({ q }), q).toMatchObject({
        media: [{ title: 'Thunderstorm Lullaby' }],
        search: { corrected: true, dropped: null },
      });
  });

  it('leaves out a word that is in no document, and reports that word', async () => {
    expect(await search({ q: 'copper zzzzzz kettle' })).toMatchObject({
      media: [{ title: 'Copper Kettle' }],
      search: { corrected: false, dropped: 'zzzzzz' },
    });
    expect((await search({ q: 'kettle window' })).search.dropped).not.toBeNull();
  });

  it('runs no more queries than necessary for words that are in no document', async () => {
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
    // With two words that are in no document, leaving out a single one doesn't help.
    expect(await readings('copper qqxyz kettle zzxyq')).toMatchObject({ dropped: null, asked: 1 });
    expect(await readings('qqxyz qqxyz')).toMatchObject({ dropped: null, asked: 1 });
    // With one such word, only that word is left out, however often it occurs.
    expect(await readings('copper qqxyz kettle')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    expect(await readings('copper qqxyz kettle qqxyz')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    // Prefixes, misspellings and names of genres are no such words, and neither are words found only in descriptions.
    expect(await readings('cop ket qqxyz')).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    expect(await readings('coper qqxyz ketle')).toMatchObject({ dropped: 'qqxyz', corrected: true, asked: 2 });
    expect(await readings(`${genre.slug} qqxyz`)).toMatchObject({ dropped: 'qqxyz', asked: 2 });
    const told = await add('Told Evening');
    expect((await musician.client.put(`/api/media/${told}`, { description: 'Of rutabaga.' })).status).toBe(200);
    expect(await titles({ q: 'rutab qqxyz evening' })).toEqual(['Told Evening']);
    // One or two letters are read as a prefix when they are the only word.
    expect((await search({ q: 'ke qqxyz' })).media).toMatchObject([{ title: 'Copper Kettle' }]);
  });

  it('API-36 leaves out the same word on every page', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 7; index += 1) ids.add(await add(`Celeriac ${index}`));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search({ q: 'qqxyz celeriac', size: '3', ...(cursor && { cursor }) });
      expect(page.search.dropped).toBe('qqxyz');
      found.push(...page.media.map(({ id }: Shown) => id));
      cursor = page.paging.next;
      // A word that becomes known between two pages doesn't change the reading.
      if (found.length === 3) await add('Qqxyz');
    } while (cursor && found.length < 20);
    expect(new Set(found)).toEqual(ids);
    expect(found).toHaveLength(7);
  });

  it('EM-03 offers similar words and names when nothing is found, whichever letters are wrong', async () => {
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
    // A search for a tag gets only tags.
    expect(await nearest('honkey tonk pianos', { tagged: 'true' })).toEqual(['honky tonk piano']);
    expect(await nearest('coppers', { tagged: 'true' })).toEqual([]);
  });

  it('EM-03 suggests other words than those that were typed, and only for unknown words', async () => {
    const nearest = async (q: string, more = {}) => {
      const found = await search({ q, ...more });
      expect(found).toMatchObject({ media: [], total: 0 });
      return found.search.nearest as string[];
    };
    // The facets excluded all results, so the same word would find nothing either.
    expect(await nearest('lullaby', { facets: facets({ songs: false }) })).toEqual([]);
    const tags = [{ text: 'velvet waltz' }];
    const tagged = await add('Waltzing', { type: 'video' });
    expect((await musician.client.put(`/api/media/${tagged}`, { tags })).status).toBe(200);
    await refreshSuggestions(server.app.db);
    expect(await nearest('Velvet Waltz', { tagged: 'true', facets: facets({ videos: false }) })).toEqual([]);
    // The sign makes it a different tag, with the same words.
    expect(await nearest('velvet-waltz', { tagged: 'true' })).toEqual(['velvet waltz']);
    // Known words count as correctly spelled.
    expect(await nearest('copper dunderstorm qqxyz')).toEqual(['thunderstorm']);

    // Musicians without plays are offered, too, but only while some of their media are public.
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

  it('finds musicians by name, and by the new name after a change', async () => {
    const other = await server.signUp({ firstName: 'Wilhelmina' });
    await insertMedia(server.app.db, { musicianId: other.me.id, title: 'Plum' });
    expect(await titles({ q: 'wilhelmina' })).toEqual(['Plum']);
    await server.app.db`update users set display_name = 'Zebedee Fennel' where id = ${other.me.id}`;
    expect(await titles({ q: 'zebedee' })).toEqual(['Plum']);
    expect(await titles({ q: 'wilhelmina' })).toEqual([]);
  });

  it('keeps both of two simultaneous changes to one document', async () => {
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

  it('API-36 neither repeats nor misses media on pages beyond the ranking window', async () => {
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

  it('API-36 reaches each of very many media with the same title once, and reports no wrong total', async () => {
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
    // There are more than are read for a page, so the total is not reported.
    expect(totals.every((total) => total === undefined)).toBe(true);
    const last = await search({ q: 'intro', size: '30', page: '7' });
    expect(last.media.map(({ id }: Shown) => id)).toEqual(found.slice(180));

    // Now there are exactly as many as are read.
    const [gone] = await server.app.db<{ ids: string[] }[]>`
      select array_agg(id) as ids from (select id from media where title = 'Intro' order by id limit 5) few`;
    await server.app.db`delete from media where id = any(${[...(gone?.ids ?? []), ...parts]}::uuid[])`;
    const left = await walk({});
    expect(new Set(left.found)).toEqual(new Set([...intros].filter((id) => !gone?.ids.includes(id))));
    expect(left.found).toHaveLength(200);
    // With one fewer, the total is known.
    await server.app.db`delete from media where id = ${left.found[0] ?? ''}`;
    expect((await walk({})).totals[0]).toBe(199);
  });

  it('has the same documents after single changes as after a rebuild', async () => {
    const { db } = server.app;
    const all = () => db`select id, tier, quality, title, tsv::text from media_search order by id`;
    const words = () => db`select key, word from vocab_del order by 1, 2`;
    const before = { all: [...(await all())], words: [...(await words())] };
    await db`select search_rebuild()`;
    expect([...(await all())]).toEqual(before.all);
    // Unused words were kept until the rebuild.
    expect(before.words).toEqual(expect.arrayContaining([...(await words())]));
    expect(await titles({ q: 'thunderstrom' })).toEqual(['Thunderstorm Lullaby']);
    expect(await titles({ q: 'lullab' })).toEqual(['Thunderstorm Lullaby']);
  });

  it('finds few and very many words by prefix, in titles and descriptions', async () => {
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

    // Only words that disappeared with their media are deleted.
    await db`delete from media where id = ${told}`;
    await refreshVocabularyLoop.run(server.app);
    const kept = await db`select word from search_lexemes where word in ('salsifying', 'roots', 'scorzonera39')`;
    expect([...kept]).toEqual([{ word: 'scorzonera39' }]);
    expect((await search({ q: 'scorzonera' })).total).toBe(40);
  });

  it('does not delete a word that another transaction is writing', async () => {
    const { db } = server.app;
    const gone = await add('Kohlrabi');
    await db`delete from media where id = ${gone}`;
    const { forgetting } = await db.begin(async (tx) => {
      await insertMedia(tx, { musicianId: musician.me.id, title: 'Kohlrabi' });
      await tx`set constraints all immediate`;
      const other = deleteUnusedLexemes(db, ['kohlrabi']);
      await untilWaiting(db, 1);
      return { forgetting: other };
    });
    await forgetting;
    expect(await titles({ q: 'kohl' })).toEqual(['Kohlrabi']);
  });

  it('moves documents to the index part for their quality, and finds them there', async () => {
    const { db } = server.app;
    await db`update media_search set tier = 3 where title = 'copper kettle'`;
    expect(await titles({ q: 'copper kettle' })).toEqual(['Copper Kettle']);
    const [moved] = await db<{ n: number }[]>`select search_retier(500) as n`;
    expect(moved?.n).toBe(1);
    const [row] = await db<{ tier: number }[]>`select tier from media_search where title = 'copper kettle'`;
    expect(row?.tier).toBe(0);
  });

  it('answers every text with 200 or 400', async () => {
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
