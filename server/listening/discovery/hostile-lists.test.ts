import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

describe('lists requested with hostile parameters', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    const { me } = await server.signUp();
    for (let index = 0; index < 5; index += 1)
      await insertMedia(server.app.db, { musicianId: me.id, scores: [80, 80, 80 + index] });
  });
  afterAll(() => server.close());

  const nasty = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1e9',
      'NaN',
      'null',
      'true',
      '{}',
      '[]',
      '{"songs":[]}',
      '{"songs":"false","__proto__":1}',
      `' or 1=1 --`,
      '%',
      '\u0000',
      '\ud800',
      '../../etc/passwd',
      'a'.repeat(5000),
      '2147483648',
      '01a1fd3b-7fa4-7c96-9883-83a0ea5d383b',
      'eyJhIjoxfQ',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const names = [
    'ids',
    'paged',
    'q',
    'tagged',
    'facets',
    'genre',
    'mood',
    'curated',
    'seed',
    'randomize',
    'page',
    'size',
    'cursor',
    'list',
  ];
  const query = fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 6 });
  const paths = fc.constantFrom('/api/media', '/api/home', '/api/browse/media', '/api/list/media/curated');

  it('return a list or an error with a sentence, never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(paths, query, async (path, asked) => {
        const search = new URLSearchParams(
          Object.entries(asked).map(([name, value]) => [name, value.toWellFormed()]),
        ).toString();
        const { status, body } = await server.visitor().get(`${path}?${search}`);
        expect([200, 400, 404], `${path}?${search}`).toContain(status);
        if (status !== 200) expect(typeof body.message).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('never fail for a musician’s media, either', async () => {
    const value = fc.oneof(nasty, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));
    const body = fc.record(
      {
        mediaType: value,
        published: value,
        filter: value,
        pagingOptions: fc.oneof(value, fc.record({ page: value, size: value, cursor: value })),
        sortingOptions: fc.oneof(value, fc.record({ sort: value, order: value })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(nasty, body, async (id, asked) => {
        const { status } = await server
          .visitor()
          .post(`/api/media/user/${encodeURIComponent(id.toWellFormed()) || 'x'}`, asked);
        expect([200, 400, 404, 414]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
});
