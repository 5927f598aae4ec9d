import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import type { Client } from '../../testkit/client.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMissingSources } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshCounts } from './lists.queries.ts';

const TOO_FAR = 'This page is too far from the start. Follow paging.next instead of counting pages.';

describe('pages that are far from the start', () => {
  const SEED = '/api/browse/media?seed=7';
  let proxy: DatabaseProxy;
  let server: TestServer;

  beforeAll(async () => {
    proxy = await openDatabaseProxy(await createTestDatabase());
    server = await startTestServer({ DATABASE_URL: proxy.url });
    const musician = await server.signUp({ firstName: 'Pagina' });
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

  it('F17 e13 equal the pages by cursor up to row 1000 of a shuffled list, and are refused beyond', async () => {
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
    // A page requested by number continues by its cursor.
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

  it('F17 e13 read no full rows of the pages before them', async () => {
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
    // Of the 980 rows before it, only keys and musicians are read (about 200 bytes each); full rows would have some
    // 600.
    expect(last - first).toBeLessThan(980 * 300);
  });

  it('F17 e13 of the review queue read no row before them, and are refused beyond row 1000', async () => {
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
