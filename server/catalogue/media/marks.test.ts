import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../../build-http.ts';
import { refreshCounts } from '../../listening/discovery/lists.queries.ts';
import { fill } from '../../platform/ports.ts';
import { Client } from '../../testkit/client.ts';
import { refilled } from '../../testkit/domains.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { type MarkSource, markSources } from './marks.ts';

/** A mark source with its own table, like the favorites domain. */
const hearts: MarkSource = {
  async of(db, userId, mediaIds) {
    const rows = await db<{ id: string }[]>`
      select media_id as id from hearts where user_id = ${userId} and media_id = any(${[...mediaIds]}::uuid[])`;
    return new Map(rows.map(({ id }) => [id, { isFavorite: true }]));
  },
  counted: async () => [],
};
/** A second mark source, in which no account has marks. */
const none: MarkSource = {
  async of(db) {
    await db`select 1 as hearts_of_another_kind`;
    return new Map();
  },
  counted: async () => [],
};

describe('the marks of a viewer', () => {
  let server: TestServer;
  /** The server without any mark source, and with two. */
  let plain: FastifyInstance;
  let marking: FastifyInstance;
  let musician: Account;
  let fan: Account;
  let admin: Account;
  let pinned: string;
  const ids: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server.app;
    await db`create table hearts (user_id uuid, media_id uuid)`;
    musician = await server.signUp();
    fan = await server.signUp();
    admin = await server.signUp({ role: 'admin' });
    const musicianId = musician.me.id;
    for (let n = 0; n < 25; n += 1)
      ids.push(await insertMedia(db, { musicianId, title: `Ember ${n}`, scores: [90, 90, 90] }));
    for (let n = 0; n < 25; n += 1) await insertMedia(db, { musicianId, scores: [75, 75, 75] });
    for (let n = 0; n < 25; n += 1) {
      const id = await insertMedia(db, { musicianId, allowCuration: true });
      await db`insert into reviews (id, media_id, submitted_at, due_at) values (${id}, ${id}, now(), now())`;
    }
    // Home shows the pinned item on top, and not in its two lists.
    pinned = await insertMedia(db, { musicianId, scores: [95, 95, 95], allowPerfectlySeasoned: false, pinned: true });
    await refreshCounts(db);
    await db`insert into hearts select ${fan.me.id}::uuid, id from media where title like '%1%' or id = ${pinned}`;
    const productWith = async (sources: readonly MarkSource[]) =>
      (await buildHttp({ ...server.app, domains: refilled(server.app.domains, [fill(markSources, sources)]) }, {}))
        .server;
    plain = await productWith([]);
    marking = await productWith([hearts, none]);
  });
  afterAll(async () => {
    await plain.close();
    await marking.close();
    await server.close();
  });

  const client = (http: FastifyInstance, account: Account | null) => {
    const made = new Client(http, () => {});
    for (const [name, value] of account?.client.cookies ?? []) made.cookies.set(name, value);
    return made;
  };

  /**
   * Statements that only some responses need: the driver's type lookups, and list counts and first listens, which may
   * be up to a second old.
   */
  const NOW_AND_THEN = /pg_catalog\.pg_type|list_counts|first_listens/;

  /** Sends a request. Returns the response and the SQL statements that were run for it. */
  async function counted(http: FastifyInstance, account: Account | null, url: string) {
    const { options } = server.app.db;
    // Invalidates the cached public data, so that everything is read from the database.
    await server.app.db`update categories set position = position`;
    const statements: string[] = [];
    options.debug = (_connection: number, text: string) => void statements.push(text);
    try {
      const [method = '', path = ''] = url.split(' ');
      const answer = await client(http, account).send({ method: method as 'GET', url: path });
      expect(answer.status, url).toBe(200);
      return { answer, statements: statements.filter((text) => !NOW_AND_THEN.test(text)) };
    } finally {
      options.debug = false;
    }
  }

  const LISTS = [
    ['GET /api/media?size=20', 'media'],
    ['GET /api/media?q=ember&size=20', 'media'],
    ['GET /api/browse/media?seed=3&size=20', 'media'],
    ['GET /api/list/media/curated?size=20', 'media'],
    ['GET /api/home', 'perfectlySeasoned'],
    ['POST /api/media/user/MUSICIAN', 'media'],
    ['GET /api/review?size=20', 'reviews'],
    ['GET /api/admin/media?size=20', 'media'],
  ] as const;

  it.each(LISTS)('take one query per domain in %s, however many rows there are', async (call, name) => {
    const url = call.replace('MUSICIAN', musician.me.id);
    const without = await counted(plain, admin, url);
    const withMarks = await counted(marking, admin, url);
    expect(withMarks.answer.body[name]).toHaveLength(20);
    expect(withMarks.statements.filter((text) => text.includes('hearts'))).toHaveLength(2);
    expect(withMarks.statements).toHaveLength(without.statements.length + 2);
  });

  it.each(LISTS.slice(0, 6))('take no query for a visitor in %s', async (call, name) => {
    const url = call.replace('MUSICIAN', musician.me.id);
    const without = await counted(plain, null, url);
    const withMarks = await counted(marking, null, url);
    expect(withMarks.statements).toHaveLength(without.statements.length);
    const rows: { isFavorite: boolean }[] = withMarks.answer.body[name];
    expect(rows.map(({ isFavorite }) => isFavorite)).toEqual(Array.from({ length: 20 }, () => false));
  });

  it('take no query for an empty page', async () => {
    const { answer, statements } = await counted(marking, fan, 'GET /api/media?q=nothingofthekind');
    expect([answer.body.media, statements.filter((text) => text.includes('hearts'))]).toEqual([[], []]);
  });

  it('appear on each media item that the account marked, and for no other account', async () => {
    const all = `GET /api/media?ids=${[...ids, pinned].join(',')}&paged=false`;
    const favorites = async (http: FastifyInstance, account: Account | null) => {
      const { media } = (await counted(http, account, all)).answer.body as {
        media: { id: string; isFavorite: boolean }[];
      };
      return media.filter(({ isFavorite }) => isFavorite).map(({ id }) => id);
    };
    const marked = [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21].map((n) => ids[n]);
    expect(await favorites(marking, fan)).toEqual([...marked, pinned]);
    for (const account of [null, musician, admin]) expect(await favorites(marking, account)).toEqual([]);
    expect(await favorites(plain, fan)).toEqual([]);
  });

  it('are the only difference between a member’s response and a visitor’s', async () => {
    for (const url of ['/api/home?seed=3', '/api/media?size=50', '/api/browse/media?seed=3', `/api/media/${ids[10]}`]) {
      const seen = JSON.stringify((await client(marking, null).get(url)).body);
      const { text } = await client(marking, fan).get(url);
      expect(text).toContain('"isFavorite":true');
      expect(text.replaceAll('"isFavorite":true', '"isFavorite":false')).toBe(seen);
      expect((await client(plain, fan).get(url)).text).toBe(seen);
    }
  });

  it('appear on a single media item, in the response to an edit, and on the item pinned on Home', async () => {
    const at = client(marking, fan);
    expect((await at.get(`/api/media/${pinned}`)).body.isFavorite).toBe(true);
    expect((await at.get(`/api/media/${ids[0]}`)).body.isFavorite).toBe(false);
    expect((await at.get('/api/home')).body.pinned).toMatchObject({ id: pinned, isFavorite: true });
    const own = await insertMedia(server.app.db, { musicianId: fan.me.id });
    await server.app.db`insert into hearts values (${fan.me.id}, ${own})`;
    expect((await at.put(`/api/media/${own}`, { title: 'Mine' })).body).toMatchObject({
      title: 'Mine',
      isFavorite: true,
    });
  });
});
