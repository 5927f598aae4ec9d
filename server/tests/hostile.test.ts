import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { effort } from '../../scripts/patience.ts';
import { routesOf } from '../app.ts';
import { newId } from '../platform/ids.ts';
import type { Answer, Client } from '../testkit/client.ts';
import { insertMedia } from '../testkit/media.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { validFor } from '@scoville/contract/testkit/valid.ts';

/**
 * Strings that have broken products like this one: SQL, paths, scripts, broken Unicode, numbers out of range, patterns.
 */
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

/** The path to every text in a value. */
function textsIn(value: unknown, way: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...way]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...way, name]));
}

/** Replacements for a text. An object whose `toString` isn't a function breaks code that converts it to a text. */
const NO_TEXTS = [{ toString: 1 }, ['x'], 1e308, true];

/** A copy of a value in which one place is replaced. */
function replaced(value: unknown, [name, ...way]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], way, by);
  return copy;
}

/**
 * Endpoints that reject even a valid body, because they need a password, a code, a captcha, or data that the test
 * doesn't create.
 */
const REFUSED: readonly string[] = [
  '400 POST /api/data-export',
  '400 POST /api/data-export/file',
  '400 POST /api/identities/:provider',
  '400 POST /api/identities/:provider/unlink',
  '400 POST /api/messages/support',
  '400 POST /api/second-factor/passkeys/options',
  '400 POST /api/second-factor/recovery-codes',
  '400 POST /api/second-factor/remove',
  '400 POST /api/second-factor/totp',
  '400 POST /api/sessions/:id/end',
  '400 POST /api/sessions/end',
  '400 POST /api/stats/embedded',
  '400 POST /api/takedowns',
  '400 POST /api/users/:id/second-factor/remove',
  '400 POST /api/users/unsubscribe',
  '400 POST /auth/delete',
  '400 POST /auth/reset',
  '400 PUT /api/ab/ab-positions',
  '400 PUT /api/genres/positions',
  '400 PUT /api/moods/positions',
  '400 PUT /api/review/choices',
  '400 PUT /api/users/:id/email',
  '401 POST /auth',
  '403 POST /api/upload/image/delete',
  '404 POST /api/admin/reports/:id/decision',
  '404 POST /auth/reset/:token',
  '404 PUT /api/ab/:id',
  '404 PUT /api/albums/:id/songs',
  '404 PUT /api/media/positions',
  '404 PUT /api/subscription/revise/:id',
  '409 POST /api/media/:id/counter-notice',
  '409 POST /api/media/hand-over/:id',
  '409 POST /api/media/reject/:id',
  '409 POST /api/media/reopen/:id',
  '409 POST /api/subscription',
];

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
    by = client,
  ) => {
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
    let answer!: Answer;
    const took = await effort(async () => {
      const body = hasBody ? { payload: payload ?? {} } : {};
      answer = await by.send({ method: endpoint.method, url, headers, ...body });
    });
    const name = `${endpoint.method} ${url.slice(0, 120)} ${JSON.stringify(payload ?? '').slice(0, 120)}`;
    if (answer.status >= 500) broken.push(`${answer.status} ${name}`);
    if (answer.status >= 400 && typeof answer.body?.message !== 'string')
      broken.push(`no message: ${answer.status} ${name}`);
    if (/Too (?:big|small)|Invalid (?:input|string)|Unrecognized|expected|[<>]=/.test(String(answer.body?.message)))
      broken.push(`a validator's own words: ${String(answer.body?.message)} ${name}`);
    if (
      /node_modules|postgres|at \w+ \(|syntax error|relation "/i.test(answer.text.slice(0, 2000)) &&
      answer.status >= 400
    )
      broken.push(`leaks: ${name}`);
    if (took > 2000) broken.push(`slow: ${name}`);
    return answer;
  };
  /** Creates an object of every kind that the caller owns, and bodies that can't be derived from the schema alone. */
  const world = async () => {
    const { db } = server.app;
    const {
      client: caller,
      me: { id: me },
    } = await server.signUp({ role: 'admin', isCurator: true });
    const other = await server.signUp();
    const media = await insertMedia(db, { musicianId: me });
    const foreign = await insertMedia(db, { musicianId: other.me.id });
    const made = async (method: 'POST' | 'PUT', url: string, payload: object, by = caller) => {
      const answer = await by.send({ method, url, payload });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const { id: show } = await made('POST', '/api/performances/', { name: 'Late', date: '2031-02-14', time: '20:00' });
    const { id: playlist } = await made('POST', '/api/playlists', { name: 'Late', media: [media] });
    const { id: comment } = await made('POST', `/api/comments/${foreign}`, { comment: 'Salt' }, other.client);
    const { convo } = await made('POST', '/api/messages', {
      convo: { users: [other.me.id] },
      message: { text: 'Salt' },
    });
    const ids: Record<string, string> = {
      ':id': media,
      ':mediaId': media,
      ':playlistId': playlist,
      ':commentId': comment,
      ':userId': other.me.id,
      '/api/users/:id :id': me,
      '/api/users/:id/suspension :id': other.me.id,
      '/api/performances/:id :id': show,
      '/api/playlists/:id :id': playlist,
      '/api/convos/:id :id': convo.id,
      '/api/media/user/:id :id': me,
      '/api/comments/:mediaId :mediaId': foreign,
    };
    const since = { startDate: '2011-02-14', endDate: null };
    const bodies: Record<string, object> = {
      'POST /api/users/': {
        firstName: 'Pat',
        lastName: 'Tester',
        email: 'another@example.org',
        emailConfirmation: 'another@example.org',
        password: 'a kettle full of songs',
        passwordConfirmation: 'a kettle full of songs',
        _type: 'Musician',
      },
      'PUT /api/users/:id': {
        firstName: 'Pat',
        lastName: 'Tester',
        displayName: 'Pat',
        title: 'Cook',
        bio: 'Salt and smoke.',
        address: { city: 'Memphis', state: 'TN' },
        albums: [{ title: 'Ash', releaseDate: '2031-02-14', websiteUrl: 'https://example.org', credits: 'Salt' }],
        bands: [{ name: 'The Pans', ...since, currentMember: true, notes: 'Salt' }],
        professions: [{ company: 'Mill', title: 'Cook', ...since, currentEmployee: true }],
        schools: [{ name: 'School', field: 'Salt', degree: 'Ph.D.', ...since, currentStudent: true, loc: 'Memphis' }],
        donationMethods: [{ appName: 'Venmo', username: '@pat' }],
        contactMethods: [{ title: 'Site', info: 'https://example.org' }],
      },
      'PUT /api/media/:id': { title: 'Salt', description: 'Smoke', tags: [{ text: 'late' }] },
      'POST /api/media/user/:id': { filter: 'Salt', pagingOptions: { size: 10 } },
      'POST /api/browse/media': { seed: 7, history: { played: [media], favorited: [foreign] } },
      'POST /api/reports': { reason: 'spam', words: 'Salt', subject: { kind: 'media', id: foreign } },
      'PUT /api/player': { device: newId(), at: 0, repeat: 'off', shuffle: null, ids: [media], index: 0 },
      'POST /api/messages': { convo: { id: convo.id }, message: { text: 'Salt', media, zone: other.me.id } },
      'POST /api/stats': { statTitle: 'view-zone', musician: other.me.id },
      'PUT /api/media/positions/:id': { scope: 'profile', id: me, after: media },
    };
    return { caller, ids, bodies };
  };
  const plain = (endpoint: Endpoint) => endpoint.path.replaceAll(/:\w+/g, newId());

  it('in a path never causes a server error', async () => {
    for (const endpoint of endpoints)
      if (endpoint.path.includes(':'))
        for (const text of HOSTILE)
          await ask(endpoint, endpoint.path.replace(/:\w+/, encodeURIComponent(text.toWellFormed()).slice(0, 3000)));
    expect(broken).toEqual([]);
  });

  it('in a query never causes a server error', async () => {
    for (const endpoint of endpoints)
      for (const field of shapeOf(endpoint.query))
        for (const text of HOSTILE)
          await ask(endpoint, `${plain(endpoint)}?${field}=${encodeURIComponent(text.toWellFormed())}`);
    expect(broken).toEqual([]);
  });

  it('in a body never causes a server error', async () => {
    const shapes: unknown[] = [null, [], {}, 0, -1, 1e308, true, ['x'], { id: 'x' }, [[[[]]]]];
    for (const endpoint of endpoints.filter((one) => (one.method === 'POST' || one.method === 'PUT') && !one.multipart))
      for (const field of shapeOf(endpoint.body)) {
        for (const text of HOSTILE) await ask(endpoint, plain(endpoint), { [field]: text });
        for (const shape of shapes) await ask(endpoint, plain(endpoint), { [field]: shape });
      }
    expect(broken).toEqual([]);
  });

  it('in one text of an otherwise valid body never causes a server error', async () => {
    const { caller, ids, bodies } = await world();
    const refused: string[] = [];
    for (const endpoint of endpoints) {
      if ((endpoint.method !== 'POST' && endpoint.method !== 'PUT') || endpoint.multipart) continue;
      const name = `${endpoint.method} ${endpoint.path}`;
      const body = bodies[name] ?? validFor(endpoint.body, ids[':id']!);
      const url = endpoint.path.replaceAll(/:\w+/g, (part) => ids[`${endpoint.path} ${part}`] ?? ids[part] ?? newId());
      const places = textsIn(body);
      if (places.length === 0) continue;
      // A sign-up ends the session of its caller.
      const by = endpoint.path === '/api/users/' ? server.visitor() : caller;
      // An endpoint that rejects the valid body doesn't test its texts.
      const { status } = await ask(endpoint, url, body as object, {}, by);
      if (status >= 400) refused.push(`${status} ${name}`);
      for (const place of places)
        for (const one of [...HOSTILE, ...NO_TEXTS])
          await ask(endpoint, url, replaced(body, place, one) as object, {}, by);
    }
    expect(broken).toEqual([]);
    expect(refused.toSorted()).toEqual(REFUSED);
    expect((await caller.get('/api/users/me')).status).toBe(200);
  });

  it('gets an error with a message if it is not JSON, too deep or too large', async () => {
    const json = { 'content-type': 'application/json' };
    for (const endpoint of endpoints.filter(
      (one) => (one.method === 'POST' || one.method === 'PUT') && !one.multipart,
    )) {
      expect((await ask(endpoint, plain(endpoint), '{"a":', json)).status).toBe(400);
      expect((await ask(endpoint, plain(endpoint), '[]', json)).status).toBeLessThan(500);
      expect((await ask(endpoint, plain(endpoint), 'null', json)).status).toBeLessThan(500);
      await ask(endpoint, plain(endpoint), `${'['.repeat(50_000)}${']'.repeat(50_000)}`, json);
      expect((await ask(endpoint, plain(endpoint), `{"a":"${'x'.repeat(300_000)}"}`, json)).status).toBe(413);
      for (const type of ['text/weird', 'multipart/form-data; boundary=x'])
        expect((await ask(endpoint, plain(endpoint), 'a=b', { 'content-type': type })).status).toBe(415);
      await ask(endpoint, plain(endpoint), '{"__proto__":{"role":"admin"}}', json);
    }
    expect(broken).toEqual([]);
  });

  it('in a header never causes a server error', async () => {
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
