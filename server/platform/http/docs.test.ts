import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

describe('F19 the page of calls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(['/api/docs', '/api/docs/json'])(
    '%s is rendered once, sent compressed, and revalidated by its ETag',
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

  it('documents the 429 of every call, and the 507 of calls that take files', async () => {
    const { body } = await server.visitor().get('/api/docs/json');
    const operations = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
    );
    expect(operations.length).toBeGreaterThan(30);
    for (const { call, responses } of operations) expect(responses['429'], call).toEqual(TOO_MANY);
    const takeFiles = operations.filter(({ responses }) => '507' in responses);
    expect(takeFiles.map(({ call }) => call).sort()).toEqual([
      'post /api/upload',
      'post /api/upload/image',
      'post /api/upload/replace/{id}',
    ]);
    for (const { responses } of takeFiles) expect(responses['507']).toEqual(DISK_FULL);
  });

  it('documents access and summary of every call', async () => {
    const { body } = await server.visitor().get('/api/docs/json');
    for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths))
      for (const [method, operation] of Object.entries(methods))
        expect(operation, `${method} ${path}`).toMatchObject({
          'x-access': expect.stringMatching(/^(?:anyone|account|member|curator|admin)$/),
          summary: expect.stringMatching(/./),
        });
  });

  it('documents the body of a refusal for every call, and the form for a file', async () => {
    const { body } = await server.visitor().get('/api/docs/json');
    for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths))
      for (const [method, { responses }] of Object.entries(methods))
        expect(responses['default'], `${method} ${path}`).toEqual(refusal('A refusal, or an error of the server.'));
    const form = (path: string) => body.paths[path].post.requestBody.content['multipart/form-data'].schema;
    expect(form('/api/upload/replace/{id}')).toMatchObject({ properties: { file: FILE }, required: ['file'] });
    expect(form('/api/upload')).toMatchObject({ properties: { isAd: {}, file: FILE }, required: ['file'] });
    expect(form('/api/upload/image')).toMatchObject({
      properties: { imageType: {}, targetId: {}, image: FILE },
      required: ['imageType', 'targetId', 'image'],
    });
  });

  it('describes the actual answer of a limited call', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '0.001' });
    const { statusCode, headers, json } = await limited.http.inject({ method: 'POST', url: '/api/stats', payload: {} });
    const answer = { status: statusCode, type: headers['content-type'], body: json<unknown>() };
    expect(answer).toEqual({
      status: 429,
      type: 'application/json; charset=utf-8',
      body: { message: 'Too many attempts. Wait a minute and try again.', errors: [] },
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await limited.close();
  });
});

interface Operation {
  responses: Record<string, unknown>;
}

const ERROR_BODY = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'code', 'message'],
        additionalProperties: false,
      },
    },
    id: { type: 'string' },
  },
  required: ['message', 'errors'],
  additionalProperties: false,
};
const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: ERROR_BODY } },
});
const TOO_MANY = {
  ...refusal('Too many calls, or too much at a time.'),
  headers: {
    'Retry-After': {
      description: 'Seconds until another try may be answered, where that is known.',
      schema: { type: 'integer' },
    },
  },
};
const FILE = { type: 'string', format: 'binary' };
const DISK_FULL = refusal('The server has no room for this file just now.');
