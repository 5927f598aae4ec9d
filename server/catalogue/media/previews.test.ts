import { playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../app.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../frame/pages/page.ts';
import { changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const ORIGIN = 'https://scoville.example';

describe('the pictures of public media in previews, structured data and oEmbed', () => {
  let server: TestServer;
  let musician: Account;
  let song: string;
  let video: string;
  let plain: string;
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL: ORIGIN });
    musician = await server.signUp();
    const { db } = server.app;
    const seed = { musicianId: musician.me.id, scores: [90, 90, 91] as [number, number, number] };
    song = await insertMedia(db, { ...seed, pinned: true });
    video = await insertMedia(db, { ...seed, type: 'video' });
    plain = await insertMedia(db, seed);
    await db`update media set artwork_version = 3 where id = ${song}`;
    const key = `media/${video}/x/poster.jpg`;
    await changeSource(db, video, { poster: key });
    await db`
      insert into renditions (id, source_id, role, storage_key, mime, width, height, bytes, sha256)
      select ${newId()}, source_id, 'poster', ${key}, 'image/jpeg', 640, 360, 4321, '' from media where id = ${video}`;
  });
  afterAll(() => server.close());

  const pictureOf = (id: string) => `/api/media/${id}/picture.jpg`;
  async function pageAt(path: string): Promise<Page> {
    for (const kind of pagesOf(server.app)) {
      const page = await kind(path, new URLSearchParams(), null, { seed: 1 });
      if (page !== null) return page;
    }
    throw new Error(`There is no page at ${path}.`);
  }
  const playlistOf = async (media: string[]): Promise<string> =>
    (await musician.client.post('/api/playlists', { name: 'Late', visibility: 'public', media })).body.id as string;
  const oembed = (id: string) =>
    server.visitor().get(`/api/oembed?${new URLSearchParams({ url: `${ORIGIN}/${musician.me.id}/${id}` })}`);

  it('have lasting addresses on every page that names them', async () => {
    const at = `/${musician.me.id}`;
    const pages: [string, string | null][] = [
      ['/', pictureOf(song)],
      [`${at}/${song}`, pictureOf(song)],
      [`${at}/${video}`, pictureOf(video)],
      [`${at}/${plain}`, null],
      [playlistPath(await playlistOf([song, plain])), pictureOf(song)],
      [playlistPath(await playlistOf([video])), pictureOf(video)],
      [playlistPath(await playlistOf([plain])), null],
      [at, null],
    ];
    for (const [path, image] of pages) {
      const page = await pageAt(path);
      expect(page.image ?? null, path).toBe(image);
      expect(JSON.stringify(page.jsonLd ?? {}), path).not.toContain('/files/');
    }
    const onProfile = JSON.stringify((await pageAt(at)).jsonLd);
    for (const id of [song, video]) {
      expect(onProfile).toContain(`"${ORIGIN}${pictureOf(id)}"`);
      expect(JSON.stringify((await pageAt(`${at}/${id}`)).jsonLd)).toContain(`"${ORIGIN}${pictureOf(id)}"`);
    }
    expect(JSON.stringify((await pageAt(playlistPath(await playlistOf([song])))).jsonLd)).toContain(pictureOf(song));
  });

  it('redirect to the current file', async () => {
    for (const id of [song, video]) {
      const { statusCode, headers } = await server.http.inject({ method: 'GET', url: pictureOf(id) });
      expect([statusCode, headers.location]).toEqual([302, expect.stringContaining(`${ORIGIN}/files/`)]);
    }
  });

  it('are included in oEmbed with their size, or with the video’s own size if it has no artwork', async () => {
    const thumbnail = (id: string, width: number, height: number) => ({
      thumbnail_url: ORIGIN + pictureOf(id),
      thumbnail_width: width,
      thumbnail_height: height,
    });
    expect((await oembed(song)).body).toMatchObject(thumbnail(song, 700, 700));
    expect((await oembed(video)).body).toMatchObject(thumbnail(video, 640, 360));
    expect((await oembed(plain)).body).not.toHaveProperty('thumbnail_url');
  });
});
