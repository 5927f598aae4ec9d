import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { attemptOf, changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('a media item as each viewer sees it', () => {
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

  it('API-34 is visible to all if published and processed, else only to its owner and administrators', async () => {
    expect(await statuses(await add({}))).toEqual([200, 200, 200, 200, 200]);
    for (const seed of [{ published: false }, { status: 'transcoding' as const }, { status: 'failed' as const }])
      expect(await statuses(await add(seed))).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(newId())).toEqual([404, 404, 404, 404, 404]);
  });

  it('EN-03 PL-19 has every field, each with its own value', async () => {
    const { db, env } = server.app;
    const { genres } = (await server.visitor().get('/api/genres')).body;
    const { moods } = (await server.visitor().get('/api/moods')).body;
    const id = await add({ type: 'video', scores: [91, 92, 94], genreId: genres[1].id, moodId: moods[2].id });
    const on = (day: number) => `2026-02-${String(day).padStart(2, '0')}T10:20:30.400Z`;
    const { sourceId: source } = await attemptOf(db, id);
    await changeSource(db, id, {
      length_seconds: 63.25,
      width: 640,
      height: 360,
      loudness_lufs: -14.5,
      true_peak_dbtp: -1.25,
      progress: 100,
      peaks: Buffer.from([0, 7, 255]),
      poster: `media/${id}/${source}/poster.jpg`,
      playback: db.json([
        {
          key: `media/${id}/${source}/clip.mp4`,
          type: 'video/mp4',
          codecs: 'avc1',
          bitrate: 900_000,
          width: 640,
          height: 360,
        },
      ]),
    });
    for (const [role, name, duration] of [
      ['sprite', 'sprite.jpg', null],
      ['hls-rendition', 'v360.mp4', 190.5],
    ] as const)
      await db`
        insert into renditions (id, source_id, role, storage_key, mime, bytes, sha256, duration)
        values (${newId()}, ${source}, ${role}, ${`media/${id}/${source}/${name}`}, 'image/jpeg', 1, '', ${duration})`;
    await db`
      update media set title = 'Dusk', description = 'At the harbour', tags = '{slow,blue}', production_type = 'Digital',
        filename = 'dusk.mp4', artwork_version = 3, background = '#102030', position = 4,
        published_at = ${on(1)}, allow_perfectly_seasoned = false, pinned = true, pinned_at = now(), curation_message = 'Warm.',
        curated_at = ${on(6)}, genre_curated_at = ${on(2)}, mood_curated_at = ${on(3)}, rating_sum = 9, rating_count = 2, remember_count = 11,
        play_count = 12, share_count = 13, comment_count = 14, created_at = ${on(4)}, updated_at = ${on(5)}
      where id = ${id}`;
    const signed = (path: string) => expect.stringMatching(new RegExp(`^/files/[^/]+/${path}$`));
    const reference = ({ id: of, name, slug }: Record<string, string>) => ({ id: of, name, slug });
    const document = {
      id,
      title: 'Dusk',
      description: 'At the harbour',
      tags: [{ text: 'slow' }, { text: 'blue' }],
      mediaType: 'video',
      productionType: 'Digital',
      musician: {
        id: owner.me.id,
        username: null,
        displayName: owner.me.displayName,
        isMasterChef: false,
        profileImg: null,
      },
      genres: [],
      status: 'complete',
      stage: 'Complete',
      progress: 100,
      error: null,
      replacement: null,
      report: null,
      published: true,
      publishedOn: on(1),
      allowCuration: true,
      underReview: false,
      reviewDueOn: null,
      allowPerfectlySeasoned: false,
      pinnedFavorite: true,
      verdictOn: on(6),
      curationStats: { storytelling: 91, execution: 92, thumbnailArt: 94, total: 92.33 },
      score: 92,
      band: 'A',
      curationMessage: 'Warm.',
      curatedGenre: reference(genres[1]),
      curatedMood: reference(moods[2]),
      genreCuratedOn: on(2),
      moodCuratedOn: on(3),
      rejectedBy: null,
      rejectedOn: null,
      position: 4,
      isFavorite: false,
      rating: 4.5,
      ratingCount: 2,
      commentCount: 14,
      rememberCount: 11,
      playCount: 12,
      shareCount: 13,
      length: 63.25,
      width: 640,
      height: 360,
      filename: 'dusk.mp4',
      artworkImg: signed(`artwork/${id}/3/700.jpg`),
      artworkImgV: 3,
      artwork: {
        jpeg700: signed(`artwork/${id}/3/700.jpg`),
        jpeg200: signed(`artwork/${id}/3/200.jpg`),
        webp700: signed(`artwork/${id}/3/700.webp`),
        webp200: signed(`artwork/${id}/3/200.webp`),
      },
      background: '#102030',
      poster: signed(`media/${id}/${source}/poster.jpg`),
      htmlUrl: `${env.PUBLIC_URL}/${owner.me.id}/${id}`,
      sources: [
        {
          url: signed(`media/${id}/${source}/clip.mp4`),
          type: 'video/mp4',
          codecs: 'avc1',
          bitrate: 900_000,
          width: 640,
          height: 360,
        },
      ],
      peaks: [0, 7, 255],
      // The sprite has room for a picture every three seconds, but not every two.
      seekPreview: {
        url: signed(`media/${id}/${source}/sprite.jpg`),
        interval: 3,
        columns: 10,
        count: 64,
        width: 160,
        height: 90,
      },
      hasTimedText: false,
      loudness: { integrated: -14.5, truePeak: -1.25 },
      createdOn: on(4),
      lastUpdated: on(5),
      can: {
        edit: true,
        publish: false,
        unpublish: true,
        submit: false,
        reopen: false,
        curate: false,
        update: false,
        reject: false,
        pin: false,
        unpin: false,
        retry: false,
        replaceFile: false,
        delete: true,
      },
    };
    expect((await owner.client.get(`/api/media/${id}`)).body).toEqual(document);
    const nothing = Object.fromEntries(Object.keys(document.can).map((name) => [name, false]));
    const open = {
      ...document,
      allowCuration: false,
      verdictOn: null,
      curationMessage: null,
      filename: null,
      can: nothing,
    };
    for (const client of [server.visitor(), other.client])
      expect((await client.get(`/api/media/${id}`)).body).toEqual(open);
    // Administrators also see which reviewer chopped the item.
    const chopped = await add({ scores: [40, 40, 40] });
    await db`update media set rejected_by = ${curator.me.id}, rejected_at = ${on(6)} where id = ${chopped}`;
    expect((await admin.client.get(`/api/media/${chopped}`)).body).toMatchObject({
      rejectedBy: { id: curator.me.id, displayName: curator.me.displayName },
      rejectedOn: on(6),
    });
    // The list that a musician works with has every field but peaks, seek preview, timed text and report. Lists for
    // listeners have only the fields that are played or shown there.
    const own = (await owner.client.post(`/api/media/user/${owner.me.id}`, { pagingOptions: { size: 100 } })).body;
    expect(own.media.find((one: { id: string }) => one.id === id)).toEqual({
      ...document,
      peaks: null,
      seekPreview: null,
      hasTimedText: null,
    });
    const { title, mediaType, musician, score, band, isFavorite, rememberCount, playCount } = document;
    const { length, artwork, poster, sources, loudness } = document;
    const playback = { length, artwork, poster, sources, loudness };
    const summary = { id, title, mediaType, musician, score, band, isFavorite, rememberCount, playCount, ...playback };
    for (const client of [owner.client, server.visitor()])
      expect((await client.get(`/api/media?ids=${id}&paged=false`)).body.media).toEqual([summary]);
    await db`update media set pinned = false, pinned_at = null where id = ${id}`;
  });

  it('can be unpinned only by an administrator', async () => {
    const id = await add({ scores: [95, 95, 95], pinned: true });
    const may = async (client: Account['client']) => (await client.get(`/api/media/${id}`)).body.can.unpin as boolean;
    const seen = await Promise.all(
      [server.visitor(), other.client, owner.client, curator.client, admin.client].map(may),
    );
    expect(seen).toEqual([false, false, false, false, true]);
    await server.app.db`update media set pinned = false where id = ${id}`;
  });

  it('SC-07 shows a score of 60 and hides 59', async () => {
    const seen = async (scores: [number, number, number]) =>
      (await server.visitor().get(`/api/media/${await add({ scores })}`)).body;
    expect(await seen([60, 60, 60])).toMatchObject({ score: 60, band: 'C' });
    expect(await seen([60, 60, 59])).toMatchObject({ score: null, band: null, curationStats: null });
  });

  it('X-46 is the same for outsiders, no matter if it was rejected, under review or never submitted', async () => {
    const title = 'One of three';
    const three = [
      await add({ title }),
      await add({ title, allowCuration: true }),
      await add({ title, scores: [40, 40, 40] }),
      await add({ title, allowCuration: true }),
    ];
    await server.app.db`update media set verdict = 'rejected', rejected_at = now() where id = ${three[3]!}`;
    for (const client of [server.visitor(), other.client]) {
      const [never, ...others] = await Promise.all(
        three.map(async (id) => {
          const { body } = await client.get(`/api/media/${id}`);
          const { publishedOn: _1, createdOn: _2, lastUpdated: _3, ...rest } = body;
          return JSON.parse(JSON.stringify(rest).replaceAll(id, 'ID'));
        }),
      );
      for (const one of others) expect({ ...one, sources: null }).toEqual({ ...never, sources: null });
    }
    for (const client of [owner.client, curator.client, admin.client])
      expect((await client.get(`/api/media/${three[1]}`)).body).toMatchObject({
        allowCuration: true,
        underReview: true,
      });
  });

  it('SC-07 PR-27 X-46 shows scores from 60 to all, and lower ones to reviewers and administrators', async () => {
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

  it('SC-01 CU-01 SC-06 has the average of the three scores, rounded down for display', async () => {
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

  it('lists what the viewer may do with it', async () => {
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

  it('hides the file name, errors and reports from the public', async () => {
    const failed = await add({ status: 'failed' });
    expect((await owner.client.get(`/api/media/${failed}`)).body).toMatchObject({
      filename: 'song.mp3',
      error: { id: expect.any(String), message: expect.any(String) },
    });
    expect((await server.visitor().get(`/api/media/${await add({})}`)).body).toMatchObject({
      filename: null,
      error: null,
      replacement: null,
      report: null,
    });
  });
});
