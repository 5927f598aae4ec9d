import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

/** Does a rule's path match an address according to RFC 9309 (2.2.2 and 2.2.3)? */
function matches(rule: string, path: string): boolean {
  const parts = rule
    .replace(/\$$/, '')
    .split('*')
    .map((part) => part.replaceAll(/[.?+^$()[\]{}|\\/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}${rule.endsWith('$') ? '$' : ''}`).test(path);
}

/** May every crawler fetch this address? The longest matching rule decides; of two with the same length, Allow wins. */
function isAllowed(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, rule = '']) => ({ kind, rule }));
  const [first] = rules
    .filter(({ rule }) => matches(rule, path))
    .sort((a, b) => b.rule.length - a.rule.length || (a.kind === 'Allow' ? -1 : 1));
  return first?.kind !== 'Disallow';
}

describe('robots.txt', () => {
  let server: TestServer;
  let robots: string;
  beforeAll(async () => {
    server = await startTestServer();
    robots = (await server.visitor().get('/robots.txt')).text;
  });
  afterAll(() => server.close());

  const id = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each([
    '/',
    '/genres/soul',
    '/reviewer7',
    '/uploader',
    '/accountant',
    '/adminton/songs',
    `/searchparty/${id}`,
    `/favoritesofmine?play=true`,
    '/api2',
    `/api/media/user/${id}/feed.xml`,
    `/api/media/user/${id}/feed.json`,
    `/api/media/${id}/enclosure.m4a`,
    `/api/media/${id}/enclosure.m3u8`,
    `/api/media/${id}/artwork-7.jpg`,
    `/api/media/${id}/picture.jpg`,
    `/api/performances/user/${id}.ics`,
    '/api/oembed?url=https%3A%2F%2Fscoville.example%2Fjuno&format=json',
    `/embed/media/${id}`,
    `/images/profile/${id}/1/200.jpg`,
  ])('lets crawlers fetch %s', (path) => {
    expect(isAllowed(robots, path)).toBe(true);
  });

  it.each([
    '/review',
    '/review/',
    '/review?sort=new',
    '/search?q=kettle',
    '/account',
    '/account/media',
    '/admin/users',
    '/reset/secret',
    '/verify/secret',
    '/messages',
    '/auth/google',
    `/api/users/${id}`,
    `/api/media/${id}`,
    `/api/media/user/${id}`,
    `/api/performances/user/${id}`,
    '/api/data-export/file',
    '/account/undo-email/secret',
  ])('keeps crawlers from %s', (path) => {
    expect(isAllowed(robots, path)).toBe(false);
  });
});
