import { MAX_ADDED } from '@scoville/contract/catalogue/favorites.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '../../review/data-export/own-rows.ts';
import { newId } from '../../platform/ids.ts';
import { repairCounters } from '../../listening/stats/repair.queries.ts';
import type { Client } from '../../testkit/client.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const password = 'a long password';
const path = (id: string) => `/api/media/favorites/${id}`;

describe('favorites of accounts', () => {
  let server: TestServer;
  let musician: Account;
  let fan: Account;
  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp();
    fan = await server.signUp();
  });
  afterAll(() => server.close());

  const song = (musicianId = musician.me.id) => insertMedia(server.app.db, { musicianId });
  const songs = (count: number) => Promise.all(Array.from({ length: count }, () => song()));
  const ids = async (client: Client) => (await client.get('/api/media/favorites/')).body.favorites as string[];
  const countOf = async (id: string) => (await server.visitor().get(`/api/media/${id}`)).body.rememberCount as number;
  /** All pages of a member's favorites, in the order of a seed. */
  const remembered = async (client: Client, query: string, from = ''): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: string | null = from; cursor !== null;) {
      const { body } = await client.get(`/api/remember?${query}${cursor && `&cursor=${cursor}`}`);
      pages.push(body.media.map(({ id }: { id: string }) => id));
      cursor = body.paging.next;
    }
    return pages;
  };

  it('API-48 are added once, removed and listed by their calls, which need a session', async () => {
    const [one = '', other = ''] = await songs(2);
    for (const { isFavorite, rememberCount, method, id } of [
      { method: 'POST', id: one, isFavorite: true, rememberCount: 1 },
      { method: 'POST', id: one, isFavorite: true, rememberCount: 1 },
      { method: 'POST', id: other, isFavorite: true, rememberCount: 1 },
      { method: 'DELETE', id: one, isFavorite: false, rememberCount: 0 },
      { method: 'DELETE', id: one, isFavorite: false, rememberCount: 0 },
      { method: 'POST', id: one, isFavorite: true, rememberCount: 1 },
    ] as const)
      expect(await fan.client.send({ method, url: path(id) })).toMatchObject({
        status: 200,
        body: { id, isFavorite, rememberCount },
      });
    expect(await ids(fan.client)).toEqual([one, other]);
    const signIn = { status: 401, body: { message: 'Please sign in.', errors: [] } };
    for (const method of ['POST', 'DELETE'] as const)
      expect(await server.visitor().send({ method, url: path(one) })).toMatchObject(signIn);
    expect(await server.visitor().get('/api/media/favorites/')).toMatchObject(signIn);
    expect(await countOf(one)).toBe(1);
  });

  it('FV-01 belong to the account: another browser that signs in has them', async () => {
    const id = await song();
    await fan.client.post(path(id));
    const elsewhere = server.visitor();
    expect((await elsewhere.post('/auth', { email: fan.me.email, password })).status).toBe(200);
    expect((await elsewhere.get(`/api/media/${id}`)).body.isFavorite).toBe(true);
    expect(await ids(elsewhere)).toContain(id);
    expect((await musician.client.get(`/api/media/${id}`)).body.isFavorite).toBe(false);
  });

  it('may include the account’s own hidden media; others’ media that are hidden or deleted disappear', async () => {
    const account = await server.signUp();
    const own = await insertMedia(server.app.db, { musicianId: account.me.id, published: false });
    const [shown = '', hidden = '', gone = ''] = await songs(3);
    for (const id of [own, shown, hidden, gone]) expect((await account.client.post(path(id))).status).toBe(200);
    const notFound = { status: 404, body: { message: 'This media was not found.' } };
    expect(await fan.client.post(path(own))).toMatchObject(notFound);
    expect(await fan.client.post(path(newId()))).toMatchObject(notFound);
    await musician.client.put(`/api/media/${hidden}`, { published: false });
    await musician.client.delete(`/api/media/${gone}`);
    expect((await remembered(account.client, 'seed=5')).flat().toSorted()).toEqual([own, shown].toSorted());
    expect(await fan.client.delete(path(hidden))).toMatchObject({ status: 200, body: { rememberCount: 0 } });
    await musician.client.put(`/api/media/${hidden}`, { published: true });
    expect((await remembered(account.client, 'seed=5')).flat()).toContain(hidden);
    expect((await account.client.delete(path(hidden))).body.rememberCount).toBe(0);
  });

  it('API-40 are listed for their account only, in an order per seed, without gaps or repeats', async () => {
    const account = await server.signUp();
    const mine = await songs(45);
    expect((await account.client.post('/api/media/favorites/', { ids: mine })).body).toEqual({ added: 45 });
    const pages = await remembered(account.client, 'seed=7');
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(pages.flat().toSorted()).toEqual(mine.toSorted());
    expect((await remembered(account.client, 'seed=7')).flat()).toEqual(pages.flat());
    expect((await remembered(account.client, 'seed=8')).flat()).not.toEqual(pages.flat());
    const [first] = (await account.client.get('/api/remember?seed=7&size=1')).body.media;
    expect(first).toEqual({
      ...(await server.visitor().get(`/api/media?ids=${first.id}`)).body.media[0],
      isFavorite: true,
    });
    expect((await server.visitor().get('/api/remember')).status).toBe(401);
    const other = await server.signUp();
    expect((await other.client.get('/api/remember?seed=7')).body).toEqual({
      media: [],
      paging: { page: 1, size: 20, next: null },
    });
  });

  it('continue without gaps or repeats while others are added and removed', async () => {
    const account = await server.signUp();
    const mine = await songs(30);
    await account.client.post('/api/media/favorites/', { ids: mine });
    const first = (await account.client.get('/api/remember?seed=9&size=10')).body;
    const seen: string[] = first.media.map(({ id }: { id: string }) => id);
    await account.client.delete(path(seen[4] ?? ''));
    await account.client.post(path(await song()));
    const rest = (await remembered(account.client, 'seed=9&size=10', first.paging.next)).flat();
    expect(seen.filter((id) => rest.includes(id))).toEqual([]);
    for (const id of mine) expect([...seen, ...rest], id).toContain(id);
  });

  it('accept 1,000 items in one call, count none twice, and skip missing and hidden items', async () => {
    const account = await server.signUp();
    const { db } = server.app;
    const mine = (await db<{ id: string }[]>`select id from media where band is not null`).map(({ id }) => id);
    const unpublished = await insertMedia(db, { musicianId: musician.me.id, published: false });
    const some = Array.from({ length: MAX_ADDED - mine.length - 1 }, () => newId());
    const all = { ids: [...mine, unpublished, ...some] };
    expect(await account.client.post('/api/media/favorites/', all)).toMatchObject({
      status: 200,
      body: { added: mine.length },
    });
    expect((await account.client.post('/api/media/favorites/', all)).body).toEqual({ added: 0 });
    expect((await ids(account.client)).toSorted()).toEqual(mine.toSorted());
    const message = 'Add at most 1,000 favorites at once.';
    expect(await account.client.post('/api/media/favorites/', { ids: [...all.ids, newId()] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'ids', message }] },
    });
  });

  it('are counted exactly through concurrent changes and deleted accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
    const media = [
      ...(await songs(4)),
      ...(await Promise.all(accounts.map(({ me }) => insertMedia(server.app.db, { musicianId: me.id })))),
    ];
    const step = fc.record({
      account: fc.nat({ max: accounts.length - 1 }),
      act: fc.oneof(
        fc.record({
          method: fc.constantFrom('POST' as const, 'DELETE' as const),
          at: fc.nat({ max: media.length - 1 }),
        }),
        fc.shuffledSubarray(media, { minLength: 2 }),
      ),
    });
    const { db } = server.app;
    const wrong = () => db`
      select id from media m
      where remember_count <> (select count(*) from favorites f where f.media_id = m.id)`;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const answers = await Promise.all(
          steps.map(({ account, act }) => {
            const { client } = accounts[account]!;
            if (Array.isArray(act)) return client.post('/api/media/favorites/', { ids: act });
            return client.send({ method: act.method, url: path(media[act.at]!) });
          }),
        );
        expect(answers.map(({ status }) => status)).toEqual(steps.map(() => 200));
        expect(await wrong()).toEqual([]);
      }),
      { numRuns: 15 },
    );
    // All accounts have all favorites, including each other's media, and are deleted at the same time.
    for (const { client } of accounts) await client.post('/api/media/favorites/', { ids: media });
    const gone = await Promise.all(
      accounts.map(({ client, me }) => client.post('/auth/delete/', { email: me.email, password })),
    );
    expect(gone.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await wrong()).toEqual([]);
    for (const id of media.slice(0, 4)) expect(await countOf(id)).toBe(0);
    for (const { me } of accounts) expect(await db`select 1 from favorites where user_id = ${me.id}`).toEqual([]);
  });

  it('are corrected by the repair if the counter differs from the rows', async () => {
    const id = await song();
    await fan.client.post(path(id));
    await server.app.db`update media set remember_count = 7 where id = ${id}`;
    expect(await repairCounters(server.app.db)).toEqual([{ counter: 'media.remember_count', id, counted: 1, kept: 7 }]);
    expect(await countOf(id)).toBe(1);
  });

  it('are in the copy of an account’s data', async () => {
    const table = (await ownTables(server.app.db)).find((one) => one.table === 'favorites');
    expect(table).toEqual({ table: 'favorites', owners: ['user_id'], columns: ['user_id', 'media_id', 'created_at'] });
  });
});
