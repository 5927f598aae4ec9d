import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../app.ts';
import { slownessNow } from '../../scripts/patience.ts';
import { type Largest, fillLargest } from '../testkit/largest.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';

/** The most CPU milliseconds of this process and PostgreSQL, and the most bytes, for a visitor's response. */
const MOST_CPU = 50;
const MOST_BYTES = 300_000;
/** Milliseconds of CPU. A response this cheap isn't measured again. */
const ENOUGH = MOST_CPU / 2;
const TRIES = 25;

interface Get {
  /** The requests with the largest responses, and those for the furthest pages. */
  paths?: (largest: Largest) => string[];
  /** The response's status for a path, if it isn't 200. */
  status?: (path: string) => number;
  /** The reason why each visitor gets a new response. All other responses are cached. */
  notKept?: string;
  /** The bytes are the same for all callers and made at the start, so no account can enlarge them. */
  isConstant?: true;
}

const none: Get['paths'] = () => [];
const missing = () => 404;
const elsewhere = () => 302;
const CONSTANT = { notKept: 'its bytes are ready in memory', isConstant: true } as const;
const pages = (path: string, ...queries: string[]): string[] => queries.map((query) => `${path}?${query}`);

/**
 * Every GET that visitors may call, and whether its response is cached. A new one fails this test until it is listed.
 */
const GETS: Record<string, Get> = {
  'GET /api/settings': {
    paths: () => ['/api/settings'],
    notKept: 'names the browser by its cookie, for the counting of plays',
  },
  'GET /api/plans': { paths: () => ['/api/plans'] },
  'GET /auth/logout': { paths: none, notKept: 'ends a session' },
  'GET /auth/reset/:token': {
    paths: () => ['/auth/reset/none'],
    status: missing,
    notKept: 'says whether a secret link still holds',
  },
  'GET /auth/second-factor': { paths: none, notKept: 'of one browser’s sign-in' },
  'GET /auth/:provider': { paths: none, notKept: 'begins one browser’s sign-in' },
  'GET /auth/:provider/callback': { paths: none, notKept: 'ends one browser’s sign-in' },
  'GET /api/users/:id': { paths: ({ userId }) => [`/api/users/${userId}`] },
  'GET /api/musicians/:id': { paths: ({ username }) => [`/api/musicians/${username}`] },
  'GET /api/places': { paths: () => ['/api/places?query=san'] },
  'GET /api/performances/user/:id.ics': { paths: ({ userId }) => [`/api/performances/user/${userId}.ics`] },
  'GET /api/performances/user/:id': {
    paths: ({ userId }) =>
      pages(
        `/api/performances/user/${userId}`,
        'when=upcoming&size=100',
        'size=100',
        'size=100&page=10',
        'when=past&size=100',
      ),
  },
  'GET /api/posts/user/:id': {
    paths: ({ userId }) => pages(`/api/posts/user/${userId}`, 'size=100', 'size=100&page=10'),
  },
  'GET /api/media/:id': { paths: ({ mediaId }) => [`/api/media/${mediaId}`] },
  'GET /api/media/:id/private-link/:token': {
    paths: ({ mediaId }) => [`/api/media/${mediaId}/private-link/none`],
    notKept: 'a secret link, which its owner may end, and whose guesses are counted',
  },
  'GET /api/media/:id/private-link/:token/timed-text': {
    paths: ({ mediaId }) => [`/api/media/${mediaId}/private-link/none/timed-text`],
    notKept: 'a secret link, which its owner may end, and whose guesses are counted',
  },
  'GET /api/playlists/user/:id': {
    paths: ({ userId }) => pages(`/api/playlists/user/${userId}`, 'size=100', 'size=100&page=5', 'size=20'),
  },
  'GET /api/playlists/:id': { paths: ({ playlistId }) => [`/api/playlists/${playlistId}`] },
  'GET /api/playlists/:playlistId/media': {
    paths: ({ playlistId }) => pages(`/api/playlists/${playlistId}/media`, 'size=100', 'size=100&page=50'),
  },
  'GET /api/albums/join': {
    paths: ({ mediaIds: [first, second] }) => [`/api/albums/join?first=${first}&second=${second}`],
  },
  'GET /api/albums/:id': { paths: ({ albumId }) => [`/api/albums/${albumId}`] },
  'GET /api/albums/:id/songs': { paths: ({ albumId }) => [`/api/albums/${albumId}/songs`] },
  'GET /api/media/:id/timed-text': { paths: ({ mediaId }) => [`/api/media/${mediaId}/timed-text`] },
  'GET /api/genres': { paths: () => ['/api/genres'] },
  'GET /api/moods': { paths: () => ['/api/moods'] },
  'GET /api/genres/info/:id': { paths: () => ['/api/genres/info/soul', '/api/genres/info/soul?curated=false'] },
  'GET /api/genres/suggestions': { paths: () => ['/api/genres/suggestions?q=s'] },
  'GET /api/moods/info/:id': { paths: () => ['/api/moods/info/dusk'] },
  'GET /api/home': { paths: () => ['/api/home?seed=5'] },
  'GET /api/list/media/curated': {
    paths: () => pages('/api/list/media/curated', 'seed=7&size=100', 'size=100', 'seed=7&size=100&page=10'),
  },
  'GET /api/browse/media': { paths: () => pages('/api/browse/media', 'seed=7&size=100', 'seed=7&size=100&page=10') },
  'GET /api/media': {
    paths: ({ mediaIds }) =>
      pages(
        '/api/media',
        'seed=9&size=100&page=10',
        'size=100',
        'size=100&page=100',
        'q=%E6%BC%A2&size=100',
        'genre=soul&curated=false&size=100',
        'genre=soul&curated=false&seed=9&size=100&page=10',
        'genre=soul&curated=false&size=100&page=100',
        `ids=${mediaIds.join()}`,
      ),
  },
  'GET /api/search/suggestions': {
    paths: () => ['/api/search/suggestions?q=%E6%BC%A2', '/api/search/suggestions?q=song'],
  },
  'GET /api/oembed': {
    paths: ({ username, mediaId, playlistId, albumId }) =>
      [`/${username}/${mediaId}`, `/playlists/${playlistId}`, `/${username}/albums/${albumId}`].map(
        (path) => `/api/oembed?url=${encodeURIComponent(PUBLIC_URL + path)}`,
      ),
  },
  'GET /api/system-message': { paths: () => ['/api/system-message'] },
  'GET /features/index.json': {
    paths: () => ['/features/index.json'],
    notKept: 'read from the operator’s folder, which no transaction changes',
  },
  'GET /features/:name.json': {
    paths: () => ['/features/none.json'],
    status: missing,
    notKept: 'read from the operator’s folder, which no transaction changes',
  },
  'GET /api/comments/:mediaId': {
    paths: ({ mediaId }) =>
      pages(`/api/comments/${mediaId}`, 'size=100', 'size=100&page=10', 'moments=true&size=100&order=asc'),
  },
  'GET /api/comments/reply/:commentId': {
    paths: ({ commentId }) => pages(`/api/comments/reply/${commentId}`, 'size=100', 'size=100&page=10'),
  },
  'GET /api/ab': { paths: () => ['/api/ab'], notKept: 'each listener has ads of their own' },
  'GET /api/mediaStats': { paths: () => ['/api/mediaStats'] },
  'GET /api/help/:page': {
    paths: () => ['/api/help/terms'],
    notKept: 'read from the operator’s folder, which no transaction changes',
  },
  'GET /api/captcha': { paths: () => ['/api/captcha'], notKept: 'each challenge is used once' },

  'GET /api/docs/json': { paths: () => ['/api/docs/json'], ...CONSTANT },
  'GET /api/docs': { paths: () => ['/api/docs'], ...CONSTANT },
  'GET /api/docs/style.css': { paths: () => ['/api/docs/style.css'], ...CONSTANT },
  'GET /api/health': { paths: () => ['/api/health'], notKept: 'says what is true at the moment' },
  'GET /files/:token/*': { paths: none, notKept: 'bytes of files' },
  'GET /images/*': { paths: none, notKept: 'bytes of files' },
  'GET /robots.txt': { paths: () => ['/robots.txt'], ...CONSTANT },
  'GET /sitemap.xml': { paths: () => ['/sitemap.xml'] },
  'GET /sitemap-:part.xml': { paths: () => ['/sitemap-1.xml', '/sitemap-5.xml'] },
  'GET /manifest.webmanifest': { paths: () => ['/manifest.webmanifest'], ...CONSTANT },
  'GET /.well-known/change-password': { paths: () => ['/.well-known/change-password'], status: elsewhere, ...CONSTANT },
  'GET /.well-known/security.txt': { paths: () => ['/.well-known/security.txt'], ...CONSTANT },
  'GET /offline.html': { paths: () => ['/offline.html'], ...CONSTANT },
  'GET /api/embeds/media/:id': { paths: ({ mediaId }) => [`/api/embeds/media/${mediaId}`] },
  'GET /embed/media/:id': { paths: ({ mediaId }) => [`/embed/media/${mediaId}`] },
  'GET /embed/playlist/:id': { paths: ({ playlistId }) => [`/embed/playlist/${playlistId}`] },
  'GET /embed/album/:id': { paths: ({ albumId }) => [`/embed/album/${albumId}`] },
  'GET /embed/profile/:name': { paths: ({ username }) => [`/embed/profile/${username}`] },
  'GET /api/media/user/:id/feed.xml': { paths: ({ userId }) => [`/api/media/user/${userId}/feed.xml`] },
  'GET /api/media/user/:id/feed.json': { paths: ({ userId }) => [`/api/media/user/${userId}/feed.json`] },
  'GET /api/media/:id/enclosure.:end': {
    paths: ({ mediaId }) => [`/api/media/${mediaId}/enclosure.m4a`],
    status: elsewhere,
    notKept: 'leads to an address that expires',
  },
  'GET /api/media/:id/artwork-:version.jpg': {
    paths: ({ mediaId }) => [`/api/media/${mediaId}/artwork-1.jpg`],
    status: elsewhere,
    notKept: 'leads to an address that expires',
  },
  'GET /api/media/:id/picture.jpg': {
    paths: ({ mediaId }) => [`/api/media/${mediaId}/picture.jpg`],
    status: elsewhere,
    notKept: 'leads to an address that expires',
  },
  'GET /agenda': { paths: none, notKept: 'for administrators' },
  'GET /agenda/*': { paths: none, notKept: 'for administrators' },
  'GET /*': {
    paths: ({ username, userId, mediaId, playlistId, albumId }) => [
      `/${username}`,
      '/',
      '/browse',
      `/${userId}/songs`,
      `/${username}/${mediaId}`,
      `/playlists/${playlistId}`,
      `/${username}/albums/${albumId}`,
      '/genres/soul',
      '/help/terms',
      '/nowhere/at/all',
    ],
    status: (path) => (path === '/nowhere/at/all' ? 404 : 200),
  },
};

const PUBLIC_URL = 'https://scoville.example';

describe('the calls of visitors', () => {
  let server: TestServer;
  let largest: Largest;
  /** Kinds of responses in the order in which they were built. */
  const made: string[] = [];
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL });
    largest = await fillLargest(server.app.db, (await server.signUp()).me.id);
    await server.app.db`update media set artwork_version = 1 where id = ${largest.mediaId}`;
    const { make } = server.app.work;
    server.app.work.make = (order, each) => {
      made.push(order.kind);
      return make(order, each);
    };
  });
  afterAll(() => server.close());

  const get = (url: string) => server.http.inject({ url });
  const endpoints = () =>
    routesOf(server.app)
      .map(({ endpoint }) => endpoint)
      .filter(({ method, access }) => method === 'GET' && access === 'anyone');

  it('are listed, with a reason if a response is built for every visitor', () => {
    const calls = endpoints().map(({ path }) => `GET ${path}`);
    const others = server.http.plainRoutes.filter((route) => route.startsWith('GET '));
    expect(Object.keys(GETS).toSorted()).toEqual([...new Set([...calls, ...others])].toSorted());
    for (const { path, forEverybody } of endpoints())
      expect(forEverybody, path).toBe(GETS[`GET ${path}`]?.notKept === undefined);
  });

  it.each(Object.keys(GETS))('%s is cheap and small, however much data there is', async (name) => {
    const { paths = none, status: statusOf = () => 200, notKept, isConstant } = GETS[name] ?? {};
    for (const path of paths(largest)) {
      const { status, bytes, cost } = await cheapest(path, notKept === undefined);
      expect(status, path).toBe(statusOf(path));
      expect(cost, `milliseconds of ${path}`).toBeLessThanOrEqual(MOST_CPU);
      if (!isConstant) expect(bytes, `bytes of ${path}`).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it.each(Object.keys(GETS))('%s is removed from shared caches a second after a change', async (name) => {
    const { paths = none, isConstant } = GETS[name] ?? {};
    if (isConstant) return;
    for (const path of paths(largest)) {
      const directives = String((await get(path)).headers['cache-control'] ?? '').split(/, */);
      if (directives.some((one) => ['no-store', 'private', 'no-cache'].includes(one))) continue;
      const seconds = (directive: string) =>
        directives.find((one) => one.startsWith(`${directive}=`))?.slice(directive.length + 1);
      // A response with neither `max-age` nor `s-maxage` fails, because a cache may guess how long to keep it.
      expect(Number(seconds('s-maxage') ?? seconds('max-age') ?? Infinity), path).toBeLessThanOrEqual(1);
      expect(
        directives.filter((one) => one.startsWith('stale-')),
        path,
      ).toEqual([]);
    }
  });

  it.each(Object.keys(GETS).filter((name) => GETS[name]?.notKept === undefined))(
    '%s is built at most twice, and not again for other parameters in its address',
    async (name) => {
      const [path = ''] = GETS[name]?.paths?.(largest) ?? [];
      const [plain = '', query = ''] = path.split('?', 2);
      const reordered = query.split('&').toReversed().join('&');
      await server.app.db`update public_version set n = n + 1`;
      made.length = 0;
      const answers = [path, path, path];
      for (const more of ['x=1', 'x=2&x=3', 'utm_source=elsewhere', '&']) answers.push(`${plain}?${more}&${reordered}`);
      for (const url of answers) expect((await get(url)).statusCode, url).toBe(200);
      expect(made.length, answers.join('\n')).toBeLessThanOrEqual(2);
      // At least one went through `work`, which limits each caller's share of the machine.
      expect(made.length, path).toBeGreaterThan(0);
    },
  );

  /**
   * The cheapest of several responses that were built for the call. Each try raises the public version, so that no
   * cached response is used. On a busy machine the same work takes more CPU time, so the cost is divided by the
   * smallest slowness that was measured between the tries.
   * @param isKept responses of this kind are cached, and those that weren't built for the call don't count
   */
  async function cheapest(url: string, isKept: boolean): Promise<{ status: number; bytes: number; cost: number }> {
    let best = { status: 0, bytes: 0, cost: Infinity };
    let slowness = Infinity;
    for (let n = 0; n < TRIES && best.cost > ENOUGH; n += 1) {
      await server.app.db`update public_version set n = n + 1`;
      slowness = Math.min(slowness, slownessNow());
      made.length = 0;
      const database = await databaseTimes();
      const begun = process.threadCpuUsage();
      const { statusCode: status, rawPayload } = await get(url);
      const { user, system } = process.threadCpuUsage(begun);
      let cost = (user + system) / 1000;
      for (const [pid, time] of await databaseTimes()) cost += time - (database.get(pid) ?? 0);
      if (cost < best.cost && (made.length > 0 || !isKept)) best = { status, bytes: rawPayload.byteLength, cost };
    }
    return { ...best, cost: best.cost / slowness };
  }

  /**
   * Milliseconds that each session of this database has worked, by process id; empty if the system doesn't provide
   * them.
   */
  async function databaseTimes(): Promise<Map<number, number>> {
    const sessions = await server.app.db<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database()`;
    const times = new Map<number, number>();
    for (const { pid } of sessions) {
      // The file is missing if the session ended in between.
      const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => null);
      if (text !== null) times.set(pid, Number(text.split(' ', 1)[0]) / 1e6);
    }
    return times;
  }
});
