import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';

describe('the songs of an album', () => {
  let server: TestServer;
  let musician: Account;
  let other: Account;
  beforeAll(async () => {
    server = await startTestServer();
    [musician, other] = [await server.signUp(), await server.signUp()];
  });
  afterAll(() => server.close());

  const song = (more: object = {}) => insertMedia(server.app.db, { musicianId: musician.me.id, ...more });
  const album = async (): Promise<string> => {
    const { body } = await musician.client.put(`/api/users/${musician.me.id}`, {
      albums: [{ title: 'Ash', releaseDate: '2026-01-01' }],
    });
    return body.albums[0].id as string;
  };
  const at = (id: string) => `/api/albums/${id}/songs`;
  const songsOf = async (id: string, client: Client = server.visitor()): Promise<string[]> =>
    (await client.get(at(id))).body.media.map((one: { id: string }) => one.id);

  it('are the musician’s own, in the saved order, without those that the viewer may not see', async () => {
    const id = await album();
    const [one, two, hidden] = [await song(), await song(), await song({ published: false })];
    expect(await songsOf(id)).toEqual([]);
    const saved = await musician.client.put(at(id), { songs: [two, hidden, one] });
    expect(saved).toMatchObject({ status: 200, body: { media: [{ id: two }, { id: hidden }, { id: one }] } });
    expect(await songsOf(id)).toEqual([two, one]);
    expect(await songsOf(id, other.client)).toEqual([two, one]);
    expect(await songsOf(id, musician.client)).toEqual([two, hidden, one]);
    await musician.client.put(at(id), { songs: [one, two] });
    expect(await songsOf(id)).toEqual([one, two]);
    await musician.client.delete(`/api/media/${one}`);
    expect(await songsOf(id)).toEqual([two]);
    // Saving the profile form keeps the songs; deleting the album deletes the rows.
    const kept = { albums: [{ id, title: 'Ashes', releaseDate: '2026-01-01' }] };
    await musician.client.put(`/api/users/${musician.me.id}`, kept);
    expect(await songsOf(id)).toEqual([two]);
    await musician.client.put(`/api/users/${musician.me.id}`, { albums: [] });
    expect(await server.visitor().get(at(id))).toMatchObject({ status: 404 });
    expect(await server.app.db`select 1 from album_songs where album_id = ${id}`).toHaveLength(0);
  });

  it('can be chosen only by the album’s owner, who cannot add videos or other musicians’ songs', async () => {
    const id = await album();
    const own = await song();
    const refusal = {
      status: 400,
      body: {
        errors: [{ field: 'songs', message: 'An album holds your own songs only. Reload the page and choose again.' }],
      },
    };
    const foreign = await insertMedia(server.app.db, { musicianId: other.me.id });
    for (const wrong of [await song({ type: 'video' }), foreign, newId()])
      expect(await musician.client.put(at(id), { songs: [own, wrong] })).toMatchObject(refusal);
    expect(await musician.client.put(at(id), { songs: [own, own] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'songs', message: 'List each song only once.' }] },
    });
    const many = Array.from({ length: 101 }, () => newId());
    expect(await musician.client.put(at(id), { songs: many })).toMatchObject({
      body: { errors: [{ field: 'songs', message: 'An album holds 100 songs at most.' }] },
    });
    expect((await other.client.put(at(id), { songs: [] })).status).toBe(403);
    expect((await musician.client.put(at(newId()), { songs: [] })).status).toBe(404);
    expect(await songsOf(id)).toEqual([]);
  });

  it('cannot include one that becomes a video while they are saved', async () => {
    const id = await album();
    const [one, changing] = [await song(), await song()];
    const saving = await transaction(server.app.db, async (tx) => {
      // As when a replacement file of the song turns out to be a video.
      await tx`update media set type = 'video' where id = ${changing}`;
      const sent = musician.client.put(at(id), { songs: [one, changing] });
      await Promise.race([sent, untilWaiting(server.app.db, 1)]);
      await tx`delete from album_songs where media_id = ${changing}`;
      return { sent };
    });
    expect((await saving.sent).status).toBe(400);
    expect(await songsOf(id)).toEqual([]);
    expect((await musician.client.put(at(id), { songs: [one] })).status).toBe(200);
  });

  it('join the song before them, at the album’s loudness, if the viewer may play both', async () => {
    const id = await album();
    const loud = async (integrated: number, truePeak: number, more: object = {}) => {
      const made = await song({ length: 60, ...more });
      await changeSource(server.app.db, made, { loudness_lufs: integrated, true_peak_dbtp: truePeak });
      return made;
    };
    const [one, two, hidden, last] = [
      await loud(-10, -3),
      await loud(-20, -1),
      await loud(-14, 0, { published: false }),
      await loud(-16, -2),
    ];
    await musician.client.put(at(id), { songs: [one, two, hidden, last] });
    const join = async (first: string, second: string, client: Client = server.visitor()) =>
      (await client.get(`/api/albums/join?first=${first}&second=${second}`)).body.join as unknown;
    const together = (integrated: number, truePeak: number) => ({
      albumId: id,
      loudness: { integrated: expect.closeTo(integrated, 1), truePeak },
    });
    // The mean of their power: of 0.1, 0.01 and 0.025.
    expect(await join(one, two)).toEqual(together(-13.46, -1));
    expect(await join(two, one)).toBeNull();
    expect(await join(one, last)).toBeNull();
    // The hidden song between them is not revealed.
    expect(await join(two, last)).toBeNull();
    expect(await join(two, hidden)).toBeNull();
    expect(await join(two, hidden, musician.client)).toEqual(together(-13.59, 0));
    // A deleted song no longer separates its neighbours.
    await musician.client.delete(`/api/media/${hidden}`);
    expect(await join(two, last)).toEqual(together(-13.46, -1));
    const unmeasured = await song({ length: 60 });
    await musician.client.put(at(id), { songs: [one, unmeasured] });
    expect(await join(one, unmeasured)).toEqual({ albumId: id, loudness: null });
    expect((await server.visitor().get('/api/albums/join?first=no')).status).toBe(400);
  });
});
