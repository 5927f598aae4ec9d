import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TUS_PATH } from '@scoville/contract/uploads.ts';
import { broken, song } from '../testkit/fixtures.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';

let server: TestServer;
let origin: string;
let wav: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.http.server.address() as { port: number }).port}`;
  wav = await readFile(await song({ seconds: 3, format: 'wav' }));
});
afterAll(() => server.close());

const call = (
  account: Account | null,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer | ReadableStream,
) =>
  fetch(origin + path, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      'sec-fetch-site': 'same-origin',
      cookie: account === null ? '' : [...account.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body as BodyInit, duplex: 'half' }),
  } as RequestInit);

const named = (name: string) => ({ 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` });
const create = (account: Account | null, bytes: number | string, headers: Record<string, string> = named('song.wav')) =>
  call(account, 'POST', TUS_PATH, { 'upload-length': String(bytes), ...headers });
const patch = (account: Account, path: string, offset: number, body: Buffer | ReadableStream) =>
  call(
    account,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );

async function started(account: Account, bytes = wav.length): Promise<string> {
  const answer = await create(account, bytes);
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}
const unlimited = () => server.signUp({ plan: 'ghost-pepper' });
const sourceOf = async (mediaId: string | null) => {
  const [row] = await server.app.db`select sha256, bytes from sources where media_id = ${mediaId ?? ''}`;
  return row;
};
const folder = () => join(server.app.env.DATA_DIR, 'resumable');

describe('a resumable upload', () => {
  it('goes on where it stopped and ends as the same bytes, its media named in the last answer', async () => {
    const account = await unlimited();
    const path = await started(account);
    const half = Math.floor(wav.length / 2);
    expect((await patch(account, path, 0, wav.subarray(0, half))).headers.get('upload-offset')).toBe(String(half));
    const asked = await call(account, 'HEAD', path);
    expect([asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
      `${half}`,
      `${wav.length}`,
    ]);
    const last = await patch(account, path, half, wav.subarray(half));
    expect(last.status).toBe(204);
    const mediaId = last.headers.get('x-media-id');
    expect((await sourceOf(mediaId))?.['sha256']).toEqual(createHash('sha256').update(wav).digest());
    expect((await account.client.get(`/api/media/${mediaId}`)).body).toMatchObject({
      title: 'song',
      filename: 'song.wav',
    });
    expect(await readdir(folder())).toEqual([]);
  });

  it('keeps the bytes that arrived when the connection breaks in the middle of a request', async () => {
    const account = await unlimited();
    const path = await started(account);
    const abort = new AbortController();
    const dying = new ReadableStream({
      start(stream) {
        stream.enqueue(new Uint8Array(wav.subarray(0, 200_000)));
      },
    });
    const sending = fetch(origin + path, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'sec-fetch-site': 'same-origin',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        cookie: [...account.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: dying,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit);
    await expect.poll(async () => (await readFile(join(folder(), path.split('/').pop() ?? ''))).length).toBe(200_000);
    abort.abort();
    await expect(sending).rejects.toThrow();
    const offset = Number((await call(account, 'HEAD', path)).headers.get('upload-offset'));
    expect(offset).toBe(200_000);
    const mediaId = (await patch(account, path, offset, wav.subarray(offset))).headers.get('x-media-id');
    expect((await sourceOf(mediaId))?.['sha256']).toEqual(createHash('sha256').update(wav).digest());
  });

  it('gives a lost last answer again instead of a second media, and says when the file is known', async () => {
    const account = await unlimited();
    const path = await started(account);
    const mediaId = (await patch(account, path, 0, wav)).headers.get('x-media-id');
    const twin = await patch(account, await started(account), 0, wav);
    expect(twin.headers.get('x-duplicate-of')).toBe(mediaId);
    const again = await call(account, 'HEAD', path);
    expect([again.status, again.headers.get('x-media-id'), again.headers.get('upload-offset')]).toEqual([
      200,
      mediaId,
      String(wav.length),
    ]);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(2);
  });

  it('hands over what was whole when a process died before it could', async () => {
    const account = await unlimited();
    const path = await started(account);
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder(), path.split('/').pop() ?? ''), wav);
    const asked = await call(account, 'HEAD', path);
    expect(asked.status).toBe(200);
    expect((await sourceOf(asked.headers.get('x-media-id')))?.['bytes']).toBe(wav.length);
  });
});

describe('what a resumable upload may not', () => {
  it('be somebody else’s: for them it does not exist', async () => {
    const [owner, other] = [await unlimited(), await unlimited()];
    const path = await started(owner);
    expect((await patch(other, path, 0, wav)).status).toBe(404);
    expect((await call(other, 'HEAD', path)).status).toBe(404);
    expect((await call(other, 'DELETE', path)).status).toBe(404);
    expect((await call(null, 'HEAD', path)).status).toBe(401);
    expect((await create(null, 10)).status).toBe(401);
    for (const trick of ['..%2F..%2Fetc%2Fpasswd', 'x', '%00', '00000000-0000-7000-8000-000000000000'])
      expect((await call(owner, 'HEAD', `${TUS_PATH}/${trick}`)).status).toBe(404);
    expect((await call(owner, 'HEAD', path)).headers.get('upload-offset')).toBe('0');
  });

  it('come from another site', async () => {
    const account = await unlimited();
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await create(account, 10, { ...named('a.mp3'), ...foreign })).status).toBe(403);
    const path = await started(account);
    expect((await call(account, 'DELETE', path, foreign)).status).toBe(403);
  });

  it('X-02 be larger than the plan allows, empty, or of unknown length', async () => {
    const account = await server.signUp();
    const large = await create(account, 50 * 1024 * 1024 + 1);
    expect(large.status).toBe(413);
    expect((await large.json()).message).toBe('File is too large. File size must not be greater than 50 MB.');
    expect((await create(account, 0)).status).toBe(400);
    expect((await create(account, '-5')).status).toBe(400);
    const deferred = await call(account, 'POST', TUS_PATH, { 'upload-defer-length': '1', ...named('song.wav') });
    expect(deferred.status).toBe(400);
    const path = await started(account, 1000);
    expect((await patch(account, path, 0, wav)).status).toBe(413);
    expect((await patch(account, path, 7, wav.subarray(0, 10))).status).toBe(409);
  });

  it('UP-09 pass the count of the plan, neither at its start nor at its end', async () => {
    const account = await server.signUp();
    const [one, other] = [await started(account), await started(account)];
    expect((await patch(account, one, 0, wav)).status).toBe(204);
    const second = await patch(account, other, 0, wav);
    expect([second.status, (await second.json()).message]).toEqual([403, 'trial limit reached']);
    expect((await create(account, 100)).status).toBe(403);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(1);
  });

  it('UP-14 X-21 be called what no song is called: refused before a byte is sent', async () => {
    const account = await unlimited();
    const before = await readdir(folder());
    for (const headers of [named('song.mp3.exe'), named('song.aiff'), named('mp3'), named(''), {}]) {
      const answer = await create(account, wav.length, headers as Record<string, string>);
      expect([answer.status, (await answer.json()).message]).toEqual([415, "You can't upload files of this type."]);
    }
    expect(await readdir(folder())).toEqual(before);
    expect(await server.app.db`select 1 from resumable_uploads where user_id = ${account.me.id}`).toHaveLength(0);
    for (const name of ['song.WAV', `${'x'.repeat(900)}.wav`, 'a\0b.wav']) {
      const path = (await create(account, wav.length, named(name))).headers.get('location') ?? '';
      const mediaId = (await patch(account, path, 0, wav)).headers.get('x-media-id');
      expect((await account.client.get(`/api/media/${mediaId}`)).body.filename).toMatch(/\.wav$/i);
    }
  });

  it('UP-14 be something else than it says', async () => {
    const account = await unlimited();
    const text = await readFile(await broken('playlist-as-mp3'));
    const path = await started(account, text.length);
    const answer = await patch(account, path, 0, text);
    expect([answer.status, (await answer.json()).message]).toEqual([415, "You can't upload files of this type."]);
    expect((await call(account, 'HEAD', path)).status).toBe(404);
  });
});
