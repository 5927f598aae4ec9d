import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../app.ts';
import { refreshCounts } from '../listening/discovery/lists.queries.ts';
import { newId } from '../platform/ids.ts';
import type { Answer, Client } from '../testkit/client.ts';
import { insertMedia } from '../testkit/media.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';

const DAMAGED = 'This page address is damaged. Open the list again from the start.';
const TOO_FAR = 'This page is too far from the start. Follow paging.next instead of counting pages.';
const SIZE = 4;

type Caller = 'visitor' | 'member' | 'reviewer' | 'admin';

/** A list as requested by a caller. */
interface List {
  as: Caller;
  /** The query, or the body of a POST. */
  ask: Record<string, unknown>;
  /** The ids of its rows, as SQL: in the order of the list, unless the list is shuffled or sorted by relevance. */
  rows: string;
  inAnyOrder?: true;
  /** The same endpoint with the parameters of another list. */
  other: Record<string, unknown>;
  /** The last row that can be reached with a page number. */
  furthest: 10_000 | 1000;
}

const PUBLIC = 'from media where band is not null';
const OWN = `from media where musician_id = (select id from users where first_name = 'Pagina')`;
const NEWEST = 'order by published_at desc, id desc';
const shuffled = (rows: string, ask: object = {}): List => ({
  as: 'visitor',
  ask: { seed: 7, ...ask },
  rows: `select id ${rows}`,
  inAnyOrder: true,
  other: { seed: 8, ...ask },
  furthest: 1000,
});
const sorted = (sortingOptions: object, order: string): List => ({
  as: 'visitor',
  ask: { sortingOptions },
  rows: `select id ${OWN} order by ${order}`,
  other: { sortingOptions: { sort: 'createdOn', order: order.includes('desc') ? 'asc' : 'desc' } },
  furthest: 10_000,
});

/** Every paged list of the contract. A new one fails this test until it is added here. */
const LISTS: Record<string, { field: string; lists: Record<string, List> }> = {
  'GET /api/users': {
    field: 'users',
    lists: {
      'of an administrator': {
        as: 'admin',
        ask: { q: 'nextina' },
        rows: `select id from users where first_name = 'Nextina' order by created_at desc, id desc`,
        other: { q: 'pagina' },
        furthest: 10_000,
      },
      'of a member': {
        as: 'member',
        ask: {},
        rows: 'select id from users order by created_at desc, id desc',
        other: { q: 'nextina' },
        furthest: 10_000,
      },
    },
  },
  'GET /api/admin/media': {
    field: 'media',
    lists: {
      all: {
        as: 'admin',
        ask: { q: 'page' },
        rows: 'select id from media order by created_at desc, id desc',
        other: { q: 'page', filter: 'published' },
        furthest: 10_000,
      },
      'of one state': {
        as: 'admin',
        ask: { filter: 'under-review' },
        rows: 'select id from media where allow_curation and verdict is null order by created_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/outbox': {
    field: 'mail',
    lists: {
      all: {
        as: 'admin',
        ask: {},
        rows: 'select id from outbox order by created_at desc, id desc',
        other: { state: 'queued' },
        furthest: 10_000,
      },
      'of one state': {
        as: 'admin',
        ask: { state: 'queued' },
        rows: `select id from outbox where state = 'queued' order by created_at desc, id desc`,
        other: { state: 'failed' },
        furthest: 10_000,
      },
      'that words find': {
        as: 'admin',
        ask: { q: 'AIL' },
        rows: `select id from outbox where lower(subject) like '%ail%' or "to" ilike '%ail%' order by created_at desc, id desc`,
        other: { q: 'mail' },
        furthest: 10_000,
      },
    },
  },
  'GET /api/outbox/refused-addresses': {
    field: 'addresses',
    lists: {
      all: {
        as: 'admin',
        ask: {},
        rows: 'select id from refused_addresses where is_certain order by since desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/admin/audit': {
    field: 'entries',
    lists: {
      all: {
        as: 'admin',
        ask: {},
        rows: 'select id from audit_log order by created_at desc, id desc',
        other: { act: 'changed-user' },
        furthest: 10_000,
      },
      'of one act': {
        as: 'admin',
        ask: { act: 'changed-user' },
        rows: `select id from audit_log where act = 'changed-user' order by created_at desc, id desc`,
        other: { act: 'deleted-user' },
        furthest: 10_000,
      },
      'that a name finds': {
        as: 'admin',
        ask: { q: 'Pagina' },
        rows: `select id from audit_log where subject_id = (select id::text from users where first_name = 'Pagina') order by created_at desc, id desc`,
        other: { q: 'nextina' },
        furthest: 10_000,
      },
    },
  },
  'GET /api/admin/reports': {
    field: 'cases',
    lists: {
      'that wait': {
        as: 'admin',
        ask: {},
        rows: 'select id from report_cases where is_waiting order by changed_at, id',
        other: { kind: 'message' },
        furthest: 10_000,
      },
      'that were decided': {
        as: 'admin',
        ask: { queue: 'decided' },
        rows: 'select id from report_cases where not is_waiting order by changed_at desc, id desc',
        other: { kind: 'comment' },
        furthest: 10_000,
      },
      'of one kind': {
        as: 'admin',
        ask: { kind: 'comment' },
        rows: `select id from report_cases where is_waiting and subject_kind = 'comment' order by changed_at, id`,
        other: { queue: 'decided' },
        furthest: 10_000,
      },
      'that a name finds': {
        as: 'admin',
        ask: { q: 'Pagina' },
        rows: 'select id from report_cases where is_waiting order by changed_at, id',
        other: { q: 'nextina' },
        furthest: 10_000,
      },
    },
  },
  'GET /api/admin/subscriptions': {
    field: 'subscriptions',
    lists: {
      all: {
        as: 'admin',
        ask: {},
        rows: 'select id from plan_subscriptions order by created_at desc, id desc',
        other: { status: 'cancelled' },
        furthest: 10_000,
      },
      'of one status': {
        as: 'admin',
        ask: { status: 'cancelled' },
        rows: `select id from plan_subscriptions where status = 'cancelled' order by created_at desc, id desc`,
        other: { status: 'expired' },
        furthest: 10_000,
      },
      'of whom a name means': {
        as: 'admin',
        ask: { q: 'pagina' },
        rows: 'select id from plan_subscriptions order by created_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/review': {
    field: 'reviews',
    lists: {
      'of a reviewer': {
        as: 'reviewer',
        ask: {},
        rows: 'select media_id as id from reviews order by reviewer_id is null, due_at, reviews.id',
        other: {},
        furthest: 1000,
      },
    },
  },
  'GET /api/convos': {
    field: 'convos',
    lists: {
      'of a member': {
        as: 'member',
        ask: {},
        rows: 'select conversation_id as id from conversation_members where latest_at is not null order by latest_at desc, conversation_id desc',
        other: { archived: true },
        furthest: 10_000,
      },
      'by a name': {
        as: 'member',
        ask: { q: 'nextina' },
        rows: 'select conversation_id as id from conversation_members where latest_at is not null order by latest_at desc, conversation_id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/posts/user/:id': {
    field: 'posts',
    lists: {
      'of a musician': {
        as: 'visitor',
        ask: {},
        rows: 'select id from posts order by created_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/followed/news': {
    field: 'news',
    lists: {
      'of a member': {
        as: 'reviewer',
        ask: {},
        rows: `select id from (select id, created_at as at from posts union all
          select id, published_at from media where band is not null) news order by at desc, id desc`,
        other: {},
        furthest: 1000,
      },
    },
  },
  'GET /api/notifications': {
    field: 'notifications',
    lists: {
      'of a member': {
        as: 'member',
        ask: {},
        rows: 'select id from notifications order by created_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/media/subscriptions': {
    field: 'subscriptions',
    lists: {
      'of a member': {
        as: 'member',
        ask: {},
        rows: `select id from follows where type = 'published' and subscriber_id = (select id from users where first_name = 'Pagina') order by created_at desc, id desc`,
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/performances/user/:id': {
    field: 'performances',
    lists: {
      upcoming: {
        as: 'visitor',
        ask: { when: 'upcoming' },
        rows: 'select id from performances where past_from > now() order by starts_at, id',
        other: { when: 'past' },
        furthest: 10_000,
      },
      past: {
        as: 'visitor',
        ask: { when: 'past' },
        rows: 'select id from performances where past_from <= now() order by starts_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
      all: {
        as: 'visitor',
        ask: {},
        rows: 'select id from performances order by starts_at desc, id desc',
        other: { when: 'upcoming' },
        furthest: 10_000,
      },
    },
  },
  'POST /api/media/user/:id': {
    field: 'media',
    lists: {
      newest: sorted({}, 'created_at desc, id desc'),
      oldest: sorted({ order: 'asc' }, 'created_at, id'),
      'newest by name': sorted({ sort: 'createdOn', order: 'desc' }, 'created_at desc, id desc'),
      'by position': sorted({ sort: 'position' }, 'position nulls last, created_at desc, id desc'),
      'by position, the last first': sorted(
        { sort: 'position', order: 'desc' },
        'position desc nulls first, created_at, id',
      ),
    },
  },
  'GET /api/playlists': {
    field: 'playlists',
    lists: {
      'of a member': {
        as: 'member',
        ask: {},
        rows: 'select id from playlists order by updated_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/playlists/user/:id': {
    field: 'playlists',
    lists: {
      public: {
        as: 'visitor',
        ask: {},
        rows: `select id from playlists where visibility = 'public' order by updated_at desc, id desc`,
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/playlists/:playlistId/media': {
    field: 'media',
    lists: {
      all: {
        as: 'visitor',
        ask: {},
        rows: 'select media_id as id from playlist_entries order by position, media_id',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/comments/:mediaId': {
    field: 'comments',
    lists: {
      newest: {
        as: 'visitor',
        ask: {},
        rows: 'select id from comments where parent_id is null order by created_at desc, id desc',
        other: { order: 'asc' },
        furthest: 10_000,
      },
      oldest: {
        as: 'visitor',
        ask: { sort: 'createdAt', order: 'asc' },
        rows: 'select id from comments where parent_id is null order by created_at, id',
        other: {},
        furthest: 10_000,
      },
      'about moments': {
        as: 'visitor',
        ask: { moments: true },
        rows: 'select id from comments where moment is not null order by created_at desc, id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/comments/reply/:commentId': {
    field: 'replies',
    lists: {
      all: {
        as: 'visitor',
        ask: {},
        rows: 'select id from comments where parent_id is not null order by created_at, id',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/admin/comments/:mediaId': {
    field: 'comments',
    lists: {
      flagged: {
        as: 'admin',
        ask: {},
        rows: 'select comment_id as id from comment_flags join comments c on c.id = comment_id order by c.created_at desc, c.id desc',
        other: {},
        furthest: 10_000,
      },
    },
  },
  'GET /api/media': {
    field: 'media',
    lists: {
      newest: {
        as: 'visitor',
        ask: {},
        rows: `select id ${PUBLIC} ${NEWEST}`,
        other: { curated: true },
        furthest: 10_000,
      },
      'of a genre': {
        as: 'visitor',
        ask: { genre: 'soul' },
        rows: `select id ${PUBLIC} and band >= 2 and genre_id is not null ${NEWEST}`,
        other: { genre: 'jazz' },
        furthest: 10_000,
      },
      'of a genre that musicians named, too': {
        as: 'visitor',
        ask: { genre: 'soul', curated: false },
        rows: `select id ${PUBLIC} and (genre_id is not null or genre_slugs <> '{}') ${NEWEST}`,
        other: { genre: 'soul' },
        furthest: 10_000,
      },
      'of a genre that musicians named, too, shuffled': shuffled(
        `${PUBLIC} and (genre_id is not null or genre_slugs <> '{}')`,
        { genre: 'soul', curated: false },
      ),
      shuffled: shuffled(PUBLIC),
      searched: { ...shuffled(PUBLIC), ask: { q: 'page' }, other: { q: 'pages' } },
      'under review': {
        ...shuffled('from media where allow_curation and verdict is null'),
        as: 'admin',
        ask: { facets: '{"underReview":true}' },
        other: { facets: '{"underReview":true}', q: 'page' },
      },
    },
  },
  'GET /api/list/media/curated': {
    field: 'media',
    lists: {
      newest: {
        as: 'visitor',
        ask: { list: 'well-done' },
        rows: `select id ${PUBLIC} and band = 3 ${NEWEST}`,
        other: { list: 'perfectly-seasoned' },
        furthest: 10_000,
      },
      shuffled: shuffled('from media where band = 5'),
    },
  },
  'GET /api/browse/media': { field: 'media', lists: { shuffled: shuffled(PUBLIC) } },
  'POST /api/browse/media': { field: 'media', lists: { shuffled: shuffled(PUBLIC) } },
  'GET /api/remember': {
    field: 'media',
    lists: { shuffled: { ...shuffled(`from media where type = 'song'`), as: 'reviewer' } },
  },
};

const CASES = Object.entries(LISTS).flatMap(([name, { field, lists }]) =>
  Object.entries(lists).map(([what, list]) => ({ name, what, field, ...list })),
);

describe('paged lists', () => {
  let server: TestServer;
  let pagina: string;
  /** The values of parameters in addresses. */
  let named: Record<string, string>;
  const clients = {} as Record<Caller, Client>;

  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server.app;
    const [admin, reviewer, musician] = [
      await server.signUp({ role: 'admin' }),
      await server.signUp({ isCurator: true }),
      await server.signUp({ firstName: 'Pagina' }),
    ];
    pagina = musician.me.id;
    Object.assign(clients, {
      visitor: server.visitor(),
      member: musician.client,
      reviewer: reviewer.client,
      admin: admin.client,
    });
    const [soul] = await db<{ id: string }[]>`select id from categories where slug = 'soul'`;
    for (let index = 0; index < 36; index += 1)
      await insertMedia(db, {
        musicianId: pagina,
        title: `Page ${index}`,
        type: index % 4 === 0 ? 'video' : 'song',
        ...(index < 12 && { scores: [90, 90, 90], genreId: soul?.id ?? null }),
        ...(index >= 12 && index < 22 && { scores: [75, 75, 75] }),
        ...(index >= 22 && index < 33 && { allowCuration: true }),
      });
    await db`update media set genres = '{Soul}', genre_slugs = '{soul}' where score_sum is null or rk % 2 = 0`;
    // Several rows with the same time, as a bulk upload makes them.
    await db`update media set position = rk % 7 where rk % 3 = 0`;
    await db`
      update media set created_at = '2026-01-01'::timestamptz + ((rk % 5) || ' minutes')::interval,
        published_at = '2026-01-02'::timestamptz + ((rk % 5) || ' minutes')::interval`;
    await db`
      insert into reviews (id, media_id, reviewer_id, submitted_at, due_at)
      select gen_random_uuid(), id, case when rk % 2 = 0 then ${reviewer.me.id}::uuid end, now(),
        '2026-01-03'::timestamptz + ((rk % 3) || ' minutes')::interval
      from media where allow_curation and verdict is null`;
    await db`
      insert into performances (id, performer_id, name, date, time, time_zone, starts_at, past_from)
      select gen_random_uuid(), ${pagina}, 'Show ' || n, day, '20:00', 'UTC', day + interval '20 hours', day + interval '1 day'
      from generate_series(1, 24) n, lateral (select date '2000-01-01' + n % 12 / 2 + n % 2 * 40000 as day) of`;
    const [first] = await db<{ id: string }[]>`select id from media where title = 'Page 0'`;
    const [mediaId = '', commentId] = [first?.id, newId()];
    const playlistId = newId();
    named = { id: pagina, mediaId, commentId, playlistId };
    await db`
      insert into playlists (id, owner_id, name, visibility, updated_at)
      select case n when 1 then ${playlistId}::uuid else gen_random_uuid() end, ${pagina}, 'List ' || n,
        case when n % 2 = 1 then 'public' else 'private' end, '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 24) n`;
    await db`
      insert into playlist_entries (playlist_id, media_id, owner_id, position)
      select ${playlistId}, id, ${pagina}, rk % 7 from media where band is not null`;
    await db`
      insert into comments (id, media_id, author_id, parent_id, body, moment, created_at)
      select case n when 1 then ${commentId}::uuid else gen_random_uuid() end, ${mediaId}, ${pagina},
        case when n > 12 then ${commentId}::uuid end, 'Well.', case when n < 10 then n end, '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 24) n`;
    await db`insert into comment_flags (comment_id, user_id) select id, ${admin.me.id} from comments where parent_id is not null or id = ${commentId}`;
    for (let index = 0; index < 9; index += 1) {
      await server.signUp({ firstName: 'Nextina' });
      await db`
        insert into outbox (id, "to", subject, text, html, kind, created_at)
        values (${newId()}, 'a@example.org', ${`Mail ${index}`}, '', '', 'test', '2026-01-01')`;
    }
    await db`
      insert into refused_addresses (address, reason, is_certain, since)
      select 'refused' || n || '@example.org', 'No such user here.', n <= 24, '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 30) n`;
    await db`
      insert into audit_log (id, created_at, actor_id, act, subject_kind, subject_id)
      select gen_random_uuid(), '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval, ${admin.me.id},
        case when n % 2 = 0 then 'changed-user' else 'deleted-user' end, 'user', ${pagina}
      from generate_series(1, 24) n`;
    await db`
      insert into report_cases (id, subject_kind, subject_id, reported_id, state, decision_reason, excerpt, changed_at)
      select gen_random_uuid(), case when n % 2 = 0 then 'comment' else 'message' end, gen_random_uuid(), ${pagina},
        case when n > 18 then 'dismissed' else 'open' end, case when n > 18 then 'Fine.' end,
        '{"title": "", "text": "", "path": null}', '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 36) n`;
    await db`
      insert into plan_subscriptions (id, user_id, plan, status, provider_ref, created_at)
      select gen_random_uuid(), ${pagina}, 'spicy', case when n % 2 = 0 then 'cancelled' else 'expired' end, 'I-' || n,
        '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 24) n`;
    await db`update users set created_at = '2026-01-01' where first_name = 'Nextina'`;
    await db`
      with others as (select id as other, gen_random_uuid() as id from users where first_name = 'Nextina'),
        made as (insert into conversations (id, member_key) select id, uuid_send(id) from others)
      insert into conversation_members (conversation_id, user_id, latest_at)
      select id, ${pagina}::uuid, '2026-01-01'::timestamptz from others`;
    await db`
      insert into conversation_members (conversation_id, user_id)
      select c.id, u.id from (select id, row_number() over (order by id) as n from conversations) c
      join (select id, row_number() over (order by id) as n from users where first_name = 'Nextina') u using (n)`;
    await db`
      insert into notifications (id, user_id, kind, occasion, words, created_at)
      select gen_random_uuid(), ${pagina}, 'comment', n, 'Well.', '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 24) n`;
    await db`
      insert into posts (id, musician_id, body, created_at)
      select gen_random_uuid(), ${pagina}, 'Well.', '2026-01-01'::timestamptz + ((n % 3) || ' minutes')::interval
      from generate_series(1, 24) n`;
    await db`insert into favorites (user_id, media_id) select ${reviewer.me.id}, id from media where type = 'song'`;
    await db`
      insert into follows (id, musician_id, subscriber_id, type, confirmed_at, created_at)
      select gen_random_uuid(), id, ${pagina}, 'published', now(), '2026-01-01' from users where first_name = 'Nextina'`;
    await db`
      insert into follows (id, musician_id, subscriber_id, type, confirmed_at, created_at)
      values (${newId()}, ${pagina}, ${reviewer.me.id}, 'published', now(), '2026-01-01')`;
    await refreshCounts(db);
  });
  afterAll(() => server.close());

  const filled = (path: string) => path.replace(/:(\w+)/, (_, name: string) => named[name] ?? '');
  const asker =
    ({ name, as }: { name: string; as: Caller }, ask: object) =>
    (paging: { page?: number; size?: number; cursor?: string }): Promise<Answer> => {
      const [method, path = ''] = name.split(' ');
      if (method === 'POST') return clients[as].post(filled(path), { ...ask, pagingOptions: paging });
      const query = Object.entries({ ...ask, ...paging }).map(([key, value]): [string, string] => [key, String(value)]);
      return clients[as].get(`${filled(path)}?${new URLSearchParams(query)}`);
    };
  const idsOf = ({ status, body }: Answer, field: string): string[] => {
    expect(status).toBe(200);
    return body[field].map((row: { id: string; media?: { id: string } | null }) => (row.media ? row.media.id : row.id));
  };
  /** The pages that `next` leads to, from the first page or a cursor. */
  const follow = async (ask: ReturnType<typeof asker>, field: string, from?: string): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined = from; cursor !== null;) {
      const answer = await ask({ size: SIZE, ...(cursor !== undefined && { cursor }) });
      pages.push(idsOf(answer, field));
      cursor = answer.body.paging.next as string | null;
    }
    return pages;
  };

  it('are all lists of the contract', () => {
    const isPaged = ({ reply }: Endpoint) => 'paging' in ((reply._zod.def as { shape?: object }).shape ?? {});
    const paged = routesOf(server.app)
      .map(({ endpoint }) => endpoint)
      .filter(isPaged);
    expect(paged.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  it.each(CASES)('e6 reach every row once: $name, $what', async (list) => {
    const ask = asker(list, list.ask);
    const rows = (await server.app.db.unsafe<{ id: string }[]>(list.rows)).map(({ id }) => id);
    expect(rows.length).toBeGreaterThan(2 * SIZE);
    const pages = await follow(ask, list.field);
    const walked = pages.flat();
    if (list.inAnyOrder) expect(walked.toSorted()).toEqual(rows.toSorted());
    else expect(walked).toEqual(rows);
    // Every page except the last is full, and no page follows the last, even if that is full.
    expect(pages.map((page) => page.length)).toEqual(
      Array.from({ length: Math.ceil(rows.length / SIZE) }, (_, at) => Math.min(SIZE, rows.length - at * SIZE)),
    );
  });

  it.each(CASES)('e6 give numbered pages a correct next cursor: $name, $what', async (list) => {
    const ask = asker(list, list.ask);
    const pages = await follow(ask, list.field);
    for (const [at, page] of pages.entries()) {
      const answer = await ask({ page: at + 1, size: SIZE });
      expect(idsOf(answer, list.field)).toEqual(page);
      const { next } = answer.body.paging;
      expect(answer.body.paging).toEqual({ page: at + 1, size: SIZE, next });
      if (at === pages.length - 1) expect(next).toBeNull();
      else expect(await follow(ask, list.field, next as string)).toEqual(pages.slice(at + 1));
    }
    const beyond = await ask({ page: pages.length + 1, size: SIZE });
    expect(idsOf(beyond, list.field)).toEqual([]);
    expect(beyond.body.paging).toEqual({ page: pages.length + 1, size: SIZE, next: null });
  });

  it.each(CASES)('reject foreign cursors and page numbers that are too high: $name, $what', async (list) => {
    const ask = asker(list, list.ask);
    const refusal = (name: string, message: string) => {
      const field = list.name.startsWith('POST') ? `pagingOptions.${name}` : name;
      return { status: 400, body: { message, errors: [{ field, code: 'invalid', message }] } };
    };
    const cursor = (await ask({ size: SIZE })).body.paging.next as string;
    const signed = Buffer.from(cursor, 'base64url');
    const forged = [
      // A wrong signature, none, and the former format of the review queue's cursors.
      Buffer.concat([Buffer.of((signed[0] ?? 0) ^ 1), signed.subarray(1)]),
      signed.subarray(12),
      Buffer.from(JSON.stringify({ mine: false, dueAt: '2026-01-01T00:00:00.000Z', id: newId() })),
    ];
    for (const text of ['x', ...forged.map((bytes) => bytes.toString('base64url'))])
      expect(await ask({ cursor: text }), text).toMatchObject(refusal('cursor', DAMAGED));
    // A cursor of another list: of the same endpoint, or of another one if the endpoint has only one list.
    const other =
      JSON.stringify(list.other) === JSON.stringify(list.ask)
        ? asker({ name: 'GET /api/users', as: 'admin' }, {})
        : asker(list, list.other);
    expect(await other({ cursor })).toMatchObject({ status: 400, body: { message: DAMAGED } });
    const page = list.furthest / 100;
    expect((await ask({ page, size: 100 })).status).toBe(200);
    expect(await ask({ page: page + 1, size: 100 })).toMatchObject(refusal('page', TOO_FAR));
  });
});
