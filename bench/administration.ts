// The tables of administrators, each with its count: a million media and a hundred thousand accounts, of which each chose a
// paid plan and was mailed once, and every tenth was reported. Milliseconds for one page, the median; each has to stay within
// what one does not notice as waiting.
import { listAllMedia } from '../server/administration/administration.queries.ts';
import { listActs } from '../server/audit/audit.queries.ts';
import { newId } from '../server/ids.ts';
import { listMail } from '../server/mail/outbox.queries.ts';
import { listSubscriptions } from '../server/plans/all-subscriptions.queries.ts';
import { listCases } from '../server/reports/reports.queries.ts';
import { listUsers } from '../server/users/users.queries.ts';
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
// Each account was mailed once, every third of a comment, and a song of every tenth was reported.
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
await db`vacuum analyze`;

const first = { after: null, skip: 0, limit: 11 };
const far = { after: null, skip: 5000, limit: 11 };
const anyUser = { q: undefined, byEmail: true, filter: undefined, basePlan: 'mild' };
const anyAct = { q: undefined, act: undefined, actor: undefined };
const decided = { waiting: false, kind: undefined };
const noFilter = { q: undefined, filter: undefined };
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
