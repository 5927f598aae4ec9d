import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { image, song, video } from '../../../fixtures/files.ts';
import { type TestS3, startS3 } from '../../testkit/s3.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { cookieOf, portOf } from '../../testkit/tus.ts';
import { until } from '../../testkit/until.ts';

const MB = 1024 * 1024;
const HLS = 'application/vnd.apple.mpegurl';
let s3: TestS3;
/** Both servers share one bucket and one database: one sends the bytes itself, the other redirects to the bucket. */
let sends: TestServer;
let redirects: TestServer;
let worker: TestServer;
let owner: Account;
/** A song and a video, converted by a worker that shares no folder with the servers. */
let played: Record<'song' | 'video', { id: string; sources: { url: string; type: string }[] }>;
beforeAll(async () => {
  s3 = await startS3();
  const settings = { DATABASE_URL: await createTestDatabase(), ...s3.env };
  sends = await startTestServer(settings);
  redirects = await startTestServer({ ...settings, S3_DELIVERY: 'redirect' });
  worker = await startTestServer(settings, { worker: true });
  owner = await sends.signUp({ plan: 'ghost-pepper' });
  const files = {
    song: await song({ seconds: 3, format: 'mp3' }),
    video: await video({ seconds: 8, width: 320, height: 240 }),
  };
  const found: Partial<typeof played> = {};
  for (const kind of ['song', 'video'] as const) {
    const bytes = await readFile(files[kind]);
    const sent = await owner.client.upload('/api/upload', { name: kind === 'song' ? 'a.mp3' : 'a.mp4', bytes });
    const { id } = sent.body.media;
    found[kind] = await until(async () => {
      const { body } = await owner.client.get(`/api/media/${id}`);
      expect(body.status).toBe('complete');
      return body;
    });
  }
  played = found as typeof played;
});
afterAll(async () => {
  for (const server of [worker, redirects, sends]) await server.close();
  await s3.close();
});

const get = (server: TestServer, url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.http.inject({ method, url, headers, cookies: Object.fromEntries(owner.client.cookies) });
const stored = async (url: string) => {
  const key = url.split('/').slice(3).join('/');
  return sends.app.storage.withLocal(key, (path) => readFile(path));
};

describe('a file of the bucket', () => {
  it('is sent by the process, whole and in ranges', async () => {
    const { url } = played.song.sources[0]!;
    const bytes = await stored(url);
    const all = await get(sends, url);
    expect([all.statusCode, all.rawPayload.equals(bytes)]).toEqual([200, true]);
    const range = await get(sends, url, { range: 'bytes=1000-1999' });
    expect([range.statusCode, range.headers['content-range']]).toEqual([206, `bytes 1000-1999/${bytes.length}`]);
    expect(range.rawPayload.equals(bytes.subarray(1000, 2000))).toBe(true);
    expect((await get(sends, url, { range: 'bytes=9999999-' })).statusCode).toBe(416);
    expect((await get(sends, url, { 'if-none-match': String(all.headers.etag) })).statusCode).toBe(304);
  });

  it('is fetched from the bucket after a redirect, until our address expires or an hour has passed', async () => {
    const { url } = played.song.sources[0]!;
    const answer = await get(redirects, url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, max-age=900']);
    const address = new URL(String(answer.headers.location));
    expect(address.origin).toBe(s3.settings.endpoint);
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600);
    const range = await fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([range.status, range.headers.get('content-type')]).toEqual([206, 'audio/mp4']);
    expect(Buffer.from(await range.arrayBuffer()).equals((await stored(url)).subarray(10, 20))).toBe(true);
    expect((await get(redirects, url, {}, 'HEAD')).statusCode).toBe(200);
    expect(answer.headers['content-security-policy']).toContain(`media-src 'self' blob: ${address.origin};`);
    expect((await get(sends, url)).headers['content-security-policy']).toContain("media-src 'self' blob:;");
  });

  it('is sent only to viewers with access to the media item, by either server', async () => {
    const { url } = played.song.sources[0]!;
    for (const server of [sends, redirects]) {
      expect((await server.visitor().get(url)).status).toBe(404);
      expect((await get(server, url.replace(/files\/[^/]+/, 'files/abc.0123456789012345678901'))).statusCode).toBe(403);
    }
  });

  it('is fetched from the bucket if it is a video segment; the server itself sends the playlists', async () => {
    const { url } = played.video.sources.find(({ type }) => type === HLS)!;
    const master = await get(redirects, url);
    expect([master.statusCode, master.headers['content-type']]).toEqual([200, HLS]);
    const list = master.payload.split('\n').find((line) => line.endsWith('.m3u8')) ?? '';
    const at = new URL(list, `http://x${url}`).pathname;
    const media = await get(redirects, at);
    expect(media.statusCode).toBe(200);
    const name =
      /URI="([^"]+)"/.exec(media.payload)?.[1] ?? media.payload.split('\n').find((line) => /^[^#]/.test(line));
    const segment = await get(redirects, new URL(name ?? '', `http://x${at}`).pathname, { range: 'bytes=0-99' });
    expect(segment.statusCode).toBe(302);
    expect((await fetch(String(segment.headers.location), { headers: { range: 'bytes=0-99' } })).status).toBe(206);
  });

  it('is buffered once for a reader that pauses, and is continued later', async () => {
    const bytes = randomBytes(48 * MB);
    const key = `media/${played.song.id}/large/run/large.m4a`;
    const folder = await mkdtemp(join(tmpdir(), 'scoville-s3-files-'));
    await writeFile(join(folder, 'large'), bytes);
    await sends.app.storage.put(key, join(folder, 'large'));
    await rm(folder, { recursive: true });
    let came = 0;
    s3.proxy.onAnswer = (piece) => void (came += piece.length);
    const headers = { cookie: cookieOf(owner) };
    const asked = request({ port: await portOf(sends), path: sends.app.signer.address(key), headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    // The system's own buffers take some megabytes for the reader.
    let before = -1;
    await until(() => {
      const still = came === before && came > 0;
      before = came;
      expect(still).toBe(true);
    });
    expect(came).toBeLessThan(bytes.length / 2);
    const all = await buffer(answer);
    s3.proxy.onAnswer = () => {};
    expect(all.equals(bytes)).toBe(true);
  });

  it('can be a picture', async () => {
    const png = await readFile(await image({ width: 900, height: 600, format: 'png' }));
    const fields = { imageType: 'profile', targetId: owner.me.id };
    const { body } = await owner.client.upload(
      '/api/upload/image',
      { name: 'a.png', bytes: png, field: 'image' },
      fields,
    );
    const sent = await get(sends, body.imageUrl);
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const answer = await get(redirects, body.imageUrl);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'public, max-age=900']);
    const picture = await fetch(String(answer.headers.location));
    expect(Buffer.from(await picture.arrayBuffer()).equals(sent.rawPayload)).toBe(true);
  });
});
