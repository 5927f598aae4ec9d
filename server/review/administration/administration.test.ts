import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('administration', () => {
  let server: TestServer;
  let admin: Account;
  let musician: Account;

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin' });
    musician = await server.signUp();
  });
  afterAll(() => server.close());

  const list = async (query = '') => (await admin.client.get(`/api/admin/media${query}`)).body;
  const titles = async (query: string) => (await list(query)).media.map((media: { title: string }) => media.title);

  it('ADM-03 media are listed ten per page, newest first, with their total', async () => {
    for (let n = 1; n <= 25; n++) {
      const id = await insertMedia(server.app.db, {
        musicianId: musician.me.id,
        title: `Dish ${n}`,
        published: n % 2 === 0,
      });
      await server.app.db`update media set created_at = now() - make_interval(mins => ${60 - n}) where id = ${id}`;
    }
    const pages = [await list('?q=dish'), await list('?q=dish&page=2'), await list('?q=dish&page=3')];
    expect(pages.map((page) => page.media.length)).toEqual([10, 10, 5]);
    expect(pages[0]).toMatchObject({ total: 25, paging: { page: 1, size: 10 } });
    const all = pages.flatMap((page) => page.media.map((media: { title: string }) => media.title));
    expect(all).toEqual(Array.from({ length: 25 }, (_, index) => `Dish ${25 - index}`));
  });

  it('media are found by title prefix and state, and show who rejected them and when', async () => {
    const insert = (title: string, more: object) =>
      insertMedia(server.app.db, { musicianId: musician.me.id, title, ...more });
    await insert('100% Salt_', { published: true });
    await insert('100 Plates', { published: false });
    const waiting = await insert('Waiting Room', { published: false });
    await musician.client.put(`/api/media/${waiting}`, { allowCuration: true });
    const chopped = await insert('Chopped Onions', { allowCuration: true });
    await admin.client.post(`/api/media/reject/${chopped}`, { reason: 'Too raw.' });
    expect(await titles('?q=100%25')).toEqual(['100% Salt_']);
    expect(await titles('?q=100')).toEqual(['100 Plates', '100% Salt_']);
    expect(await titles('?q=waiting%20r')).toEqual(['Waiting Room']);
    expect(await titles('?q=room')).toEqual([]);
    expect(await titles('?filter=under-review&q=waiting')).toEqual(['Waiting Room']);
    expect(await titles('?filter=under-review&q=chopped')).toEqual([]);
    expect(await titles('?filter=published&q=100')).toEqual(['100% Salt_']);
    expect(await titles('?filter=unpublished&q=100')).toEqual(['100 Plates']);
    const rejected = await list('?filter=rejected&q=chopped');
    expect(rejected.media).toMatchObject([
      {
        title: 'Chopped Onions',
        rejectedBy: { id: admin.me.id, displayName: admin.me.displayName },
        rejectedOn: expect.any(String),
        musician: { id: musician.me.id },
        can: { reject: false, curate: false, unpublish: true, delete: true },
      },
    ]);
    expect((await admin.client.get('/api/admin/media?filter=other')).status).toBe(400);
  });

  it('ADM-06 ADM-07 ADM-08 an administrator publishes, unpublishes and submits any musician’s media', async () => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    const put = (body: object) => admin.client.put(`/api/media/${id}`, body);
    expect((await put({ published: true })).body).toMatchObject({ published: true, allowCuration: false });
    expect((await put({ allowCuration: true })).body).toMatchObject({ underReview: true });
    expect((await put({ published: false })).body).toMatchObject({ published: false, allowCuration: false });
    expect((await put({ allowCuration: true })).body).toMatchObject({ published: true, allowCuration: true });
  });

  it('ADM-11 ADM-12 ADM-10 an administrator scores, rejects and deletes any musician’s media', async () => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const curationStats = { storytelling: 70, execution: 70, thumbnailArt: 70 };
    expect((await admin.client.put(`/api/media/${id}`, { curationStats })).body.score).toBe(70);
    const waiting = await insertMedia(server.app.db, { musicianId: musician.me.id, allowCuration: true });
    expect((await admin.client.post(`/api/media/reject/${waiting}`)).body.rejectedBy.id).toBe(admin.me.id);
    expect((await admin.client.delete(`/api/media/${waiting}`)).status).toBe(200);
    expect((await admin.client.get(`/api/media/${waiting}`)).status).toBe(404);
  });

  it('ADM-09 an administrator places any musician’s media in a genre and a mood, and removes them', async () => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, scores: [70, 70, 70] });
    const place = async (body: object) => (await admin.client.put(`/api/media/${id}`, body)).body;
    const { genres } = (await admin.client.get('/api/genres')).body;
    const { moods } = (await admin.client.get('/api/moods')).body;
    const placed = await place({ curatedGenre: genres[3].slug, curatedMood: moods[4].id });
    expect([placed.curatedGenre.id, placed.curatedMood.id]).toEqual([genres[3].id, moods[4].id]);
    const moved = await place({ curatedMood: moods[5].slug });
    expect([moved.curatedGenre.id, moved.curatedMood.id]).toEqual([genres[3].id, moods[5].id]);
    const bare = await place({ curatedGenre: null, curatedMood: null });
    expect([bare.curatedGenre, bare.curatedMood]).toEqual([null, null]);
  });

  it('ADM-04 PM-08 only administrators grant and revoke roles', async () => {
    const person = await server.signUp();
    expect((await person.client.put(`/api/users/${person.me.id}`, { role: 'admin' })).status).toBe(403);
    expect((await admin.client.put(`/api/users/${person.me.id}`, { role: 'admin' })).body.role).toBe('admin');
    expect((await admin.client.put(`/api/users/${person.me.id}`, { role: 'user' })).body.role).toBe('user');
    expect((await admin.client.put(`/api/users/${admin.me.id}`, { role: 'user' })).status).toBe(409);
  });

  it('a certified reviewer may read the review queue', async () => {
    const person = await server.signUp();
    expect((await person.client.get('/api/review')).status).toBe(403);
    expect((await admin.client.put(`/api/users/${person.me.id}`, { isCurator: true })).body.isCurator).toBe(true);
    expect((await person.client.get('/api/review')).status).toBe(200);
  });

  it('a user is notified of a changed role or certification, but not of an unchanged one', async () => {
    const person = await server.signUp();
    const told = () => server.app.db<{ words: string; path: string }[]>`
      select words, path from notifications where user_id = ${person.me.id} order by id`;
    const put = async (rights: object) =>
      expect((await admin.client.put(`/api/users/${person.me.id}`, rights)).status).toBe(200);
    for (const rights of [{ role: 'user', isCurator: false }, { bio: 'By an administrator.' }]) await put(rights);
    expect(await told()).toEqual([]);
    for (const rights of [{ role: 'admin' }, { isCurator: true }, { role: 'user' }, { isCurator: false }])
      await put(rights);
    expect(await told()).toEqual([
      { words: 'You are an administrator now', path: '/admin' },
      { words: 'You are a certified reviewer now', path: '/review' },
      { words: 'You are no longer an administrator', path: '/account/overview' },
      { words: 'You are no longer a certified reviewer', path: '/account/overview' },
    ]);
  });
});
