import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aggregateEvents } from '../stats/aggregate-events.ts';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { endFirstListensLoop } from './discovery.loops.ts';
import { refreshCounts } from './lists.queries.ts';

interface Row {
  id: string;
  title: string;
  musician: { id: string };
}
type Why = { kind: string; title: string | null } | null;

describe('recommendations', () => {
  let server: TestServer;
  let musicians: Account[];
  let listener: Account;
  let genres: { id: string }[];
  let moods: { id: string }[];
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer({ FIRST_LISTENS_SHARE: '0' });
    musicians = [];
    for (let index = 0; index < 6; index += 1) musicians.push(await server.signUp());
    listener = await server.signUp();
    genres = (await server.visitor().get('/api/genres')).body.genres;
    moods = (await server.visitor().get('/api/moods')).body.moods;
    const add = async (title: string, musician: number, genre?: number, mood?: number) =>
      (ids[title] = await insertMedia(server.app.db, {
        musicianId: musicians[musician]?.me.id ?? '',
        title,
        ...(genre !== undefined && { genreId: genres[genre]?.id ?? null, scores: [80, 80, 80] }),
        ...(mood !== undefined && { moodId: moods[mood]?.id ?? null }),
      }));
    await add('Played', 0, 0, 0);
    await add('Favorited', 1, 1);
    // One of them has the choice's mood as well; it must be listed only once.
    for (let index = 0; index < 8; index += 1)
      await add(`soul ${index}`, 2 + (index % 4), 0, index === 0 ? 0 : undefined);
    for (let index = 0; index < 4; index += 1) await add(`by the same ${index}`, 0);
    for (let index = 0; index < 4; index += 1) await add(`second genre ${index}`, 2 + (index % 4), 1);
    for (let index = 0; index < 4; index += 1) await add(`mood ${index}`, 2 + (index % 4), 5, 0);
    for (let index = 0; index < 40; index += 1) await add(`other ${index}`, 2 + (index % 4), 6, 6);
    await refreshCounts(server.app.db);
  });
  afterAll(() => server.close());

  /** Reads all pages, each with the cursor of the one before. */
  const walk = async (ask: (cursor: string | undefined) => ReturnType<Client['get']>) => {
    const media: Row[] = [];
    const why: Why[] = [];
    let cursor: string | undefined;
    do {
      const answer = await ask(cursor);
      expect(answer.status).toBe(200);
      expect(answer.body.why).toHaveLength(answer.body.media.length);
      media.push(...answer.body.media);
      why.push(...answer.body.why);
      cursor = answer.body.paging.next ?? undefined;
    } while (cursor !== undefined);
    return { titles: media.map(({ title }) => title), media, why };
  };
  const browse = (client: Client, seed: number, size = 7) =>
    walk((cursor) =>
      client.get(`/api/browse/media?seed=${seed}&size=${size}${cursor === undefined ? '' : `&cursor=${cursor}`}`),
    );
  const browseFrom = (client: Client, history: object, seed = 3) =>
    walk((cursor) => client.post('/api/browse/media', { history, seed, pagingOptions: { size: 9, cursor } }));
  const isLike = (title: string) => /^(soul|by the same|second|mood)/.test(title);

  it('begin with media similar to the latest choices, with the reason, and continue with all others', async () => {
    const before = await browse(listener.client, 3);
    expect(before.why.every((one) => one === null)).toBe(true);
    await server.app
      .db`insert into recent_plays (user_id, media_id, played_at) values (${listener.me.id}, ${ids['Played'] ?? ''}, now())`;
    await server.app
      .db`insert into favorites (user_id, media_id) values (${listener.me.id}, ${ids['Favorited'] ?? ''}) on conflict do nothing`;
    const { titles, why, media } = await browse(listener.client, 3);
    expect(titles.toSorted()).toEqual(before.titles.toSorted());
    // Up to eight may have to wait until media of other musicians come between.
    expect(titles.slice(0, 12).every(isLike)).toBe(true);
    expect(titles.slice(36).some(isLike)).toBe(false);
    // The choices come last, because they need no recommendation.
    for (const title of ['Favorited', 'Played']) expect(titles.indexOf(title)).toBeGreaterThan(50);
    for (const [at, title] of titles.entries()) {
      if (/^(soul|by the same|mood)/.test(title)) expect(why[at]).toEqual({ kind: 'played', title: 'Played' });
      if (title.startsWith('second')) expect(why[at]).toEqual({ kind: 'favorited', title: 'Favorited' });
      if (title.startsWith('other')) expect(why[at]).toBeNull();
    }
    const neighbours = media.slice(1, 40).filter((one, at) => one.musician.id === media[at]?.musician.id);
    expect(neighbours).toEqual([]);
    // Each seed has its own reproducible order, and a visitor gets no reasons from it.
    expect((await browse(listener.client, 3, 50)).titles).toEqual(titles);
    expect((await browse(listener.client, 4)).titles).not.toEqual(titles);
    expect((await browse(server.visitor(), 3)).why.every((one) => one === null)).toBe(true);
  });

  it('are based on ratings, too, but not on low ratings', async () => {
    const { client } = await server.signUp();
    await client.post(`/api/media/rate/${ids['Favorited']}`, { rating: 2 });
    expect((await browse(client, 5)).why.some((one) => one !== null)).toBe(false);
    await client.post(`/api/media/rate/${ids['Favorited']}`, { rating: 5 });
    const { titles, why } = await browse(client, 5);
    expect(titles.slice(0, 4).every((title) => title.startsWith('second'))).toBe(true);
    expect(why[0]).toEqual({ kind: 'rated', title: 'Favorited' });
  });

  it('keep their order across pages, even if the listener plays items in between', async () => {
    const { me, client } = await server.signUp();
    await server.app.db`insert into recent_plays values (${me.id}, ${ids['Played'] ?? ''}, now())`;
    const wanted = await browse(client, 8);
    let pages = 0;
    const found = await walk(async (cursor) => {
      const answer = await client.get(
        `/api/browse/media?seed=8&size=7${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      const chosen = (answer.body.media as Row[])[0]?.id ?? '';
      await server.app.db`
        insert into recent_plays values (${me.id}, ${chosen}, now()) on conflict (user_id, media_id) do update set played_at = now()`;
      pages += 1;
      return answer;
    });
    expect(pages).toBeGreaterThan(5);
    expect(found.titles).toEqual(wanted.titles);
  });

  it('use the browser’s history for a visitor, without storing it', async () => {
    const visitor = server.visitor();
    const history = { played: [ids['Played'], newId()], favorited: [ids['Favorited']] };
    const { titles, why } = await browseFrom(visitor, history);
    expect(new Set(titles).size).toBe(62);
    expect(titles.slice(0, 12).every(isLike)).toBe(true);
    expect(why[titles.indexOf('soul 1')]).toEqual({ kind: 'played', title: 'Played' });
    expect(why[titles.indexOf('second genre 1')]).toEqual({ kind: 'favorited', title: 'Favorited' });
    const answer = await visitor.post('/api/browse/media', { history, seed: 3 });
    expect(answer.headers['cache-control']).toContain('no-store');
    for (const { name } of await server.app.db<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
      if (['recent_plays', 'favorites', 'stat_events', 'tallies', 'deliveries'].includes(name)) {
        const rows = await server.app
          .db`select 1 from ${server.app.db(name)} t where t::text like ${`%${visitor.cookies.get('visitor')?.split('.')[0]}%`}`;
        expect(rows).toHaveLength(0);
      }
    const many = Array.from({ length: 21 }, () => newId());
    expect((await visitor.post('/api/browse/media', { history: { played: many } })).status).toBe(400);
    expect((await visitor.post('/api/browse/media', { history: { played: ['x'] } })).status).toBe(400);
  });

  it('tracks after a queue are similar to its last tracks, and none of its own', async () => {
    const queue = [ids['other 1'], ids['soul 0'], ids['Played']];
    const { body, status } = await server.visitor().post('/api/browse/next', { queue });
    expect(status).toBe(200);
    const media = body.media as Row[];
    expect(media).toHaveLength(10);
    expect(media.some(({ id }) => queue.includes(id))).toBe(false);
    expect(body.why[0]).toMatchObject({ kind: 'played' });
    const row = [{ musician: { id: musicians[0]?.me.id } }, ...media];
    expect(row.slice(1).filter((one, at) => one.musician.id === row[at]?.musician.id)).toEqual([]);
    expect((await server.visitor().post('/api/browse/next', { queue: [] })).status).toBe(400);
  });

  it('no tracks follow a private one', async () => {
    const owner = musicians[0] as Account;
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    for (const client of [owner.client, server.visitor()]) {
      const { body } = await client.post('/api/browse/next', { queue: [ids['soul 0'], hidden] });
      expect(body).toEqual({ media: [], why: [] });
    }
  });
});

describe('first listens', () => {
  let server: TestServer;
  let musicians: Account[];
  const heardBefore = new Set<string>();
  const fresh: string[] = [];
  beforeEach(async () => {
    server = await startTestServer({ FIRST_LISTENS_SHOWINGS: '2', FIRST_LISTENS_PLAYS: '1' });
    musicians = [await server.signUp(), await server.signUp(), await server.signUp(), await server.signUp()];
    heardBefore.clear();
    fresh.length = 0;
    const [genre] = (await server.visitor().get('/api/genres')).body.genres;
    const add = (musician: number) =>
      insertMedia(server.app.db, {
        musicianId: musicians[musician]?.me.id ?? '',
        scores: [80, 80, 80],
        genreId: genre.id,
      });
    for (let index = 0; index < 40; index += 1) heardBefore.add(await add(index % 3));
    await server.app.db`update media set play_count = 500`;
    await server.app.db`delete from first_listens`;
    for (let index = 0; index < 3; index += 1) fresh.push(await add(index === 2 ? 3 : index));
    await refreshCounts(server.app.db);
  });
  afterEach(() => server.close());

  const browse = async (seed: number) => (await server.visitor().get(`/api/browse/media?seed=${seed}&size=60`)).body;
  const show = (client: Client, media: string[], place = 'browse') => client.post('/api/showings', { place, media });

  it('give little-heard approved media their share of the list, marked as new', async () => {
    const { media, why } = await browse(3);
    const places = media.flatMap(({ id }: Row, at: number) => (fresh.includes(id) ? [at] : []));
    // Two of the newcomers are by musicians of other media, too, so one may come a place later.
    expect(places).toHaveLength(3);
    expect(places[0]).toBeLessThan(9);
    expect(places[2]).toBeLessThan(24);
    for (const [at, one] of media.entries())
      expect(why[at]).toEqual(fresh.includes(one.id) ? { kind: 'new', title: null } : null);
    const next = await server.visitor().post('/api/browse/next', { queue: [[...heardBefore][0]] });
    expect(next.body.why).toContainEqual({ kind: 'new', title: null });
  });

  it('get no share when the configured share is 0', async () => {
    const without = await startTestServer({ FIRST_LISTENS_SHARE: '0', DATABASE_URL: server.app.env.DATABASE_URL });
    try {
      const { why } = (await without.visitor().get('/api/browse/media?seed=3')).body;
      expect(why.every((one: Why) => one === null)).toBe(true);
    } finally {
      await without.close();
    }
  });

  it('count showings once a day per listener, never the owner’s, and report them with plays', async () => {
    const { app } = server;
    const owner = musicians[0] as Account;
    const [media = ''] = fresh;
    const hidden = await insertMedia(app.db, { musicianId: owner.me.id, published: false });
    const [first, second] = [server.visitor(), server.visitor()];
    for (const client of [first, second]) await client.get('/api/settings');
    expect((await show(first, [media, media, hidden, newId()])).body).toEqual({ accepted: 1 });
    expect((await show(first, [media])).status).toBe(200);
    expect((await show(second, [media], 'queue')).body).toEqual({ accepted: 1 });
    expect((await show(owner.client, [media])).body).toEqual({ accepted: 0 });
    expect((await show(first, [media], 'nowhere')).status).toBe(400);
    await aggregateEvents(app);
    await show(first, [media]);
    // One of the two listeners plays it, and so does a visitor to whom it was not shown.
    for (const client of [first, server.visitor()]) {
      await client.get('/api/settings');
      const visitor = (client.cookies.get('visitor') ?? '').split('.')[0] ?? '';
      await app.db`insert into deliveries (visitor, media_id, bytes, first_at, last_at)
        values (${visitor}, ${media}, 1000, now() - interval '1 minute', now())`;
      await client.post('/api/stats', { statTitle: 'play-media', musician: owner.me.id, media });
    }
    await aggregateEvents(app);
    const shown = async (account: Account) => (await account.client.get('/api/mediaStats')).body.audience.showings;
    expect(await shown(owner)).toMatchObject([{ id: media, browse: 1, queue: 1, plays: 1 }]);
    expect(await shown(musicians[1] as Account)).toEqual([]);
    expect(await app.db`select shown, heard from first_listens where media_id = ${media}`).toEqual([
      { shown: 2, heard: 1 },
    ]);
    // The play count of the media includes plays only, no showings.
    expect(await app.db`select play_count::int as n from media where id = ${media}`).toEqual([{ n: 2 }]);
    await endFirstListensLoop.run(app);
    const newcomers = () => app.db`select media_id from first_listens where is_public and not ended`;
    expect(await newcomers()).toHaveLength(2);
    const { why, media: left } = await browse(77);
    expect(why[left.findIndex(({ id }: Row) => id === media)]).toBeNull();

    // Media that are hidden and published again keep their state, whether or not they had had all their showings.
    const [, begun = ''] = fresh;
    await app.db`update first_listens set shown = 1 where media_id = ${begun}`;
    for (const [id, by] of [
      [media, owner],
      [begun, musicians[1] as Account],
    ] as const)
      for (const published of [false, true]) {
        expect((await by.client.put(`/api/media/${id}`, { published })).status).toBe(200);
        expect(await newcomers()).toHaveLength(id === begun && !published ? 1 : 2);
      }
    await endFirstListensLoop.run(app);
    const counts = await app.db`select media_id as id, shown, ended from first_listens order by shown desc limit 2`;
    expect([...counts]).toEqual([
      { id: media, shown: 2, ended: true },
      { id: begun, shown: 1, ended: false },
    ]);
    await show(server.visitor(), [media]);
    await aggregateEvents(app);
    expect(await app.db`select shown from first_listens where media_id = ${media}`).toEqual([{ shown: 2 }]);
  });

  it('reach the end of a list that is nearly all one musician’s, with very many waiting in the cursor', async () => {
    const { app } = server;
    await app.db`delete from media`;
    const [prolific, other] = musicians as [Account, Account];
    const genres = (await server.visitor().get('/api/genres')).body.genres as { id: string }[];
    const moods = (await server.visitor().get('/api/moods')).body.moods as { id: string }[];
    const listener = await server.signUp();
    const add = (who: Account, n: number) =>
      insertMedia(app.db, {
        musicianId: who.me.id,
        scores: [80, 80, 80],
        genreId: genres[n % 6]?.id ?? null,
        moodId: moods[n % 6]?.id ?? null,
      });
    const ids: string[] = [];
    for (let n = 0; n < 160; n += 1) ids.push(await add(prolific, n));
    // The most that a list can begin with: choices with six musicians, genres and moods, and newcomers.
    for (let n = 0; n < 6; n += 1) {
      const chosen = await add(await server.signUp(), n);
      ids.push(chosen);
      await app.db`insert into favorites (user_id, media_id) values (${listener.me.id}, ${chosen})`;
    }
    for (let n = 0; n < 12; n += 1) ids.push(await add(n < 2 ? other : await server.signUp(), n));
    await refreshCounts(app.db);
    const found: string[] = [];
    let longest = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await listener.client.get(`/api/browse/media?seed=5&size=9${cursor && `&cursor=${cursor}`}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      found.push(...answer.body.media.map(({ id }: Row) => id));
      cursor = answer.body.paging.next;
      longest = Math.max(longest, cursor?.length ?? 0);
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    // As many items waited in the cursor as are allowed.
    expect(longest).toBeGreaterThan(2500);
  });

  it('record an account’s plays for its recommendations', async () => {
    const { app } = server;
    const listener = await server.signUp();
    const [media = ''] = heardBefore;
    const visitor = (listener.client.cookies.get('visitor') ?? '').split('.')[0] ?? '';
    await app.db`insert into deliveries (visitor, media_id, bytes, first_at, last_at)
      values (${visitor}, ${media}, 1000, now() - interval '1 minute', now())`;
    await listener.client.post('/api/stats', { statTitle: 'play-media', media });
    await aggregateEvents(app);
    expect(await app.db`select media_id from recent_plays where user_id = ${listener.me.id}`).toEqual([
      { media_id: media },
    ]);
    const { why } = (await listener.client.get('/api/browse/media?seed=3')).body;
    expect(why).toContainEqual(expect.objectContaining({ kind: 'played' }));
  });
});
