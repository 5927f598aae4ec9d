import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';

describe('own media', () => {
  let server: TestServer;
  let owner: Account;
  let stranger: Account;
  let admin: Account;
  let curator: Account;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp({ firstName: 'Olive' });
    stranger = await server.signUp();
    curator = await server.signUp({ isCurator: true });
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const insert = (seed: Partial<Parameters<typeof insertMedia>[1]> = {}) =>
    insertMedia(server.app.db, { musicianId: owner.me.id, published: false, ...seed });
  const put = (by: Account, id: string, body: object, query = '') => by.client.put(`/api/media/${id}${query}`, body);
  const get = async (id: string, by = owner) => (await by.client.get(`/api/media/${id}`)).body;

  it('ME-15 ME-16 ME-17 ME-38 keeps title, tags, description and production type', async () => {
    const id = await insert();
    const edit = {
      title: '  A new title ',
      description: 'Two\nlines',
      tags: [{ text: 'soul' }, { text: 'late' }],
      productionType: 'Live Instruments',
    };
    const answer = await put(owner, id, edit);
    expect(answer.status).toBe(200);
    expect(await get(id)).toMatchObject({ ...edit, title: 'A new title' });
    expect((await put(owner, id, { productionType: 'Analog' })).status).toBe(400);
    expect((await put(owner, id, { productionType: null })).body.productionType).toBeNull();
    expect((await get(id)).title).toBe('A new title');
  });

  it('VA-35 rejects an empty title with “Title is required”', async () => {
    const id = await insert();
    for (const title of ['', '   ', '\u0000']) {
      const answer = await put(owner, id, { title });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: 'Title is required', errors: [{ field: 'title' }] });
    }
  });

  it('ME-19 ME-27 publishing sets publishedOn, and unpublishing removes it', async () => {
    const id = await insert();
    expect((await put(owner, id, { published: true })).body).toMatchObject({ published: true, allowCuration: false });
    expect((await get(id)).publishedOn).toEqual(expect.any(String));
    expect((await put(owner, id, { published: false })).body).toMatchObject({ published: false, publishedOn: null });
  });

  describe('publishing again', () => {
    const publishedOn = async (id: string): Promise<string> => (await get(id)).publishedOn;
    const daysLater = (days: number, ...ids: string[]) =>
      server.app
        .db`update media set published_at = published_at - make_interval(days => ${days}) where id = any(${ids})`;
    const again = async (id: string, by = owner) => {
      for (const published of [false, true]) expect((await put(by, id, { published })).status).toBe(200);
      return publishedOn(id);
    };

    it('keeps the date of a media item, whether its owner or an administrator publishes it again', async () => {
      const [one, two] = [await insert(), await insert()];
      for (const id of [one, two]) await put(owner, id, { published: true });
      await daysLater(2, one, two);
      const before = await publishedOn(one);
      for (const by of [owner, admin]) {
        expect(await again(one, by)).toBe(before);
        const newest = (await server.visitor().get('/api/media')).body.media.map(({ id }: { id: string }) => id);
        expect(newest.filter((id: string) => [one, two].includes(id))).toEqual([two, one]);
      }
      // Submitting an item that was hidden keeps the date, too.
      await put(owner, one, { published: false });
      expect((await put(owner, one, { allowCuration: true })).body).toMatchObject({ publishedOn: before });
    });

    it('resets the date once, if the owner unpublished the item within a day', async () => {
      const id = await insert();
      await put(owner, id, { published: true });
      await server.app.db`update media set published_at = published_at - interval '23 hours' where id = ${id}`;
      const first = await publishedOn(id);
      const second = await again(id);
      expect(Date.parse(second) - Date.parse(first)).toBeGreaterThan(22 * 3600 * 1000);
      await server.app.db`update media set published_at = published_at - interval '1 hour' where id = ${id}`;
      const meant = await publishedOn(id);
      expect(await again(id)).toBe(meant);
    });

    it('keeps the date if an administrator hid the item within a day; its owner can still reset it', async () => {
      const id = await insert();
      await put(owner, id, { published: true });
      await server.app.db`update media set published_at = published_at - interval '2 hours' where id = ${id}`;
      const first = await publishedOn(id);
      expect(await again(id, admin)).toBe(first);
      expect(await again(id)).not.toBe(first);
    });
  });

  it('ME-37 an item published without promotion is public and never under review', async () => {
    const id = await insert();
    await put(owner, id, { published: true });
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({ id, underReview: false });
    expect((await server.app.db`select 1 from reviews where media_id = ${id}`).length).toBe(0);
  });

  it('ME-18 ME-29 enabling curation forces published on', async () => {
    const id = await insert();
    const answer = await put(owner, id, { allowCuration: true });
    expect(answer.body).toMatchObject({ published: true, allowCuration: true, underReview: true });
    expect(answer.body.reviewDueOn).toEqual(expect.any(String));
  });

  it('ME-30 setting both flags at once publishes and submits', async () => {
    const id = await insert();
    const answer = await put(owner, id, { published: true, allowCuration: true });
    expect(answer.body).toMatchObject({ published: true, allowCuration: true, underReview: true });
  });

  it('ME-28 unpublishing forces allowCuration off, withdraws the review, and keeps the time of the first submission', async () => {
    const id = await insert();
    await put(owner, id, { allowCuration: true });
    const [first] = await server.app.db`select first_submitted_at from media where id = ${id}`;
    await put(owner, id, { published: false });
    expect(await get(id)).toMatchObject({ published: false, allowCuration: false, underReview: false });
    await put(owner, id, { allowCuration: true });
    const [again] = await server.app.db`select first_submitted_at from media where id = ${id}`;
    expect(again?.['first_submitted_at']).toEqual(first?.['first_submitted_at']);
    const reviews = await server.app.db`select outcome from reviews where media_id = ${id} order by id`;
    expect(reviews.map((review) => review['outcome'])).toEqual(['withdrawn', null]);
  });

  it('refuses to submit and unpublish in one call, and to withdraw a submission except by unpublishing', async () => {
    const id = await insert({ published: true });
    expect((await put(owner, id, { published: false, allowCuration: true })).status).toBe(400);
    await put(owner, id, { allowCuration: true });
    expect((await put(owner, id, { allowCuration: false })).status).toBe(409);
    expect(await get(id)).toMatchObject({ published: true, allowCuration: true });
  });

  it('ME-22 ME-23 refuses to publish or submit an item that is still processing', async () => {
    const id = await insert({ status: 'transcoding' });
    const publish = await put(owner, id, { published: true });
    expect([publish.status, publish.body.message]).toEqual([
      400,
      'This media is still processing and cannot be published yet.',
    ]);
    const submit = await put(owner, id, { allowCuration: true });
    expect([submit.status, submit.body.message]).toEqual([
      400,
      'This media is still processing and cannot be submitted yet.',
    ]);
    expect(await get(id)).toMatchObject({ published: false, allowCuration: false });
  });

  it('ME-22 ME-23 refuses to publish or submit an item whose file failed, and gives that reason', async () => {
    const id = await insert({ status: 'failed' });
    const publish = await put(owner, id, { published: true });
    expect([publish.status, publish.body.message]).toEqual([
      400,
      'The file of this media could not be processed, so it cannot be published.',
    ]);
    const submit = await put(owner, id, { allowCuration: true });
    expect([submit.status, submit.body.message]).toEqual([
      400,
      'The file of this media could not be processed, so it cannot be submitted.',
    ]);
    expect(await get(id)).toMatchObject({ published: false, allowCuration: false });
  });

  it.each([
    ['curated', [80, 80, 80]],
    ['rejected', [40, 40, 40]],
  ] as const)('ME-33 a media item that was %s cannot be submitted again by its owner', async (_verdict, scores) => {
    const id = await insert({ published: true, scores: [...scores] });
    expect((await put(owner, id, { allowCuration: true })).status).toBe(409);
    await put(owner, id, { published: false });
    expect((await put(owner, id, { allowCuration: true })).status).toBe(409);
    expect((await put(owner, id, { published: true })).body).toMatchObject({ published: true, allowCuration: false });
  });

  it('rolls back the whole call if one part of it is refused', async () => {
    const id = await insert({ status: 'queued' });
    expect((await put(owner, id, { title: 'Half', published: true })).status).toBe(400);
    expect((await get(id)).title).not.toBe('Half');
  });

  it('PM-06 API-42 API-43 e11 lets only the owner edit or delete it, and hides that a hidden one exists', async () => {
    const none = newId();
    for (const published of [true, false]) {
      const id = await insert({ published });
      for (const other of [stranger, curator]) {
        const answers = [await put(other, id, { title: 'Mine now' }), await other.client.delete(`/api/media/${id}`)];
        const ofNone = [await put(other, none, { title: 'Mine now' }), await other.client.delete(`/api/media/${none}`)];
        expect(ofNone.map(({ status }) => status)).toEqual([404, 404]);
        if (published) expect(answers.map(({ status }) => status)).toEqual([403, 403]);
        else
          expect(answers.map(({ status, body }) => [status, body])).toEqual(
            ofNone.map(({ status, body }) => [status, body]),
          );
      }
      expect((await put(admin, id, { title: 'By an administrator' })).body.title).toBe('By an administrator');
    }
  });

  it('e12 answers a reviewer with the call’s result, even if the owner hides the item at that moment', async () => {
    const id = await insert({ published: true, allowCuration: true });
    const { db } = server.app;
    // One connection is left for the call. The query that hides the item waits for that connection, and gets it before
    // the call could query again.
    const held = await Promise.all(Array.from({ length: db.options.max - 1 }, () => db.reserve()));
    const [locker, looker] = held;
    if (!locker || !looker) throw new Error('There are too few connections.');
    try {
      await locker`begin`;
      await locker`select 1 from media where id = ${id} for update`;
      const verdict = put(curator, id, { curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 } });
      await untilWaiting(looker, 1);
      const hiding = db`update media set published = false, published_at = null, allow_curation = false where id = ${id}`;
      await Promise.all([hiding.execute(), locker`commit`]);
      expect(await verdict).toMatchObject({ status: 200, body: { id, score: 80, published: true } });
    } finally {
      for (const connection of held) connection.release();
    }
    expect((await get(id)).published).toBe(false);
  });

  it('PM-07 an owner can set no curation field; a reviewer can neither pin nor publish', async () => {
    const id = await insert({ published: true, allowCuration: true });
    const scores = { storytelling: 90, execution: 90, thumbnailArt: 90 };
    for (const body of [
      { curationStats: scores },
      { curatedGenre: null },
      { curatedMood: null },
      { curationMessage: 'Good' },
      { allowPerfectlySeasoned: false },
      { pinnedFavorite: true },
    ])
      expect((await put(owner, id, body)).status).toBe(403);
    await put(owner, id, { rejectedBy: owner.me.id, rejectedOn: '2026-01-01', score: 99, title: 'Still mine' });
    expect(await get(id)).toMatchObject({ title: 'Still mine', curationStats: null, rejectedOn: null });
    expect((await put(curator, id, { published: false })).status).toBe(403);
    expect((await put(curator, id, { pinnedFavorite: false })).status).toBe(403);
  });

  it('refuses a certified reviewer’s verdict on an own item', async () => {
    const id = await insertMedia(server.app.db, { musicianId: curator.me.id, allowCuration: true });
    const scores = { storytelling: 90, execution: 90, thumbnailArt: 90 };
    expect((await put(curator, id, { curationStats: scores })).status).toBe(403);
    expect((await curator.client.post(`/api/media/reject/${id}`)).status).toBe(403);
  });

  it('API-43 deletes the row with all its dependents, and marks its files for deletion', async () => {
    const id = await insert({ published: true, allowCuration: true });
    expect((await owner.client.delete(`/api/media/${id}`)).body).toEqual({ id, deleted: true });
    expect((await owner.client.get(`/api/media/${id}`)).status).toBe(404);
    expect((await owner.client.delete(`/api/media/${id}`)).status).toBe(404);
    const marked = await server.app
      .db`select prefix from pending_deletions where prefix like ${`%/${id}`} order by prefix`;
    expect(marked.map((row) => row['prefix'])).toEqual([`artwork/${id}`, `media/${id}`, `originals/${id}`]);
  });

  it('answers 404 for an item that does not exist', async () => {
    expect((await put(owner, newId(), { title: 'x' })).status).toBe(404);
    expect((await owner.client.delete(`/api/media/${newId()}`)).status).toBe(404);
  });
});
