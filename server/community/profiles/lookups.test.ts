import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { mergeNames, matchNames } from './lookups.ts';

describe('suggestions', () => {
  it('match each word of the query at the beginning of a word, in any order', () => {
    const known = ['Berklee College of Music', 'Boston University', 'University of Boston'];
    expect(matchNames(known, 'mus berk')).toEqual([known[0]]);
    expect(matchNames(known, 'BOSTON u')).toEqual([known[1], known[2]]);
    expect(matchNames(known, 'erklee')).toEqual([]);
    expect(matchNames(known, '')).toEqual(known);
  });
  it('contain no duplicates, have known spellings first, and are limited to twenty', () => {
    expect(mergeNames(['Pianist'], ['pianist', 'Piano mover'])).toEqual(['Pianist', 'Piano mover']);
    expect(
      mergeNames(
        [],
        Array.from({ length: 30 }, (_, n) => `Name ${n}`),
      ),
    ).toHaveLength(20);
  });
});

describe('the lookups', () => {
  let server: TestServer;
  let ida: Account;
  beforeAll(async () => {
    server = await startTestServer();
    ida = await server.signUp();
    const period = { startDate: '2001-01-01', endDate: null };
    const job = { company: 'Mill', currentEmployee: true, ...period };
    const school = { field: '', degree: '', currentStudent: true, loc: '', ...period };
    const answer = await ida.client.put(`/api/users/${ida.me.id}`, {
      professions: [
        { ...job, title: 'Kazoo maker' },
        { ...job, title: 'kazoo MAKER' },
        { ...job, title: '100% drummer' },
      ],
      schools: [{ ...school, name: 'Kazoo Academy' }],
    });
    expect(answer.status).toBe(200);
  });
  afterAll(() => server.close());
  const titles = async (query: string) =>
    (await ida.client.get(`/api/professions?query=${encodeURIComponent(query)}`)).body.professions;
  const names = async (query: string) =>
    (await ida.client.get(`/api/schools/search?query=${encodeURIComponent(query)}`)).body.schools;

  it('API-59 return known titles, and those that users entered', async () => {
    expect(await titles('session')).toEqual(['Session musician']);
    expect(await titles('kazoo')).toEqual(['Kazoo maker']);
    expect(await titles('100%')).toEqual(['100% drummer']);
    expect(await titles('%')).not.toContain('100% drummer');
    expect((await ida.client.get('/api/professions')).body.professions).toHaveLength(20);
  });
  it('API-60 return known schools, and those that users entered, at most twenty', async () => {
    expect(await names('berk mus')).toEqual(['Berklee College of Music']);
    expect(await names('kaz')).toEqual(['Kazoo Academy']);
    expect(await names('uni')).toHaveLength(20);
    expect(await names('nowhere at all')).toEqual([]);
  });
});
