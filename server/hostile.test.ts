import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, Schema } from '@scoville/contract/endpoint.ts';
import { effort } from '../scripts/patience.ts';
import { routesOf } from './app.ts';
import { newId } from './ids.ts';
import type { Answer, Client } from './testkit/client.ts';
import { type TestServer, startTestServer } from './testkit/server.ts';

/** Strings that have broken products like ours: SQL, paths, scripts, broken Unicode, numbers out of range, patterns. */
const HOSTILE = [
  "'; drop table media; --",
  "1' or '1'='1",
  '1; select pg_sleep(5)',
  '%27%20or%201=1',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd\u0000.mp3',
  '\u0000',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  '\ud800',
  '\u202egnp.exe',
  'Ω≈ç√∫˜µ≤≥÷ 👩‍👩‍👧‍👦 مرحبا',
  'a'.repeat(20_000),
  `${'a'.repeat(5000)}!`,
  '-1',
  '0',
  '99999999999999999999',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  '%',
  '%00',
  '%ff',
];

const shapeOf = (schema: Schema): string[] => {
  const shape = (schema as { def?: { shape?: object; in?: { def?: { shape?: object } } } }).def?.shape;
  return shape ? Object.keys(shape) : [];
};

describe('hostile input', () => {
  let server: TestServer;
  let endpoints: Endpoint[];
  let client: Client;
  const broken: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    endpoints = routesOf(server.app)
      .map((route) => route.endpoint)
      .filter((endpoint) => endpoint.method !== 'GET' || !endpoint.changesState);
    client = (await server.signUp({ role: 'admin', isCurator: true })).client;
  });
  beforeEach(() => void broken.splice(0));
  afterAll(() => server.close());

  const ask = async (
    endpoint: Endpoint,
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ) => {
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
    let answer!: Answer;
    const took = await effort(async () => {
      const body = hasBody ? { payload: payload ?? {} } : {};
      answer = await client.send({ method: endpoint.method, url, headers, ...body });
    });
    const name = `${endpoint.method} ${url.slice(0, 120)} ${JSON.stringify(payload ?? '').slice(0, 120)}`;
    if (answer.status >= 500) broken.push(`${answer.status} ${name}`);
    if (answer.status >= 400 && typeof answer.body?.message !== 'string')
      broken.push(`no message: ${answer.status} ${name}`);
    if (
      /node_modules|postgres|at \w+ \(|syntax error|relation "/i.test(answer.text.slice(0, 2000)) &&
      answer.status >= 400
    )
      broken.push(`leaks: ${name}`);
    if (took > 2000) broken.push(`slow: ${name}`);
    return answer;
  };
  const plain = (endpoint: Endpoint) => endpoint.path.replaceAll(/:\w+/g, newId());

  it('in a path is answered, never with a failure of ours', async () => {
    for (const endpoint of endpoints)
      if (endpoint.path.includes(':'))
        for (const text of HOSTILE)
          await ask(endpoint, endpoint.path.replace(/:\w+/, encodeURIComponent(text.toWellFormed()).slice(0, 3000)));
    expect(broken).toEqual([]);
  });

  it('in a query is answered, never with a failure of ours', async () => {
    for (const endpoint of endpoints)
      for (const field of shapeOf(endpoint.query))
        for (const text of HOSTILE)
          await ask(endpoint, `${plain(endpoint)}?${field}=${encodeURIComponent(text.toWellFormed())}`);
    expect(broken).toEqual([]);
  });

  it('in a body is answered, never with a failure of ours', async () => {
    const shapes: unknown[] = [null, [], {}, 0, -1, 1e308, true, ['x'], { id: 'x' }, [[[[]]]]];
    for (const endpoint of endpoints.filter((one) => (one.method === 'POST' || one.method === 'PUT') && !one.multipart))
      for (const field of shapeOf(endpoint.body)) {
        for (const text of HOSTILE) await ask(endpoint, plain(endpoint), { [field]: text });
        for (const shape of shapes) await ask(endpoint, plain(endpoint), { [field]: shape });
      }
    expect(broken).toEqual([]);
  });

  it('that is no JSON, too deep or too large is a sentence, too', async () => {
    const json = { 'content-type': 'application/json' };
    for (const endpoint of endpoints.filter(
      (one) => (one.method === 'POST' || one.method === 'PUT') && !one.multipart,
    )) {
      expect((await ask(endpoint, plain(endpoint), '{"a":', json)).status).toBe(400);
      expect((await ask(endpoint, plain(endpoint), '[]', json)).status).toBeLessThan(500);
      expect((await ask(endpoint, plain(endpoint), 'null', json)).status).toBeLessThan(500);
      await ask(endpoint, plain(endpoint), `${'['.repeat(50_000)}${']'.repeat(50_000)}`, json);
      expect((await ask(endpoint, plain(endpoint), `{"a":"${'x'.repeat(300_000)}"}`, json)).status).toBe(413);
      expect((await ask(endpoint, plain(endpoint), 'a=b', { 'content-type': 'text/weird' })).status).toBe(415);
      await ask(endpoint, plain(endpoint), '{"__proto__":{"role":"admin"}}', json);
    }
    expect(broken).toEqual([]);
  });

  it('in a header is answered, never with a failure of ours', async () => {
    for (const [name, value] of [
      ['range', 'bytes=0-,1-,2-'],
      ['cookie', 'session=%00; visitor=..'],
      ['if-none-match', 'x'.repeat(5000)],
      ['x-timezone-offset', '1e309'],
      ['host', 'evil.example'],
      ['x-forwarded-for', "'; --"],
      ['accept-language', '*'.repeat(5000)],
    ] as const)
      for (const url of ['/api/settings', '/api/users/me', '/files/x/media/y', '/', '/login']) {
        const answer = await client.send({ method: 'GET', url, headers: { [name]: value } });
        expect(answer.status).toBeLessThan(500);
      }
  });
});
