import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testkit/client.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../testkit/database-proxy.ts';
import { createTestDatabase } from '../testkit/database.ts';
import { transaction } from '../db/connection.ts';
import { insertMedia, insertMissingSources } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { refreshCounts } from './lists.queries.ts';

const TOO_FAR = 'This page is too far from the start. Follow paging.next instead of counting pages.';

describe('pages of lists', () => {
  let proxy: DatabaseProxy;
  let server: TestServer;
  let admin: Account;
  let musician: Account;
  let ids: string[];

  beforeAll(async () => {
    proxy = await openDatabaseProxy(await createTestDatabase());
    server = await startTestServer({ DATABASE_URL: proxy.url });
    admin = await server.signUp({ role: 'admin' });
    musician = await server.signUp({ firstName: 'Pagina' });
    ids = [];
    for (let index = 0; index < 23; index += 1)
      ids.push(
        await insertMedia(server.app.db, {
          musicianId: musician.me.id,
          title: `Page ${index}`,
          type: index % 4 === 0 ? 'video' : 'song',
        }),
      );
    // Several of one moment, as an upload of many makes them.
    await server.app.db`update media set created_at = '2026-01-01'::timestamptz + ((rk % 5) || ' minutes')::interval`;
    await server.app.db`update media set position = rk % 7 where rk % 3 = 0`;
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
  });

  type Ask = (page: { size: number; page?: number; cursor?: string }) => Promise<Awaited<ReturnType<Client['get']>>>;
  const asked =
    (url: string, client: Client): Ask =>
    (page) => {
      const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
      return client.get(`${url}${url.includes('?') ? '&' : '?'}${query}`);
    };
  const idsOf = (body: Record<string, unknown>, field: string) => (body[field] as { id: string }[]).map(({ id }) => id);
  /** Everything by `next`, and by page numbers. */
  const both = async (ask: Ask, field: string): Promise<[string[], string[]]> => {
    const followed: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { status, body } = await ask({ size: 4, ...(cursor ? { cursor } : {}) });
      expect(status).toBe(200);
      followed.push(...idsOf(body, field));
      cursor = body.paging.next as string | null;
      // Nothing follows the last page, also where it is full.
      if (cursor !== null) expect(body[field]).toHaveLength(4);
    } while (cursor);
    const counted: string[] = [];
    for (let page = 1; page <= Math.ceil(followed.length / 4) + 1; page += 1)
      counted.push(...idsOf((await ask({ size: 4, page })).body, field));
    return [followed, counted];
  };
  const refused = async (ask: Ask, other: Ask) => {
    const { next } = (await ask({ size: 4 })).body.paging;
    expect(await other({ size: 4, cursor: next })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cursor' }] },
    });
    expect(await ask({ size: 100, page: 101 })).toMatchObject({ status: 400, body: { message: TOO_FAR } });
    expect((await ask({ size: 100, page: 100 })).status).toBe(200);
  };

  it('e6 of accounts lead on by their cursor', async () => {
    for (let index = 0; index < 9; index += 1) await server.signUp({ firstName: 'Nextina' });
    await server.app.db`update users set created_at = '2026-01-01' where first_name = 'Nextina'`;
    const ask = asked('/api/users?q=nextina', admin.client);
    const [followed, counted] = await both(ask, 'users');
    expect(followed).toHaveLength(9);
    expect(new Set(followed).size).toBe(9);
    expect(counted).toEqual(followed);
    await refused(ask, asked('/api/users?q=pagina', admin.client));
  });

  it('e6 of the administrators’ media lead on by their cursor', async () => {
    const ask = asked('/api/admin/media?q=page', admin.client);
    const [followed, counted] = await both(ask, 'media');
    expect(new Set(followed)).toEqual(new Set(ids));
    expect(followed).toHaveLength(23);
    expect(counted).toEqual(followed);
    await refused(ask, asked('/api/admin/media?q=page&filter=published', admin.client));
  });

  it('e6 of the outbox lead on by their cursor', async () => {
    for (let index = 0; index < 8; index += 1)
      await server.app.db`insert into outbox (id, "to", subject, text, html, kind, created_at)
        values (gen_random_uuid(), 'a@example.org', ${`Mail ${index}`}, '', '', 'test', '2026-01-01')`;
    const ask = asked('/api/outbox', admin.client);
    const [followed, counted] = await both(ask, 'mail');
    const rows = await server.app.db`select id from outbox order by created_at desc, id desc`;
    expect(followed).toEqual(rows.map((row) => row['id']));
    expect(counted).toEqual(followed);
    await refused(ask, asked('/api/users', admin.client));
  });

  it.each([
    [{}, 'created_at desc, id desc'],
    [{ order: 'asc' }, 'created_at, id'],
    [{ sort: 'createdOn', order: 'desc' }, 'created_at desc, id desc'],
    [{ sort: 'position' }, 'position nulls last, created_at, id'],
    [{ sort: 'position', order: 'desc' }, 'position desc nulls first, created_at desc, id desc'],
  ])('e6 of a musician’s media lead on by their cursor, sorted by %j', async (sortingOptions, order) => {
    const sorted =
      (options: object): Ask =>
      (pagingOptions) =>
        server.visitor().post(`/api/media/user/${musician.me.id}`, { pagingOptions, sortingOptions: options });
    const [followed, counted] = await both(sorted(sortingOptions), 'media');
    const rows = await server.app.db`select id from media where musician_id = ${musician.me.id}
      order by ${server.app.db.unsafe(order)}`;
    expect(followed).toEqual(rows.map((row) => row['id']));
    expect(counted).toEqual(followed);
    await refused(
      sorted(sortingOptions),
      sorted({ sort: 'createdOn', order: order.includes('desc') ? 'asc' : 'desc' }),
    );
  });

  describe('that are far from the start', () => {
    const SEED = '/api/browse/media?seed=7';
    beforeAll(async () => {
      const { db } = server.app;
      await transaction(db, async (tx) => {
        await tx`insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at)
          select gen_random_uuid(), ${musician.me.id}, 'Filler ' || n, 'song', 'f', 'complete', gen_random_uuid(), true,
            now() - n * interval '1 second'
          from generate_series(1, 1500) n`;
        await insertMissingSources(tx);
      });
      await refreshCounts(db);
    });

    it('F17 e13 are those of the walk, up to the thousandth row of a shuffled list, and refused beyond', async () => {
      const ask = asked(SEED, server.visitor());
      const walked: string[] = [];
      let cursor: string | null = null;
      while (walked.length < 1000) {
        const { body }: { body: { media: { id: string }[]; paging: { next: string } } } = await ask({
          size: 100,
          ...(cursor && { cursor }),
        });
        walked.push(...body.media.map(({ id }) => id));
        cursor = body.paging.next;
      }
      for (const [page, size] of [
        [1, 50],
        [2, 50],
        [7, 13],
        [40, 25],
        [10, 100],
      ] as const)
        // prettier-ignore
        expect(idsOf((await ask({ page, size })).body, 'media'), `${page}`).toEqual(
          walked.slice((page - 1) * size, page * size),
        );
      // What is reached by its number leads on by its cursor.
      const { body } = await ask({ page: 9, size: 100 });
      expect(idsOf((await ask({ size: 100, cursor: body.paging.next })).body, 'media')).toEqual(walked.slice(900));
      for (const url of [SEED, '/api/media?seed=7', '/api/list/media/curated?seed=7'])
        for (const page of [
          { page: 11, size: 100 },
          { page: 51, size: 20 },
        ])
          expect(await asked(url, server.visitor())(page)).toMatchObject({ status: 400, body: { message: TOO_FAR } });
      expect((await asked('/api/media', server.visitor())({ page: 11, size: 100 })).status).toBe(200);
    });

    it('F17 e13 cost no more rows than the first: those before them are not read', async () => {
      const ask = asked(SEED, server.visitor());
      const read = async (page: number) => {
        let bytes = 0;
        proxy.onAnswer = (some) => void (bytes += some.length);
        expect(idsOf((await ask({ page, size: 20 })).body, 'media')).toHaveLength(20);
        proxy.onAnswer = () => {};
        return bytes;
      };
      await read(1);
      const [first, last] = [await read(1), await read(50)];
      // Of the 980 before it come their keys alone (about 70 bytes each): in full they would be some 600 bytes each.
      expect(last - first).toBeLessThan(980 * 150);
    });

    it('F17 e13 of the review queue are refused beyond the thousandth, and read no row before them', async () => {
      const { db } = server.app;
      const reviewer = await server.signUp({ isCurator: true });
      await db`insert into reviews (id, media_id, reviewer_id, submitted_at, due_at)
        select gen_random_uuid(), id, case when rk % 10 = 0 then ${reviewer.me.id}::uuid end, now(), now() + (rk % 1000) * interval '1 minute'
        from media where title like 'Filler %'`;
      await db`update media set allow_curation = true, first_submitted_at = now() where title like 'Filler %'`;
      const rows = await db`select media_id from reviews order by reviewer_id is null, due_at, id`;
      const ask = asked('/api/review', reviewer.client);
      const bytes = async (page: number) => {
        let sum = 0;
        proxy.onAnswer = (some) => void (sum += some.length);
        const { body } = await ask({ page, size: 20 });
        proxy.onAnswer = () => {};
        expect(body.reviews.map(({ media }: { media: { id: string } }) => media.id)).toEqual(
          rows.slice((page - 1) * 20, page * 20).map((row) => row['media_id']),
        );
        return sum;
      };
      const drawn = rows.length - (await db`select 1 from reviews where reviewer_id is null`).length;
      const edge = Math.ceil(drawn / 20);
      await bytes(1);
      const [first, ...others] = [await bytes(1), await bytes(edge), await bytes(edge + 1), await bytes(50)];
      for (const other of others) expect(other).toBeLessThan(2 * first);
      expect(await ask({ page: 51, size: 20 })).toMatchObject({ status: 400, body: { message: TOO_FAR } });
    });
  });
});
