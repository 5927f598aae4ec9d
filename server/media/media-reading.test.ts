import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';

describe('a media as each viewer may see it', () => {
  let server: TestServer;
  let owner: Account;
  let other: Account;
  let curator: Account;
  let admin: Account;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp();
    other = await server.signUp();
    curator = await server.signUp({ isCurator: true });
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const add = (seed: Omit<Parameters<typeof insertMedia>[1], 'musicianId'>) =>
    insertMedia(server.app.db, { musicianId: owner.me.id, ...seed });
  const statuses = async (id: string) =>
    Promise.all(
      [server.visitor(), other.client, curator.client, owner.client, admin.client].map(
        async (client) => (await client.get(`/api/media/${id}`)).status,
      ),
    );

  it('API-34 shows published media to everybody, and unpublished or unfinished ones to owner and administrators', async () => {
    expect(await statuses(await add({}))).toEqual([200, 200, 200, 200, 200]);
    for (const seed of [{ published: false }, { status: 'transcoding' as const }, { status: 'failed' as const }])
      expect(await statuses(await add(seed))).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(newId())).toEqual([404, 404, 404, 404, 404]);
  });

  it('EN-03 EN-04 PL-19 has every field of the specification', async () => {
    const id = await add({ type: 'video', length: 63 });
    const { body } = await server.visitor().get(`/api/media/${id}`);
    for (const field of 'id title description tags mediaType musician published publishedOn allowCuration allowPerfectlySeasoned pinnedFavorite isFavorite curationStats curationMessage curatedGenre curatedMood genreCuratedOn moodCuratedOn status rejectedBy rejectedOn position progress commentCount rating rememberCount playCount shareCount length genres productionType artworkImg artworkImgV background htmlUrl width height filename createdOn lastUpdated'.split(
      ' ',
    ))
      expect(body, field).toHaveProperty(field);
    expect(body.length).toBe(63);
    expect(body.allowPerfectlySeasoned).toBe(true);
  });

  it('SC-07 PR-27 X-46 shows a score from 60 up to everybody, and a chopped one only to those concerned', async () => {
    const good = await add({ scores: [60, 60, 60] });
    expect((await server.visitor().get(`/api/media/${good}`)).body).toMatchObject({
      score: 60,
      band: 'C',
      curationStats: { storytelling: 60, execution: 60, thumbnailArt: 60, total: 60 },
    });
    const chopped = await add({ scores: [40, 40, 40] });
    const seen = async (client: Account['client']) => (await client.get(`/api/media/${chopped}`)).body;
    expect(await seen(server.visitor())).toMatchObject({
      score: null,
      band: null,
      curationStats: null,
      rejectedOn: null,
      rejectedBy: null,
    });
    expect(await seen(other.client)).toMatchObject({ score: null, band: null });
    expect(await seen(owner.client)).toMatchObject({ score: null, band: 'D', rejectedOn: expect.any(String) });
    expect(await seen(admin.client)).toMatchObject({ score: 40, band: 'D' });
    expect(await seen(curator.client)).toMatchObject({ score: 40, band: 'D' });
  });

  it('SC-01 CU-01 SC-06 gives the average of the three, rounded down for show', async () => {
    const id = await add({ scores: [85, 85, 84] });
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({
      score: 84,
      band: 'B',
      curationStats: { total: 84.67 },
    });
    expect((await owner.client.get(`/api/media/${await add({})}`)).body).toMatchObject({
      score: null,
      band: null,
      curationStats: null,
    });
  });

  it('says with the row what the viewer may do', async () => {
    const id = await add({ published: false });
    expect((await owner.client.get(`/api/media/${id}`)).body.can).toMatchObject({
      edit: true,
      publish: true,
      unpublish: false,
      submit: true,
      curate: false,
      reject: false,
      pin: false,
      delete: true,
    });
    const waiting = await add({ allowCuration: true });
    const can = async (client: Account['client']) => (await client.get(`/api/media/${waiting}`)).body.can;
    expect(Object.values(await can(server.visitor())).every((may) => may === false)).toBe(true);
    expect(Object.values(await can(other.client)).every((may) => may === false)).toBe(true);
    expect(await can(curator.client)).toMatchObject({ edit: false, curate: true, reject: true, delete: false });
  });

  it('keeps the name of the file, errors and reports from the public', async () => {
    const failed = await add({ status: 'failed' });
    expect((await owner.client.get(`/api/media/${failed}`)).body).toMatchObject({
      filename: 'song.mp3',
      error: { id: expect.any(String), message: expect.any(String) },
    });
    expect((await server.visitor().get(`/api/media/${await add({})}`)).body).toMatchObject({
      filename: null,
      error: null,
      report: null,
    });
  });
});
