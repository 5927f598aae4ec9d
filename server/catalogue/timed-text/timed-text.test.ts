import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '../../review/data-export/own-rows.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const path = (id: string) => `/api/media/${id}/timed-text`;
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Bo>Salt &amp; smoke</v>\n';
const CAPTIONS = { kind: 'captions', lines: [{ start: 1, end: 2.5, text: 'Salt & smoke' }] };
const LYRICS = { kind: 'lyrics', lines: [{ start: 61.5, end: null, text: '<b>Salt</b>' }] };

describe('captions and lyrics', () => {
  let server: TestServer;
  let owner: Account;
  let other: Account;
  let admin: Account;
  beforeAll(async () => {
    server = await startTestServer();
    [owner, other, admin] = [await server.signUp(), await server.signUp(), await server.signUp({ role: 'admin' })];
  });
  afterAll(() => server.close());

  const media = (type: 'song' | 'video', more: Partial<Parameters<typeof insertMedia>[1]> = {}) =>
    insertMedia(server.app.db, { musicianId: owner.me.id, type, published: true, ...more });
  const seen = async (id: string) => (await server.visitor().get(path(id))).body;

  it('the owner adds captions to a video, all viewers read them as text, and the owner removes them', async () => {
    const id = await media('video');
    expect(await seen(id)).toEqual({ kind: 'captions', lines: [] });
    expect(await owner.client.put(path(id), { text: VTT })).toMatchObject({ status: 200, body: CAPTIONS });
    expect(await seen(id)).toEqual(CAPTIONS);
    const later = { kind: 'captions', lines: [{ start: 3, end: 4, text: 'Later' }] };
    await owner.client.put(path(id), { text: 'WEBVTT\n\n00:03.000 --> 00:04.000\nLater' });
    expect(await seen(id)).toEqual(later);
    expect(await owner.client.delete(path(id))).toMatchObject({ status: 200, body: { lines: [] } });
    expect(await owner.client.delete(path(id))).toMatchObject({ status: 200 });
    expect(await seen(id)).toEqual({ kind: 'captions', lines: [] });
  });

  it('a song’s own response has true or false at once, and its row in a list has null', async () => {
    const [id, sung] = [await media('song'), await media('song')];
    await owner.client.put(path(sung), { text: 'Smoke' });
    const says = async (client = server.visitor()) => (await client.get(`/api/media/${id}`)).body.hasTimedText;
    expect([await says(), await says(owner.client)]).toEqual([false, false]);
    await owner.client.put(path(id), { text: 'Salt' });
    expect([await says(), await says(owner.client)]).toEqual([true, true]);
    const { body } = await owner.client.post(`/api/media/user/${owner.me.id}`, {});
    expect(body.media.find((row: { id: string }) => row.id === id)).toMatchObject({ hasTimedText: null });
    await owner.client.delete(path(id));
    expect(await says()).toBe(false);
  });

  it('a song has lyrics, plain or timed', async () => {
    const id = await media('song');
    await owner.client.put(path(id), { text: '[01:01.50]<b>Salt</b>' });
    expect(await seen(id)).toEqual(LYRICS);
    await owner.client.put(path(id), { text: 'Salt\n\nSmoke' });
    expect((await seen(id)).lines).toEqual(['Salt', '', 'Smoke'].map((text) => ({ start: null, end: null, text })));
  });

  it('an invalid file is rejected with a message on its field, and changes nothing', async () => {
    const [song, video] = [await media('song'), await media('video')];
    await owner.client.put(path(video), { text: VTT });
    for (const [id, text, message] of [
      [video, 'Salt', 'This is not a WebVTT file: its first line must be WEBVTT.'],
      [video, 'WEBVTT\n\n00:02.000 --> 00:01.000\nx', 'Line 3: a caption must end after it begins.'],
      [video, `WEBVTT\n\n${'x'.repeat(200_000)}`, 'The captions must not be larger than 200 KB.'],
      [
        video,
        `WEBVTT\n\n${`01:01.001 --> 01:02.002\n${'"'.repeat(10)}\n\n`.repeat(5000)}`,
        'These captions are too long for one file. Join short ones, or leave some out.',
      ],
      [song, '[00:01.00]Salt\nSmoke', 'Line 2 has no time. Give every line one, such as [01:23.45], or none.'],
      [song, '', 'There are no words in these lyrics.'],
    ] as const)
      expect(await owner.client.put(path(id), { text })).toMatchObject({
        status: 400,
        body: { message, errors: [{ field: 'text', message }] },
      });
    expect(await owner.client.put(path(song), { text: 7 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'text' }] },
    });
    expect((await owner.client.put(path(song), { text: 'x'.repeat(300_000) })).status).toBe(413);
    expect([await seen(video), (await seen(song)).lines]).toEqual([CAPTIONS, []]);
  });

  it('only the owner changes captions, and those of a hidden item are hidden, too', async () => {
    const id = await media('video');
    await owner.client.put(path(id), { text: VTT });
    for (const method of ['put', 'delete'] as const)
      expect(await other.client[method](path(id), { text: VTT })).toMatchObject({
        status: 403,
        body: { message: 'You can change the captions of your own media only.' },
      });
    expect((await server.visitor().put(path(id), { text: VTT })).status).toBe(401);
    const hidden = await media('video', { published: false });
    await owner.client.put(path(hidden), { text: VTT });
    expect((await owner.client.get(path(hidden))).body).toEqual(CAPTIONS);
    for (const client of [other.client, server.visitor()]) expect((await client.get(path(hidden))).status).toBe(404);
    expect((await other.client.put(path(hidden), { text: VTT })).status).toBe(404);
  });

  it('the audit log has an administrator’s changes, but not the owner’s', async () => {
    const id = await media('song', { title: 'Brine' });
    const acts = async () => (await admin.client.get('/api/admin/audit')).body.entries;
    const before = await acts();
    await owner.client.put(path(id), { text: 'Salt' });
    expect(await acts()).toEqual(before);
    await admin.client.put(path(id), { text: 'Smoke' });
    await admin.client.delete(path(id));
    await admin.client.delete(path(id));
    const act = { act: 'changed-media', subject: { kind: 'media', id, name: 'Brine' }, details: { changed: 'lyrics' } };
    expect((await acts()).slice(0, (await acts()).length - before.length)).toMatchObject([act, act]);
  });

  it('captions and lyrics are deleted with their media item, and are in the copy of the owner’s data', async () => {
    const id = await media('song');
    await owner.client.put(path(id), { text: 'Salt' });
    expect((await ownTables(server.app.db)).find(({ table }) => table === 'timed_texts')).toMatchObject({
      owners: ['musician_id'],
      columns: expect.arrayContaining(['media_id', 'lines']),
    });
    expect((await owner.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect(await server.app.db`select 1 from timed_texts where media_id = ${id}`).toHaveLength(0);
  });
});
