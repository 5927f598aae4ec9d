import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '../../review/data-export/own-rows.ts';
import { newId } from '../../platform/ids.ts';
import { repairCounters } from '../../listening/stats/repair.queries.ts';
import type { Client } from '../../testkit/client.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const path = (id: string) => `/api/media/rate/${id}`;

describe('ratings of media', () => {
  let server: TestServer;
  let musician: Account;
  let fan: Account;
  let other: Account;
  const categories: { kind: string; id: string; slug: string }[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    [musician, fan, other] = [await server.signUp(), await server.signUp(), await server.signUp()];
    for (const kind of ['genre', 'mood'])
      categories.push(
        ...(await server.app.db<{ kind: string; id: string; slug: string }[]>`
          select kind, id, slug from categories where kind = ${kind} order by position limit 2`),
      );
  });
  afterAll(() => server.close());

  const song = (more: Partial<Parameters<typeof insertMedia>[1]> = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, ...more });
  const rate = (client: Client, id: string, rating: unknown) => client.post(path(id), { rating });
  const averageOf = async ({ kind, slug }: { kind: string; slug: string }): Promise<number | null> => {
    const { body } = await server.visitor().get(`/api/${kind}s/info/${slug}`);
    const listed = (await server.visitor().get(`/api/${kind}s`)).body[`${kind}s`];
    expect(listed.find((one: { slug: string }) => one.slug === slug).avgRating).toBe(body.avgRating);
    return body.avgRating;
  };

  it('API-44 FV-09 a member’s stars replace the member’s earlier stars, and can be removed', async () => {
    const id = await song();
    const seen = async () => {
      const { rating, ratingCount } = (await server.visitor().get(`/api/media/${id}`)).body;
      return { rating, ratingCount };
    };
    expect(await seen()).toEqual({ rating: null, ratingCount: 0 });
    for (const [account, stars, rating, ratingCount] of [
      [fan, 4, 4, 1],
      [other, 2, 3, 2],
      [fan, 5, 3.5, 2],
      [fan, 5, 3.5, 2],
      [other, null, 5, 1],
      [other, null, 5, 1],
      [fan, null, null, 0],
      [other, 1, 1, 1],
    ] as const) {
      expect(await rate(account.client, id, stars)).toMatchObject({
        status: 200,
        body: { id, rating, ratingCount, ownRating: stars },
      });
      expect(await seen()).toEqual({ rating, ratingCount });
      expect((await account.client.get(path(id))).body).toEqual({ id, rating, ratingCount, ownRating: stars });
    }
    expect((await musician.client.get(path(id))).body).toEqual({ id, rating: 1, ratingCount: 1, ownRating: null });
    expect(await rate(server.visitor(), id, 3)).toMatchObject({ status: 401, body: { message: 'Please sign in.' } });
    expect((await rate(fan.client, id, 6)).status).toBe(400);
  });

  it('FV-08 only whole stars from one to five are accepted', async () => {
    const id = await song();
    for (const stars of [1, 2, 3, 4, 5]) expect((await rate(fan.client, id, stars)).body.rating).toBe(stars);
    const message = 'Choose 1 to 5 whole stars.';
    for (const stars of [0, 6, 2.5, -1, 1e9])
      expect(await rate(fan.client, id, stars), String(stars)).toMatchObject({
        status: 400,
        body: { message, errors: [{ field: 'rating', message }] },
      });
    for (const body of [{ rating: '5' }, { rating: true }, {}])
      expect(await fan.client.post(path(id), body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'rating' }] },
      });
    expect((await fan.client.get(path(id))).body).toMatchObject({ rating: 5, ratingCount: 1 });
  });

  it('are rejected for own media and for media that the rater may not see', async () => {
    const [own, hidden] = [await song(), await song({ published: false })];
    expect(await rate(musician.client, own, 5)).toMatchObject({
      status: 403,
      body: { message: 'You cannot rate your own media.' },
    });
    const notFound = { status: 404, body: { message: 'This media was not found.' } };
    for (const id of [hidden, newId()]) {
      expect(await rate(fan.client, id, 5)).toMatchObject(notFound);
      expect(await fan.client.get(path(id))).toMatchObject(notFound);
    }
    expect((await server.visitor().get(`/api/media/${own}`)).body.rating).toBeNull();
  });

  it('can be removed from a media item that was hidden since, without revealing that it exists', async () => {
    const id = await song();
    await rate(fan.client, id, 5);
    await rate(other.client, id, 2);
    expect((await musician.client.put(`/api/media/${id}`, { published: false })).status).toBe(200);
    // Repeated, as after a lost response.
    for (const hidden of [id, id, newId()])
      expect(await rate(fan.client, hidden, null)).toMatchObject({
        status: 200,
        body: { id: hidden, rating: null, ratingCount: 0, ownRating: null },
      });
    expect((await musician.client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({ rating: 2, ratingCount: 1 });
    expect((await fan.client.get(path(id))).body.ownRating).toBeNull();
    expect((await rate(musician.client, id, null)).status).toBe(403);
  });

  it('count only from accounts with a confirmed address, but any account can remove its own', async () => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { db } = mailing.app;
    const [owner, newcomer] = [await mailing.signUp(), await mailing.signUp()];
    const id = await insertMedia(db, { musicianId: owner.me.id });
    const own = async () => (await newcomer.client.get(path(id))).body;
    const before = [await rate(newcomer.client, id, 5), await rate(newcomer.client, id, null), await own()];
    await db`update users set email_verified_at = now() where id = ${newcomer.me.id}`;
    const confirmed = [await rate(newcomer.client, id, 5), await own()];
    // As after a change of address, or on an installation that starts to send mail.
    await db`update users set email_verified_at = null where id = ${newcomer.me.id}`;
    const after = [await rate(newcomer.client, id, 4), await rate(newcomer.client, id, null), await own()];
    await mailing.close();
    const refused = { status: 403, body: { errors: [{ field: 'isVerified', code: 'not_verified' }] } };
    const none = { ratingCount: 0, ownRating: null };
    expect(before).toMatchObject([refused, { status: 200 }, none]);
    expect(confirmed).toMatchObject([{ status: 200 }, { ratingCount: 1, ownRating: 5 }]);
    expect(after).toMatchObject([refused, { status: 200 }, none]);
  });

  it('are averaged over the rated public media of a musician, a genre and a mood', async () => {
    const author = await server.signUp();
    const [genre, otherGenre, mood] = [categories[0]!, categories[1]!, categories[2]!];
    const inBoth = (scores: [number, number, number] = [90, 90, 90]) =>
      song({ musicianId: author.me.id, scores, genreId: genre.id, moodId: mood.id });
    const [one, two, unrated] = [await inBoth(), await inBoth(), await inBoth()];
    const profile = async () =>
      (await server.visitor().post(`/api/media/user/${author.me.id}`, {})).body.avgRating as number | null;
    const all = async () => [await profile(), await averageOf(genre), await averageOf(mood)];
    expect(await all()).toEqual([null, null, null]);
    await rate(fan.client, one, 5);
    await rate(other.client, one, 4);
    await rate(fan.client, two, 2);
    // 4.5 and 2: each item counts once, however many ratings it has.
    expect(await all()).toEqual([3.3, 3.3, 3.3]);
    await author.client.put(`/api/media/${two}`, { published: false });
    expect(await all()).toEqual([4.5, 4.5, 4.5]);
    await author.client.put(`/api/media/${two}`, { published: true });
    expect(await all()).toEqual([3.3, 3.3, 3.3]);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.put(`/api/media/${one}`, { curatedGenre: otherGenre.id })).status).toBe(200);
    expect([await averageOf(genre), await averageOf(otherGenre), await averageOf(mood)]).toEqual([2, 4.5, 3.3]);
    await author.client.delete(`/api/media/${one}`);
    expect([await averageOf(genre), await averageOf(otherGenre), await averageOf(mood)]).toEqual([2, null, 2]);
    expect((await server.visitor().get(`/api/media/${unrated}`)).body.rating).toBeNull();
  });

  it('are counted exactly through concurrent changes and deleted accounts', async () => {
    const { db } = server.app;
    const accounts = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
    const [genre, mood] = [categories[1]!, categories[3]!];
    const media = await Promise.all(
      [musician, musician, ...accounts].map(({ me }, at) =>
        song({ musicianId: me.id, scores: [70, 80, 90], genreId: genre.id, moodId: at % 2 ? mood.id : null }),
      ),
    );
    const step = fc.record({
      account: fc.nat({ max: accounts.length - 1 }),
      media: fc.nat({ max: 1 }),
      act: fc.oneof(fc.constantFrom(null, 1, 2, 3, 4, 5), fc.constantFrom('publish', 'hide')),
    });
    const wrong = () => db`
      select id from media m where (rating_sum, rating_count) <> (
        select coalesce(sum(stars), 0), count(*) from ratings r where r.media_id = m.id)`;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const answers = await Promise.all(
          steps.map(({ account, media: at, act }) =>
            typeof act === 'string'
              ? musician.client.put(`/api/media/${media[at]}`, { published: act === 'publish' })
              : rate(accounts[account]!.client, media[at]!, act),
          ),
        );
        for (const { status } of answers) expect([200, 404, 409]).toContain(status);
        expect(await wrong()).toEqual([]);
        expect(await repairCounters(db)).toEqual([]);
      }),
      { numRuns: 15 },
    );
    // Each account has rated the others' media, and two are deleted at the same time.
    for (const { client } of accounts) for (const id of media) await rate(client, id, 3);
    const gone = await Promise.all(
      accounts
        .slice(0, 2)
        .map(({ client, me }) => client.post('/auth/delete/', { email: me.email, password: 'a long password' })),
    );
    expect(gone.map(({ status }) => status)).toEqual([200, 200]);
    expect(await wrong()).toEqual([]);
    expect(await repairCounters(db)).toEqual([]);
    const [count] = await db<{ n: number }[]>`
      select count(*)::int as n from ratings where user_id = any(${accounts.slice(0, 2).map(({ me }) => me.id)})`;
    expect(count?.n).toBe(0);
  });

  it('are corrected by the repair if the sums differ from the rows', async () => {
    const { db } = server.app;
    const genre = categories[0]!;
    const id = await song({ scores: [90, 90, 90], genreId: genre.id });
    await rate(fan.client, id, 4);
    const before = await averageOf(genre);
    await db`update media set rating_sum = 1, rating_count = 3 where id = ${id}`;
    await db`update category_ratings set hundredths = hundredths + 1000 where id = ${genre.id}`;
    expect((await repairCounters(db)).map(({ counter }) => counter)).toEqual([
      'media.rating_sum',
      'media.rating_count',
      'category_ratings.hundredths',
    ]);
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({ rating: 4, ratingCount: 1 });
    expect(await averageOf(genre)).toBe(before);
  });

  it('are in the copy of an account’s data', async () => {
    const table = (await ownTables(server.app.db)).find((one) => one.table === 'ratings');
    expect(table).toEqual({
      table: 'ratings',
      owners: ['user_id'],
      columns: ['media_id', 'user_id', 'stars', 'created_at', 'updated_at'],
    });
  });
});
