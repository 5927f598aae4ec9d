import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { encodingFor } from './compress.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

it.each([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=0.5 , BR ; q=0.4', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=0', null],
  ['br;q=0.000, gzip', 'gzip'],
  ['gzip;q=0, br', 'br'],
  ['br;q=x', null],
  ['*', null],
  ['identity', null],
  ['brotli, x-gzip', null],
])('for Accept-Encoding %o the best encoding is %o', (header, encoding) => expect(encodingFor(header)).toBe(encoding));

describe('replies', () => {
  let server: TestServer;
  const LIST = '/api/media?size=20';
  beforeAll(async () => {
    server = await startTestServer();
    const { me } = await server.signUp();
    for (let n = 0; n < 20; n += 1)
      await insertMedia(server.app.db, { musicianId: me.id, title: `Song ${n}`, scores: [80, 80, 80] });
  });
  afterAll(() => server.close());

  const get = (url: string, encodings?: string) =>
    server.http.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });
  /** The titles only, because signed addresses differ from call to call. */
  const titles = (json: string): string[] =>
    (JSON.parse(json) as { media: { title: string }[] }).media.map(({ title }) => title);

  it('are sent in the smallest encoding that the client accepts, with the same content', async () => {
    const plain = await get(LIST);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toContain('accept-encoding');
    expect(titles(plain.body)).toHaveLength(20);
    const br = await get(LIST, 'gzip, deflate, br');
    expect(br.headers['content-encoding']).toBe('br');
    expect(titles(brotliDecompressSync(br.rawPayload).toString())).toEqual(titles(plain.body));
    expect(Number(br.headers['content-length'])).toBe(br.rawPayload.byteLength);
    expect(br.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 4);
    const zipped = await get(LIST, 'gzip');
    expect(titles(gunzipSync(zipped.rawPayload).toString())).toEqual(titles(plain.body));
  });

  it('are sent uncompressed if they fit into a packet', async () => {
    const { headers, body } = await get('/api/system-message', 'br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toEqual({ systemMessage: null });
  });
});
