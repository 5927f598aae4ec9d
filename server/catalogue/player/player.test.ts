import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { changeSource, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the player of an account', () => {
  let server: TestServer;
  let musician: Account;
  let fan: Account;
  let songs: string[];
  beforeAll(async () => {
    server = await startTestServer();
    [musician, fan] = [await server.signUp(), await server.signUp()];
  });
  afterAll(() => server.close());

  const insert = async (count: number) => {
    songs = [];
    const { db } = server.app;
    for (let number = 0; number < count; number += 1) {
      const id = await insertMedia(db, { musicianId: musician.me.id });
      const source = { key: `media/${id}/song.m4a`, type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 128_000 };
      await changeSource(db, id, { playback: db.json([{ ...source, width: null, height: null }]) });
      songs.push(id);
    }
  };
  const player = (more: object = {}) => ({
    device: 'phone',
    ids: songs,
    index: 1,
    at: 12.5,
    repeat: 'all',
    shuffle: { ids: songs.toReversed(), seed: 2 ** 31 - 1 },
    ...more,
  });
  const kept = async (account: Account) => (await account.client.get('/api/player')).body.player;

  it('keeps the last saved state for all devices of the account, and can be forgotten', async () => {
    await insert(3);
    expect(await kept(fan)).toBeNull();
    expect((await fan.client.put('/api/player', player())).status).toBe(200);
    expect((await fan.client.put('/api/player', player({ device: 'desk', index: 2, at: 30 }))).status).toBe(200);
    const other = server.visitor();
    await other.post('/auth', { email: fan.me.email, password: 'a long password' });
    const { body } = await other.get('/api/player');
    expect(body.player).toMatchObject({ device: 'desk', index: 2, at: 30, repeat: 'all' });
    expect(body.player.queue.map(({ id }: { id: string }) => id)).toEqual(songs);
    expect(body.player.shuffle).toEqual({ ids: songs.toReversed(), seed: 2 ** 31 - 1 });
    expect(await kept(musician)).toBeNull();
    expect((await fan.client.delete('/api/player')).body).toEqual({ forgotten: true });
    expect((await fan.client.delete('/api/player')).body).toEqual({ forgotten: false });
    expect(await kept(fan)).toBeNull();
  });

  it('skips tracks that may no longer be played, and starts the next one from its beginning', async () => {
    await insert(4);
    await fan.client.put('/api/player', player({ index: 1 }));
    await server.app.db`delete from media where id = ${songs[0]!}`;
    expect(await kept(fan)).toMatchObject({ index: 0, at: 12.5 });
    await server.app.db`delete from media where id = ${songs[1]!}`;
    const without = await kept(fan);
    expect(without).toMatchObject({ index: 0, at: 0 });
    expect(without.queue.map(({ id }: { id: string }) => id)).toEqual(songs.slice(2));
    await server.app.db`delete from media where id in ${server.app.db(songs)}`;
    expect(await kept(fan)).toBeNull();
  });

  it('starts a track from its beginning if a shorter file replaced it', async () => {
    await insert(2);
    await changeSource(server.app.db, songs[1]!, { length_seconds: 60 });
    await fan.client.put('/api/player', player({ index: 0, at: 99.5 }));
    expect(await kept(fan)).toMatchObject({ index: 0, at: 99.5 });
    await fan.client.put('/api/player', player({ at: 99.5 }));
    expect(await kept(fan)).toMatchObject({ index: 1, at: 0 });
  });

  it('names the wrong field', async () => {
    await insert(2);
    const many = Array.from({ length: 201 }, () => newId());
    for (const [more, field] of [
      [{ ids: [] }, 'ids'],
      [{ ids: many, index: 0 }, 'ids'],
      [{ ids: ['x'], index: 0 }, 'ids.0'],
      [{ index: 2 }, 'index'],
      [{ at: -1 }, 'at'],
      [{ repeat: 'twice' }, 'repeat'],
      [{ device: '' }, 'device'],
      [{ shuffle: { ids: many, seed: 1 } }, 'shuffle.ids'],
    ] as const) {
      const answer = await fan.client.put('/api/player', player(more));
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
  });
});
