import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { routesOf } from '../app.ts';
import { newId } from '../platform/ids.ts';
import type { Client } from '../testkit/client.ts';
import { declaredEndpoints } from '../testkit/contract.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';

/**
 * The access of every endpoint, repeated here on purpose: a new endpoint fails this test until a developer has decided
 * its access.
 */
const EXPECTED: Record<Access, string[]> = {
  anyone: [
    'GET /api/settings',
    'GET /api/plans',
    'POST /auth',
    'GET /auth/logout',
    'POST /auth/forgot',
    'GET /auth/reset/:token',
    'POST /auth/reset/:token',
    'POST /auth/verify/:token',
    'GET /auth/second-factor',
    'POST /auth/second-factor',
    'GET /auth/:provider',
    'GET /auth/:provider/callback',
    'POST /api/users/',
    'POST /api/users/unsubscribe',
    'POST /api/email-change/confirm/:token',
    'POST /api/email-change/undo/:token',
    'POST /api/checkUnique',
    'POST /api/embeds/listener',
    'GET /api/embeds/media/:id',
    'POST /api/stats/embedded',
    'GET /api/users/:id',
    'GET /api/musicians/:id',
    'GET /api/performances/user/:id',
    'GET /api/performances/user/:id.ics',
    'POST /api/media/subscribe/:userId',
    'POST /api/media/subscribe/confirm/:token',
    'DELETE /api/media/unsubscribe/:subscriptionId',
    'GET /api/media/:id/timed-text',
    'GET /api/media/:id',
    'GET /api/media/:id/private-link/:token',
    'GET /api/media/:id/private-link/:token/timed-text',
    'GET /api/media',
    'GET /api/search/suggestions',
    'GET /api/places',
    'POST /api/media/user/:id',
    'GET /api/genres',
    'GET /api/moods',
    'GET /api/genres/info/:id',
    'GET /api/genres/suggestions',
    'GET /api/moods/info/:id',
    'GET /api/home',
    'GET /api/list/media/curated',
    'GET /api/browse/media',
    'POST /api/browse/media',
    'POST /api/browse/next',
    'POST /api/showings',
    'GET /api/oembed',
    'GET /api/system-message',
    'GET /features/index.json',
    'GET /features/:name.json',
    'POST /api/stats',
    'POST /api/messages/support',
    'POST /api/takedowns',
    'GET /api/captcha',
    'GET /api/help/:page',
    'GET /api/mediaStats',
    'GET /api/albums/:id',
    'GET /api/albums/:id/songs',
    'GET /api/albums/join',
    'GET /api/playlists/:id',
    'GET /api/playlists/:playlistId/media',
    'GET /api/playlists/user/:id',
    'GET /api/comments/:mediaId',
    'GET /api/posts/user/:id',
    'GET /api/comments/reply/:commentId',
    'GET /api/ab',
    'POST /api/ab/next',
    'POST /api/ab/stats/:id',
  ],
  account: [
    'GET /api/users/me',
    'POST /auth/reset',
    'POST /auth/verify',
    'GET /api/media/subscribe/:userId',
    'GET /api/media/subscriptions',
    'GET /api/sessions',
    'POST /api/sessions/:id/end',
    'POST /api/sessions/end',
    'DELETE /api/email-change',
  ],
  member: [
    'GET /api/second-factor',
    'POST /api/second-factor/totp',
    'PUT /api/second-factor/totp',
    'POST /api/second-factor/passkeys/options',
    'POST /api/second-factor/passkeys',
    'POST /api/second-factor/remove',
    'POST /api/second-factor/recovery-codes',
    'GET /api/convos/unread',
    'GET /api/convos',
    'GET /api/convos/:id',
    'PUT /api/convos/:id',
    'GET /api/messages/:convoId',
    'POST /api/messages',
    'GET /api/notifications/unread',
    'GET /api/notifications',
    'PUT /api/notifications/:id',
    'POST /api/notifications/read',
    'POST /api/posts',
    'GET /api/followed/news',
    'GET /api/media/:id/review-trail',
    'GET /api/draws/seeds',
    'GET /api/draws/seeds/:id',
    'GET /api/draws/pools/:kind/:version',
    'GET /api/media/:id/private-link',
    'POST /api/media/:id/private-link',
    'DELETE /api/media/:id/private-link',
    'DELETE /api/posts/:id',
    'GET /api/blocks',
    'POST /api/blocks/:id',
    'DELETE /api/blocks/:id',
    'GET /api/subscription',
    'POST /api/subscription',
    'POST /api/subscription/confirm/:id',
    'PUT /api/subscription/revise/:id',
    'DELETE /api/subscription/cancel/:id',
    'GET /api/data-export',
    'POST /api/data-export',
    'POST /api/data-export/file',
    'GET /api/identities',
    'POST /api/identities/:provider',
    'POST /api/identities/:provider/unlink',
    'GET /api/users',
    'GET /api/getting-started',
    'DELETE /api/getting-started',
    'PUT /api/users/:id',
    'GET /api/professions',
    'GET /api/schools/search',
    'POST /api/performances/',
    'PUT /api/performances/:id',
    'DELETE /api/performances/:id',
    'PUT /api/media/:id',
    'PUT /api/media/positions',
    'PUT /api/media/positions/:id',
    'PUT /api/media/:id/timed-text',
    'DELETE /api/media/:id/timed-text',
    'DELETE /api/media/:id',
    'POST /api/media/favorites/:id',
    'DELETE /api/media/favorites/:id',
    'POST /api/media/favorites/',
    'GET /api/media/favorites/',
    'GET /api/remember',
    'GET /api/playlists',
    'PUT /api/albums/:id/songs',
    'POST /api/playlists',
    'PUT /api/playlists/:id',
    'DELETE /api/playlists/:id',
    'POST /api/playlists/:playlistId/media',
    'PUT /api/playlists/:playlistId/media/:mediaId',
    'DELETE /api/playlists/:playlistId/media/:mediaId',
    'GET /api/mediaStats/:id',
    'GET /api/player',
    'PUT /api/player',
    'DELETE /api/player',
    'PUT /api/player/places',
    'GET /api/player/places/:id',
    'GET /api/media/rate/:id',
    'POST /api/media/rate/:id',
    'POST /api/comments/:mediaId',
    'POST /api/comments/reply/:commentId',
    'DELETE /api/comments/:id',
    'POST /api/comments/:id/flag',
    'GET /api/comment-rules',
    'PUT /api/comment-rules',
    'GET /api/held-comments/:mediaId',
    'POST /api/held-comments/:id/approve',
    'DELETE /api/held-comments/:id',
    'POST /api/reports',
    'GET /api/media/:id/takedown',
    'POST /api/media/:id/counter-notice',
    'POST /api/upload',
    'POST /api/upload/replace/:id',
    'DELETE /api/upload/replace/:id',
    'GET /api/upload/progress',
    'GET /api/upload/stale',
    'GET /api/events',
    'DELETE /api/upload/progress/:fileName',
    'POST /api/upload/retry/:id',
    'POST /api/upload/image',
    'POST /api/upload/image/delete',
    'POST /auth/delete',
  ],
  curator: [
    'POST /api/media/reject/:id',
    'POST /api/media/hand-over/:id',
    'GET /api/review',
    'GET /api/review/choices',
    'PUT /api/review/choices',
  ],
  admin: [
    'PUT /api/genres/positions',
    'PUT /api/moods/positions',
    'DELETE /api/users/:id',
    'GET /api/outbox',
    'POST /api/outbox/:id/retry',
    'POST /api/outbox/:id/cancel',
    'GET /api/outbox/refused-addresses',
    'DELETE /api/outbox/refused-addresses/:id',
    'POST /api/media/reopen/:id',
    'GET /api/admin/media',
    'GET /api/admin/notices',
    'GET /api/admin/comments/:mediaId',
    'GET /api/admin/audit',
    'GET /api/admin/review-desk',
    'GET /api/admin/health',
    'GET /api/admin/reports',
    'GET /api/admin/reports/:id',
    'POST /api/admin/reports/:id/decision',
    'POST /api/admin/bulk-runs',
    'GET /api/admin/bulk-runs',
    'DELETE /api/admin/bulk-runs/:id',
    'GET /api/admin/subscriptions',
    'GET /api/admin/subscriptions/:id',
    'PUT /api/users/:id/suspension',
    'DELETE /api/users/:id/suspension',
    'POST /api/users/:id/second-factor/remove',
    'PUT /api/users/:id/email',
    'GET /api/admin/system-message',
    'POST /api/system-message',
    'DELETE /api/system-message/:id',
    'POST /api/system-message/preview',
    'PUT /api/ab/:id',
    'DELETE /api/ab/:id',
    'PUT /api/ab/ab-settings',
    'PUT /api/ab/ab-positions',
    'GET /api/ab/stats/:id',
    'POST /api/ab/sendStatsEmail/:id',
  ],
};

/** Routes outside of the contract: bytes, pages and health probes. Each checks access itself. */
const PLAIN = [
  'GET /api/health',
  'GET /api/docs',
  'GET /api/docs/json',
  'GET /api/docs/style.css',
  'GET /files/:token/*',
  'GET /images/*',
  'GET /*',
  'POST /api/upload/tus',
  'PATCH /api/upload/tus/:id',
  'DELETE /api/upload/tus/:id',
  'POST /api/upload/tus/:id',
  'POST /account/unsubscribe',
  'GET /agenda',
  'POST /agenda',
  'GET /agenda/*',
  'POST /agenda/*',
  'POST /webhooks/paypal',
  'GET /embed/media/:id',
  'GET /embed/profile/:name',
  'GET /embed/playlist/:id',
  'GET /embed/album/:id',
  'GET /api/media/user/:id/feed.xml',
  'GET /api/media/user/:id/feed.json',
  'GET /api/media/:id/enclosure.:end',
  'GET /api/media/:id/artwork-:version.jpg',
  'GET /api/media/:id/picture.jpg',
  'GET /robots.txt',
  'GET /sitemap-:part.xml',
  'GET /sitemap.xml',
  'GET /manifest.webmanifest',
  'GET /offline.html',
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
];

/** Open to any caller, but 401 without valid sign-in data. */
const SIGN_INS = ['POST /auth', 'GET /auth/second-factor'];

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

describe('access to the endpoints', () => {
  let server: TestServer;
  let endpoints: Endpoint[];
  const callers: Record<string, Client> = {};

  beforeAll(async () => {
    // With SMTP, addresses must be confirmed, and administrators must have a second factor.
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_SECOND_FACTOR: 'true' });
    const { db } = server.app;
    endpoints = routesOf(server.app).map((route) => route.endpoint);
    callers['visitor'] = server.visitor();
    callers['member'] = (await server.signUp()).client;
    callers['curator'] = (await server.signUp({ isCurator: true })).client;
    const admin = await server.signUp({ role: 'admin' });
    await db`insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${admin.me.id}, 'sealed', now())`;
    callers['admin'] = admin.client;
    callers['admin without a second factor'] = (await server.signUp({ role: 'admin' })).client;
    const social = await server.signUp();
    await db`update users set password_hash = null where id = ${social.me.id}`;
    callers['without password'] = social.client;
    await db`update users set email_verified_at = now(), vouched_at = now()`;
    callers['unverified'] = (await server.signUp()).client;
    const gone = await server.signUp();
    await db`update users set deleted_at = now() where id = ${gone.me.id}`;
    callers['deleted'] = gone.client;
    // Its cookie and session are valid; only the row in `suspensions` keeps it out.
    const suspended = await server.signUp({ role: 'admin', isCurator: true });
    await db`insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${suspended.me.id}, 'sealed', now())`;
    await db`insert into suspensions (user_id, reason) values (${suspended.me.id}, 'A reason.')`;
    callers['suspended'] = suspended.client;
  });
  afterAll(() => server.close());

  it('is decided for every endpoint', () => {
    const expected = Object.entries(EXPECTED).flatMap(([access, names]) => names.map((name) => `${access}: ${name}`));
    const actual = endpoints.map((endpoint) => `${endpoint.access}: ${nameOf(endpoint)}`);
    expect(actual.sort()).toEqual(expected.sort());
  });

  it('includes only known routes outside of the contract', () => {
    expect([...new Set(server.http.plainRoutes)].sort()).toEqual([...PLAIN].sort());
  });

  it('has a handler for every endpoint of the contract', async () => {
    const declared = (await declaredEndpoints()).map(nameOf);
    expect(declared.sort()).toEqual(endpoints.map(nameOf).sort());
  });

  const refusal = (access: Access, caller: string): 401 | 403 | null => {
    if (access === 'anyone') return null;
    if (caller === 'visitor' || caller === 'deleted' || caller === 'suspended') return 401;
    if (access === 'account') return null;
    if (caller === 'without password') return 403;
    // Both count as members here. Their handlers check what an unverified member may publish.
    const rank = { unverified: 1, 'admin without a second factor': 1, member: 1, curator: 2, admin: 3 };
    return rank[caller as keyof typeof rank] >= rank[access] ? null : 403;
  };

  it('ADM-18 is enforced for every endpoint and every kind of caller, before anything else is checked', async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints)
      for (const [caller, client] of Object.entries(callers)) {
        if (endpoint.method === 'GET' && endpoint.changesState) continue;
        const expected = refusal(endpoint.access, caller);
        const url = endpoint.path.replace(':fileName', 'none.mp3').replace(/:\w+/, newId());
        const answer = await client.send({
          method: endpoint.method,
          url,
          // A HEAD request, because the response of an event stream has no end.
          ...(expected === null && endpoint.type === 'text/event-stream' ? { method: 'HEAD' } : {}),
          ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { payload: {} }),
        });
        const refused = answer.status === 401 || answer.status === 403;
        const right =
          expected === null
            ? (!refused || SIGN_INS.includes(nameOf(endpoint))) && answer.status < 500
            : answer.status === expected;
        if (!right)
          wrong.push(`${nameOf(endpoint)} by ${caller}: ${answer.status}, expected ${expected ?? 'to be let in'}`);
      }
    expect(wrong).toEqual([]);
  });

  it('API-04 ER-03 to /api/users/me is 401 for a visitor, and returns an account its own document', async () => {
    expect((await server.visitor().get('/api/users/me')).status).toBe(401);
    const { client, me } = await server.signUp();
    expect((await client.get('/api/users/me')).body).toMatchObject({ id: me.id, email: me.email });
  });
});

describe('requests from other sites', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are refused with 403 if they could change something', async () => {
    const { client, me } = await server.signUp();
    const cross = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
      { 'sec-fetch-site': '', origin: 'null' },
      // C08: an origin that only begins like ours.
      { 'sec-fetch-site': '', origin: `${server.app.env.PUBLIC_URL}.evil.example` },
      { 'sec-fetch-site': '', origin: `${server.app.env.PUBLIC_URL}@evil.example` },
      { 'sec-fetch-site': '', origin: `${server.app.env.PUBLIC_URL}0` },
    ];
    for (const headers of cross) {
      expect((await client.send({ method: 'GET', url: '/auth/logout', headers })).status).toBe(403);
      for (const { endpoint } of routesOf(server.app).filter((route) => route.endpoint.method !== 'GET')) {
        const url = endpoint.path.replace(/:\w+/, newId());
        expect(
          (
            await client.send({
              method: endpoint.method,
              url,
              headers,
              ...(endpoint.method === 'DELETE' ? {} : { payload: {} }),
            })
          ).status,
        ).toBe(403);
      }
    }
    expect((await client.get('/api/users/me')).body.id).toBe(me.id);
  });

  it('do not sign the user out if an older browser follows a link and sends no headers', async () => {
    const { client, me } = await server.signUp();
    const silent = { 'sec-fetch-site': '' };
    for (const method of ['GET', 'HEAD'] as const)
      expect((await client.send({ method, url: '/auth/logout', headers: silent })).status).toBe(403);
    expect((await client.get('/api/users/me')).body.id).toBe(me.id);
    const ours = { ...silent, 'x-timezone-offset': '0' };
    expect((await client.send({ method: 'GET', url: '/auth/logout', headers: ours })).status).toBe(200);
    expect((await client.get('/api/users/me')).status).toBe(401);
  });

  it('are recognised by Origin if a browser sends no other header', async () => {
    const { client } = await server.signUp();
    const headers = { 'sec-fetch-site': '', origin: server.app.env.PUBLIC_URL };
    expect((await client.send({ method: 'GET', url: '/auth/logout', headers })).status).toBe(200);
  });
});
