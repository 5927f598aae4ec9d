import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { newId } from '../../platform/ids.ts';
import { transcode } from '../../pipeline/processing/transcode.ts';
import { song, video } from '../../../fixtures/files.ts';
import { attemptOf, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { tusClient } from '../../testkit/tus.ts';
import { checkReplacements, countReplacement } from './replacements-a-day.ts';

let server: TestServer;
let short: Buffer;
let longer: Buffer;
beforeAll(async () => {
  // No worker runs: each test processes its files explicitly, to check the state in between.
  server = await startTestServer();
  short = await readFile(await song({ seconds: 1, format: 'mp3' }));
  longer = await readFile(await song({ seconds: 2, format: 'flac' }));
});
afterAll(() => server.close());

const WITH_VERDICT =
  'A reviewer has given a verdict on this file, so it cannot be replaced. Upload the new file as a separate media.';
const UNDER_WAY = 'A replacement for this file is still being processed. Wait until it is done.';

/** Begins like a FLAC file and continues with noise. */
const noise = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100_000, 'noise')]);

const process = async (id: string) => {
  const run = { id: newId(), signal: new AbortController().signal, isLast: true, log: server.app.log };
  await transcode(server.app, await attemptOf(server.app.db, id), run);
};
const see = async ({ client }: Account, id: string) => (await client.get(`/api/media/${id}`)).body;
/** Uploads and publishes a song that has plays and comments. */
async function published(account: Account): Promise<string> {
  const { body } = await account.client.upload('/api/upload', { name: 'first.mp3', bytes: short });
  const { id } = body.media;
  await process(id);
  await account.client.put(`/api/media/${id}`, { published: true, title: 'Its Name' });
  await server.app.db`update media set play_count = 7, comment_count = 3 where id = ${id}`;
  return id;
}
const replace = ({ client }: Account, id: string, name = 'second.flac', bytes = longer) =>
  client.upload(`/api/upload/replace/${id}`, { name, bytes });
const files = async (id: string) => {
  const keys: string[] = [];
  for (const root of ['originals', 'media'])
    for await (const key of server.app.storage.list(`${root}/${id}`)) keys.push(key);
  return keys;
};
const used = async ({ client }: Account): Promise<number> => (await client.get('/api/users/me')).body.used;

describe('a replacement file for a song or video', () => {
  it('takes effect when complete: address, counts and texts stay, and the old file plays until then', async () => {
    const account = await server.signUp();
    const id = await published(account);
    const before = await see(account, id);
    const old = await files(id);

    const answer = await replace(account, id);
    expect(answer.status).toBe(202);
    expect(answer.body.media).toMatchObject({
      id,
      status: 'complete',
      replacement: { stage: 'Queued', progress: 0, error: null },
    });
    expect(answer.body.media.can).toMatchObject({ replaceFile: false, retry: false });
    const { progress } = (await account.client.get('/api/upload/progress')).body;
    expect(progress).toMatchObject([
      { fileName: 'second.flac', replaces: true },
      { fileName: 'first.mp3', replaces: false },
    ]);
    const meanwhile = await see(account, id);
    expect(meanwhile.sources.map(({ type }: { type: string }) => type)).toEqual(['audio/mp4', 'audio/webm']);
    expect(meanwhile.length).toBe(before.length);
    expect((await account.client.get(before.sources[0].url)).status).toBe(200);
    // Other viewers don't see the replacement.
    const visitor = (await server.visitor().get(`/api/media/${id}`)).body;
    expect([visitor.replacement, visitor.published]).toEqual([null, true]);
    expect((await replace(account, id)).body.message).toBe(UNDER_WAY);

    await process(id);
    const after = await see(account, id);
    const stays = ({
      id: of,
      title,
      description,
      artwork,
      playCount,
      commentCount,
      htmlUrl,
      published: is,
      publishedOn,
    }: typeof after) => ({
      of,
      title,
      description,
      artworkImgV: artwork,
      playCount,
      commentCount,
      htmlUrl,
      is,
      publishedOn,
    });
    expect({ ...stays(after), artworkImgV: 0 }).toEqual({ ...stays(before), artworkImgV: 0 });
    expect(after).toMatchObject({ filename: 'second.flac', replacement: null, playCount: 7, commentCount: 3 });
    expect(after.length).toBeCloseTo(2, 1);
    expect(after.sources[0].url).not.toBe(before.sources[0].url);
    expect((await account.client.get(after.sources[0].url)).status).toBe(200);
    // A listener in the middle of the old file can play it to its end, because its files are removed only after their
    // quarantine.
    expect((await account.client.get(before.sources[0].url)).status).toBe(200);
    const due = await server.app.db<{ prefix: string }[]>`
      select prefix from pending_deletions where due_at > now() + interval '23 hours'`;
    for (const key of old)
      expect(
        due.some(({ prefix }) => key === prefix || key.startsWith(`${prefix}/`)),
        key,
      ).toBe(true);
    expect(await used(account)).toBe(1);
    expect(await server.app.db`select 1 from sources where owner_id = ${id}`).toHaveLength(1);
  });

  it('may be a video for a song, and the reverse', async () => {
    const account = await server.signUp();
    const id = await published(account);
    const { client, me } = account;
    const words = `/api/media/${id}/timed-text`;
    await client.put(words, { text: 'Salt and smoke' });
    const { body } = await client.put(`/api/users/${me.id}`, {
      albums: [{ title: 'Ash', releaseDate: '2026-01-01' }],
    });
    const songs = `/api/albums/${body.albums[0].id}/songs`;
    await client.put(songs, { songs: [id] });
    const clip = await readFile(await video({ seconds: 2, width: 320, height: 240 }));
    expect((await replace(account, id, 'clip.mp4', clip)).status).toBe(202);
    expect((await see(account, id)).mediaType).toBe('song');
    await process(id);
    expect(await see(account, id)).toMatchObject({
      mediaType: 'video',
      status: 'complete',
      width: 320,
      published: true,
    });
    // The song's lyrics don't become captions, and the video leaves the album, whose songs can still be saved.
    expect((await client.get(words)).body).toEqual({ kind: 'captions', lines: [] });
    expect((await client.get(songs)).body).toEqual({ media: [] });

    await client.put(words, { text: 'WEBVTT\n\n00:00.500 --> 00:01.000\nSalt' });
    await replace(account, id);
    await process(id);
    expect((await see(account, id)).mediaType).toBe('song');
    expect((await client.get(words)).body).toEqual({ kind: 'lyrics', lines: [] });
  });

  it('changes nothing if it is unusable, and can be retried, replaced again or discarded', async () => {
    const account = await server.signUp();
    const id = await published(account);
    const before = await see(account, id);
    await replace(account, id, 'broken.flac', noise);
    await process(id);
    const failed = await see(account, id);
    expect(failed.replacement).toEqual({
      stage: 'Failed',
      progress: expect.any(Number),
      error: { id: expect.any(String), message: expect.stringMatching(/^[A-Z].+\.$/) },
    });
    expect(failed).toMatchObject({
      status: 'complete',
      error: null,
      filename: 'first.mp3',
      length: before.length,
      published: true,
    });
    expect(failed.can).toMatchObject({ retry: true, replaceFile: true });
    expect((await account.client.post(`/api/upload/retry/${id}`)).body.replacement.stage).toBe('Queued');
    await process(id);

    const stranger = await server.signUp();
    expect((await stranger.client.delete(`/api/upload/replace/${id}`)).status).toBe(403);
    const given = await account.client.delete(`/api/upload/replace/${id}`);
    expect([given.status, given.body.replacement]).toEqual([200, null]);
    expect((await account.client.delete(`/api/upload/replace/${id}`)).body.message).toBe(
      'There is no replacement file to cancel for this media.',
    );
    expect(await server.app.db`select 1 from sources where owner_id = ${id}`).toHaveLength(1);
    expect((await account.client.get((await see(account, id)).sources[0].url)).status).toBe(200);
    expect(await used(account)).toBe(1);

    await replace(account, id, 'broken.flac', noise);
    await process(id);
    expect((await replace(account, id)).status).toBe(202);
    await process(id);
    expect(await see(account, id)).toMatchObject({ filename: 'second.flac', replacement: null });
  });

  it('can be discarded while it is converted, and its worker changes nothing afterwards', async () => {
    const account = await server.signUp();
    const id = await published(account);
    await replace(account, id);
    const work = await attemptOf(server.app.db, id);
    await account.client.delete(`/api/upload/replace/${id}`);
    await transcode(server.app, work, {
      id: newId(),
      signal: new AbortController().signal,
      isLast: true,
      log: server.app.log,
    });
    expect(await see(account, id)).toMatchObject({ filename: 'first.mp3', replacement: null });
  });

  it('replaces a failed first file under the same address, and counts against the plan', async () => {
    const account = await server.signUp();
    const { id } = (await account.client.upload('/api/upload', { name: 'broken.flac', bytes: noise })).body.media;
    await process(id);
    expect([(await see(account, id)).status, await used(account)]).toEqual(['failed', 0]);
    expect((await replace(account, id)).body.media).toMatchObject({
      id,
      status: 'queued',
      replacement: null,
      filename: 'second.flac',
    });
    expect(await used(account)).toBe(1);
    await process(id);
    expect(await see(account, id)).toMatchObject({ status: 'complete', error: null });
  });

  it('is refused after a verdict, also one given while it is converted', async () => {
    const [account, reviewer] = [await server.signUp(), await server.signUp({ isCurator: true })];
    const verdict = (of: string) =>
      reviewer.client.put(`/api/media/${of}`, { curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 } });
    const id = await published(account);
    await account.client.put(`/api/media/${id}`, { allowCuration: true });
    await replace(account, id);
    expect((await verdict(id)).status).toBe(200);
    await process(id);
    expect(await see(account, id)).toMatchObject({
      filename: 'first.mp3',
      replacement: { stage: 'Failed', error: { message: WITH_VERDICT } },
    });
    await account.client.delete(`/api/upload/replace/${id}`);
    const refused = await replace(account, id);
    expect([refused.status, refused.body.message]).toEqual([409, WITH_VERDICT]);
    expect((await see(account, id)).can.replaceFile).toBe(false);
  });

  it('is accepted from the owner only', async () => {
    const [account, stranger, admin] = [
      await server.signUp(),
      await server.signUp(),
      await server.signUp({ role: 'admin' }),
    ];
    const id = await published(account);
    for (const other of [stranger, admin]) expect((await replace(other, id)).status).toBe(403);
    await account.client.put(`/api/media/${id}`, { published: false });
    expect((await replace(stranger, id)).status).toBe(404);
    expect((await replace(account, newId())).status).toBe(404);
    expect((await see(account, id)).replacement).toBeNull();
  });

  it('may be a resumable upload, which is refused before its first byte if not allowed', async () => {
    const account = await server.signUp();
    const id = await published(account);
    const tus = tusClient(server);
    const metadata = (of: string) =>
      `filename ${Buffer.from('second.flac').toString('base64')},replaces ${Buffer.from(of).toString('base64')}`;
    const create = (who: Account, of: string) =>
      tus.call(who, 'POST', TUS_PATH, { 'upload-length': String(longer.length), 'upload-metadata': metadata(of) });
    expect((await create(await server.signUp(), id)).status).toBe(403);
    expect((await create(account, 'x')).status).toBe(404);
    const created = await create(account, id);
    expect(created.status).toBe(201);
    const last = await tus.patch(account, created.headers.get('location') ?? '', 0, longer);
    expect(last.headers.get('x-media-id')).toBe(id);
    await process(id);
    expect(await see(account, id)).toMatchObject({ filename: 'second.flac', replacement: null });
  });

  it('is accepted at most twenty times a day', async () => {
    const limits = createLimits(server.app.db, 1);
    const [one, other] = [newId(), newId()];
    const replaced = (userId: string) => countReplacement(limits, userId, async () => {});
    for (let n = 0; n < 20; n += 1) await replaced(one);
    const refusal = {
      status: 429,
      message: 'At most 20 files may be replaced within a day. Try again tomorrow.',
    };
    await expect(replaced(one)).rejects.toMatchObject(refusal);
    await expect(checkReplacements(limits, one)).rejects.toMatchObject(refusal);
    await replaced(other);
  });

  it('counts towards the daily limit only when accepted', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    onTestFinished(() => limited.close());
    const account = await limited.signUp();
    const id = await insertMedia(limited.app.db, { musicianId: account.me.id });
    const counted = async () => {
      const [row] = await limited.app.db<{ taken: number }[]>`
        select taken from rate_limits where key = ${`replace ${account.me.id}`}`;
      return row?.taken ?? 0;
    };
    const send = (name: string, bytes: Buffer) => account.client.upload(`/api/upload/replace/${id}`, { name, bytes });
    expect((await send('cover.png', longer)).status).toBe(415);
    expect((await send('second.flac', Buffer.alloc(100_000, 'x'))).status).toBe(415);
    expect(await counted()).toBe(0);

    const tus = tusClient(limited);
    const create = (name: string, bytes: number) => {
      const [file, of] = [name, id].map((value) => Buffer.from(value).toString('base64'));
      return tus.create(account, bytes, { 'upload-metadata': `filename ${file},replaces ${of}` });
    };
    expect((await create('cover.png', 100)).status).toBe(415);
    expect((await create('second.flac', 0)).status).toBe(400);
    const wrong = await create('second.flac', 1000);
    const refused = await tus.patch(account, wrong.headers.get('location') ?? '', 0, Buffer.alloc(1000, 'x'));
    expect(refused.status).toBe(415);
    // An upload that is begun and deleted replaces nothing either.
    const left = await create('second.flac', longer.length);
    await tus.call(account, 'DELETE', left.headers.get('location') ?? '');
    expect(await counted()).toBe(0);

    const right = await create('second.flac', longer.length);
    expect((await tus.patch(account, right.headers.get('location') ?? '', 0, longer)).status).toBe(204);
    expect(await counted()).toBe(1);
  });
});
