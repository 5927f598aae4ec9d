// Times the tables of administrators, each with its count: a million media items and a hundred thousand accounts. Each
// account chose a paid plan and was mailed once, every tenth was reported, and every tenth refuses mail. A tenth of the
// media items have a review, and as many items as there are accounts are not public. Prints the median milliseconds for
// one page, which must be too short to feel like waiting.
import { listAllMedia } from '../server/review/administration/administration.queries.ts';
import { listActs } from '../server/accounts/audit/audit.queries.ts';
import { findDesk, findDeskReviewers } from '../server/review/curation/review-desk.queries.ts';
import { countHidden, hiddenKeys } from '../server/listening/discovery/hidden.queries.ts';
import { newId } from '../server/platform/ids.ts';
import { listMail, listRefusedAddresses } from '../server/platform/mail/outbox.queries.ts';
import { listSubscriptions } from '../server/review/administration/all-subscriptions.queries.ts';
import { listCases } from '../server/community/reports/reports.queries.ts';
import { listUsers } from '../server/review/administration/user-list.queries.ts';
import { filledServer, word } from './filled.ts';
import { line, median, timed } from './ratio.ts';

const MEDIA = Number(process.env['BENCH_MEDIA'] ?? 1_000_000);
const USERS = MEDIA / 10;
const ROUNDS = 30;
/** Milliseconds. */
const MOST = 300;

const filled = await filledServer();
const db = await filled.open('administration', MEDIA);
const [{ n: known } = { n: 0 }] = await db<{ n: number }[]>`select count(*)::int as n from users`;
await db`
  insert into users (id, first_name, last_name, display_name, email, original_email, plan, created_at)
  select gen_random_uuid(), 'Ada', 'Number ' || n, 'Ada Number ' || n, 'u' || n || '@example.org', 'u' || n || '@example.org', 'mild',
    now() - n * interval '1 minute'
  from generate_series(1, ${Math.max(0, USERS - known)}::int) n`;
await db`
  insert into plan_subscriptions (id, user_id, plan, status, provider_ref, activated_at, created_at)
  select gen_random_uuid(), id, 'spicy', case when n % 3 = 0 then 'cancelled' else 'active' end, 'I-' || n, now(), created_at
  from (select id, created_at, row_number() over () as n from users) one
  on conflict do nothing`;
await db`
  insert into audit_log (id, created_at, actor_id, act, subject_kind, subject_id, subject_name)
  select gen_random_uuid(), now() - n * interval '1 minute', (select id from users limit 1),
    case when n % 100 = 0 then 'deleted-user' else 'changed-media' end, 'media', gen_random_uuid()::text, 'Song ' || n
  from generate_series(1, ${USERS}::int) n`;
// Each account was mailed once, every third about a comment, and a song of every tenth was reported.
await db`
  insert into outbox (id, "to", subject, text, html, kind, state, created_at)
  select gen_random_uuid(), 'u' || n || '@example.org', case when n % 3 = 0 then 'Somebody commented on' else 'Your figures for' end || ' “Song ' || n || '”', repeat('Words. ', 40),
    repeat('<p>Words.</p>', 40), 'comment', 'sent', now() - n * interval '1 minute'
  from generate_series(1, ${USERS}::int) n`;
await db`
  with cases as (
    insert into report_cases (id, subject_kind, subject_id, reported_id, state, decision_reason, excerpt, changed_at)
    select gen_random_uuid(), 'media', gen_random_uuid(), id, case when n % 10 = 0 then 'open' else 'dismissed' end,
      case when n % 10 = 0 then null else 'Fine.' end, jsonb_build_object('title', 'Song ' || n, 'text', '', 'path', null),
      now() - n * interval '1 minute'
    from (select id, row_number() over (order by id) as n from users limit ${USERS / 10}::int) one returning id, reported_id)
  insert into reports (id, case_id, reporter_id, reason) select gen_random_uuid(), id, reported_id, 'spam' from cases`;
await db`
  insert into refused_addresses (address, reason, since, is_certain)
  select 'gone' || n || '@example.org', '550 5.1.1 No such user', now() - n * interval '1 minute', true
  from generate_series(1, ${USERS / 10}::int) n`;
// Forty reviewers. Half of the reviews were decided in the last thirty days; some still wait.
await db`update users set is_curator = true where id in (select id from users order by id limit 40)`;
await db`
  insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at, decided_at, decided_by, outcome,
    storytelling, execution, thumbnail_art)
  select gen_random_uuid(), media_id, reviewer, at, at, at + interval '1 day', decided, case when decided is not null then reviewer end,
    case when decided is not null then 'curated' end, 80, 80, 80
  from (select id as media_id, people.ids[1 + n % 40] as reviewer, now() - n * interval '1 minute' as at,
      case when n % 50 <> 0 then now() - n * interval '1 minute' + interval '5 hours' end as decided
    from (select id, row_number() over () as n from media limit ${USERS}::int) one,
      (select array_agg(id) as ids from users where is_curator) people) rows`;
// Copies of other items under new ids, visible only to their owners and administrators.
await db`alter table media disable trigger user`;
await db`
  insert into media (id, musician_id, title, type, filename, source_id, availability, published, description, created_at)
  select gen_random_uuid(), musician_id, title, type, filename, source_id, availability, false, description, created_at
  from media limit ${USERS}::int`;
await db`alter table media enable trigger user`;
await db`vacuum analyze`;

const first = { after: null, skip: 0, limit: 11 };
const far = { after: null, skip: 5000, limit: 11 };
const anyUser = { q: undefined, byEmail: true, filter: undefined, basePlan: 'mild' };
const anyAct = { q: undefined, act: undefined, actor: undefined };
const decided = { waiting: false, kind: undefined };
const noFilter = { q: undefined, filter: undefined };
const anyHidden = {
  musicianId: null,
  types: ['song', 'video'],
  genreId: null,
  moodId: null,
  ownGenre: null,
  curated: false,
} as const;
const hidden = { ...anyHidden, near: null, tag: null, words: [], titleWords: [] };
/** The word of this rank as a prefix query. */
const begins = (rank: number): string => `'${word(rank)}':*`;
/** A page and the count, as an administrator's search requests both. */
const hiddenBy = (words: string[]) =>
  Promise.all([hiddenKeys(db, { ...hidden, words }, first), countHidden(db, { ...hidden, words })]);
const tables: Record<string, () => Promise<unknown>> = {
  'all media': () => listAllMedia(db, { ...noFilter, ...first }),
  'all media, page 500': () => listAllMedia(db, { ...noFilter, ...far }),
  'media under review': () => listAllMedia(db, { ...noFilter, filter: 'under-review', ...first }),
  'unpublished media': () => listAllMedia(db, { ...noFilter, filter: 'unpublished', ...first }),
  'published media, page 500': () => listAllMedia(db, { ...noFilter, filter: 'published', ...far }),
  'rejected media': () => listAllMedia(db, { ...noFilter, filter: 'rejected', ...first }),
  'media by a common word': () => listAllMedia(db, { ...noFilter, q: word(1), ...first }),
  'media by a rare word': () => listAllMedia(db, { ...noFilter, q: word(15_000), ...first }),
  'all users': () => listUsers(db, { ...anyUser, ...first }),
  'users by a common name': () => listUsers(db, { ...anyUser, q: 'ada', ...first }),
  'users by an email': () => listUsers(db, { ...anyUser, q: 'u777@', ...first }),
  administrators: () => listUsers(db, { ...anyUser, filter: 'administrators', ...first }),
  'users of paid plans': () => listUsers(db, { ...anyUser, filter: 'paying', ...first }),
  'suspended users': () => listUsers(db, { ...anyUser, filter: 'suspended', ...first }),
  'all subscriptions': () => listSubscriptions(db, { q: undefined, status: undefined, ...first }),
  'active subscriptions, page 500': () => listSubscriptions(db, { q: undefined, status: 'active', ...far }),
  'subscriptions by a common name': () => listSubscriptions(db, { q: 'ada', status: undefined, ...first }),
  'subscriptions by an email': () => listSubscriptions(db, { q: 'u777@', status: undefined, ...first }),
  'a subscription by its name at the provider': () =>
    listSubscriptions(db, { q: 'I-777', status: undefined, ...first }),
  'all acts': () => listActs(db, { ...anyAct, ...first }),
  'acts of a rare kind': () => listActs(db, { ...anyAct, act: 'deleted-user', ...first }),
  'acts of nobody': () => listActs(db, { ...anyAct, actor: newId(), ...first }),
  'acts on what is called so': () => listActs(db, { ...anyAct, q: 'song 777', ...first }),
  'acts by a common name': () => listActs(db, { ...anyAct, q: 'ada', ...first }),
  'acts by a name that nobody has': () => listActs(db, { ...anyAct, q: 'zacharias', ...first }),
  'all mail': () => listMail(db, { q: undefined, state: null, ...first }),
  'mail to an email': () => listMail(db, { q: 'u777@', state: null, ...first }),
  'mail by a common word': () => listMail(db, { q: 'commented', state: null, ...first }),
  'mail by a word that none has': () => listMail(db, { q: 'zacharias', state: null, ...first }),
  'decided reports': () => listCases(db, { ...decided, q: undefined }, first),
  'reports by a title': () => listCases(db, { ...decided, q: 'song 777' }, first),
  'reports by a common name': () => listCases(db, { ...decided, q: 'ada' }, first),
  'reports by a name that nobody has': () => listCases(db, { ...decided, q: 'zacharias' }, first),
  'refused addresses': () => listRefusedAddresses(db, first),
  'the review desk': () => findDesk(db, 24),
  'the reviewers of the desk': () => findDeskReviewers(db, 24),
  'hidden media by a rare word': () => hiddenBy([begins(15_000)]),
  'hidden media by a common word': () => hiddenBy([begins(1)]),
  'hidden media': () => hiddenBy([]),
  'hidden media by two words': () => hiddenBy([begins(1), begins(2)]),
};

const holds: boolean[] = [];
for (const [name, read] of Object.entries(tables)) {
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const time = await timed(read);
    if (round >= 0) times.push(time);
  }
  holds.push(line(`${name}: milliseconds among ${MEDIA} media`, median(times), { most: MOST }));
}
await filled.stop();
process.exit(holds.every(Boolean) ? 0 : 1);
