// The tables of administrators, each with its count: a million media and a hundred thousand accounts, of which each chose a
// paid plan once. Milliseconds for one page, the median; each has to stay within what one does not notice as waiting.
import { listAllMedia } from '../server/administration/administration.queries.ts';
import { listActs } from '../server/audit/audit.queries.ts';
import { newId } from '../server/ids.ts';
import { listSubscriptions } from '../server/plans/all-subscriptions.queries.ts';
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
  insert into audit_log (id, created_at, actor_id, act, subject_kind, subject_id)
  select gen_random_uuid(), now() - n * interval '1 minute', (select id from users limit 1),
    case when n % 100 = 0 then 'deleted-user' else 'changed-media' end, 'media', gen_random_uuid()::text
  from generate_series(1, ${USERS}::int) n`;
await db`vacuum analyze`;

const first = { after: null, skip: 0, limit: 11 };
const far = { after: null, skip: 5000, limit: 11 };
const anyUser = { q: undefined, byEmail: true, filter: undefined, basePlan: 'mild' };
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
  'all acts': () => listActs(db, { act: undefined, actor: undefined, ...first }),
  'acts of a rare kind': () => listActs(db, { act: 'deleted-user', actor: undefined, ...first }),
  'acts of nobody': () => listActs(db, { act: undefined, actor: newId(), ...first }),
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
