// Finds accounts by name among a million: recipients while a member types, the table of accounts with its count, and
// the conversations of an account that has ten thousand. Prints the median milliseconds of an answer; each must be too
// short to feel like waiting. Names are distributed by Zipf's law, and every tenth account shares one name.
// `BENCH_ACCOUNTS` sets the number of accounts.
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { listConvos } from '../server/community/messages/messages.queries.ts';
import { listPeople } from '../server/accounts/users/people.queries.ts';
import { listUsers } from '../server/review/administration/user-list.queries.ts';
import { filledServer } from './filled.ts';
import { line, median, timed } from './ratio.ts';

const ACCOUNTS = Number(process.env['BENCH_ACCOUNTS'] ?? 1_000_000);
const CONVERSATIONS = 10_000;
const ROUNDS = 15;
/** Milliseconds. */
const MOST = 300;

/** Accounts with two names of ranks by Zipf's law, and every tenth with a third one, which is always the same. */
async function fill(db: Pool): Promise<void> {
  await db`create table bench_people as select rank, initcap(bench_name(rank)) as name from generate_series(1, 100000) rank`;
  await db`alter table bench_people add primary key (rank)`;
  await db`alter table users disable trigger user`;
  await db`
    insert into users (id, first_name, last_name, display_name, email, original_email, username, plan, created_at)
    select gen_random_uuid(), a.name, b.name || of, a.name || ' ' || b.name || of,
      lower(a.name) || n || '@example.net', lower(a.name) || n || '@example.net', 'user' || n, 'mild', now() - n * interval '1 second'
    from (select n, floor(exp(random() * ln(100001)))::int as first, floor(exp(random() * ln(100001)))::int as second,
            case when n % 10 = 0 then ' Everybody' else '' end as of
          from generate_series(1, ${ACCOUNTS}::int) n) rows
    join bench_people a on a.rank = first join bench_people b on b.rank = second`;
  await db`alter table users enable trigger user`;
  await db`drop table bench_people`;
  await db`select names_rebuild()`;
}

/** Conversations of two members each. */
async function converse(db: Pool, userId: string): Promise<void> {
  await db`
    with others as (select id from users where id <> ${userId} order by md5(id::text) limit ${CONVERSATIONS}),
    made as (
      insert into conversations (id, member_key, latest_at)
      select gen_random_uuid(), uuid_send(id), now() from others returning id, member_key, latest_at)
    insert into conversation_members (conversation_id, user_id, latest_at)
    select made.id, one, made.latest_at
    from made, unnest(array[${userId}, encode(made.member_key, 'hex')::uuid]::uuid[]) one`;
}

/** The account that searches. Creates the account and its conversations if they don't exist yet. */
async function busyAccount(db: Pool): Promise<string> {
  const email = 'busy@example.org';
  const [there] = await db<{ id: string }[]>`select id from users where email = ${email}`;
  if (there) return there.id;
  const id = newId();
  await db`insert into users ${db({ id, first_name: 'Busy', last_name: 'Bench', display_name: 'Busy Bench', email, original_email: email, plan: 'mild' })}`;
  await converse(db, id);
  return id;
}

const filled = await filledServer();
const db = await filled.open('lookups', 1);
const [{ n: known } = { n: 0 }] = await db<{ n: number }[]>`select count(*)::int as n from account_names`;
if (known < ACCOUNTS) await fill(db);
const userId = await busyAccount(db);
await db.unsafe('vacuum analyze');

const names = await db<{ name: string; n: number }[]>`
  select first_name as name, count(*)::int as n from users group by 1 order by 2 desc, 1`;
const [common = '', rare = ''] = [names[0]?.name, names.find(({ n, name }) => n <= 5 && name.length >= 6)?.name];
const wrong = `${rare.slice(0, 3)}${rare.slice(4)}`;
/** Queries, by description. */
const asked: Record<string, string> = {
  'a name that every tenth has': 'everybody',
  'the commonest first name': common,
  'a rare name': rare,
  'two words in another order': `every ${rare}`,
  'a rare name with an error': wrong,
  'a name that nobody has': 'qqxyzqqxyz',
  'one letter': common.slice(0, 1),
  'two letters': common.slice(0, 2),
  'a username': 'user777',
};
const page = { after: null, skip: 0, limit: 11 };
const list = { filter: undefined, basePlan: 'mild', ...page };
const convos = { userId, partner: undefined, archived: false, requests: undefined };
const places: Record<string, (q: string) => Promise<unknown>> = {
  recipients: (q) => listPeople(db, { userId, typed: q, limit: 8 }),
  'members’ look-up': (q) => listUsers(db, { q, byEmail: false, ...list }),
  'administrators’ table': (q) => listUsers(db, { q, byEmail: true, ...list }),
  conversations: (q) => listConvos(db, { ...convos, q }, page),
};

const holds: boolean[] = [];
for (const [place, read] of Object.entries(places))
  for (const [what, q] of Object.entries(asked)) {
    const times: number[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const time = await timed(() => read(q));
      if (round >= 0) times.push(time);
    }
    holds.push(line(`${place} by ${what} (“${q}”): milliseconds among ${ACCOUNTS}`, median(times), { most: MOST }));
  }
await filled.stop();
process.exit(holds.every(Boolean) ? 0 : 1);
