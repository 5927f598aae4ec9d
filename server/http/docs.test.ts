import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, startTestServer } from '../testkit/server.ts';

describe('F19 the page of calls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(['/api/docs', '/api/docs/json'])(
    '%s is made once, is small on its way, and need not come again',
    async (url) => {
      const make = vi.spyOn(server.http, 'swagger');
      const many = await Promise.all(Array.from({ length: 20 }, () => server.visitor().get(url)));
      expect(new Set(many.map(({ text }) => text)).size).toBe(1);
      expect(make).toHaveBeenCalledTimes(1);
      make.mockRestore();
      const small = await server.http.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(many[0]?.text);
      expect(small.rawPayload.byteLength).toBeLessThan((many[0]?.text.length ?? 0) / 5);
      const again = await server.http.inject({ url, headers: { 'if-none-match': String(small.headers.etag) } });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    },
  );
});
