// The list of conversations and the unread count of an account with 10,000 conversations, compared with one with a
// hundred; and a page of messages deep inside a conversation of 100,000, compared with the newest page.
import { newId } from '../server/platform/ids.ts';
import { countUnread, listConvos, listMessages } from '../server/community/messages/messages.queries.ts';
import { filledServer } from './filled.ts';
import { line, sideBySide, timed } from './ratio.ts';

const FEW = 100;
const MANY = 10_000;
const MESSAGES = 100_000;
const PAGE = 20;
const ROUNDS = 200;

const filled = await filledServer();
const db = await filled.open('conversations', 1);

async function account(name: string): Promise<string> {
  const id = newId();
  const email = `${name}@example.org`;
  await db`insert into users ${db({ id, first_name: name, last_name: 'Bench', display_name: name, email, original_email: email, plan: 'mild' })}`;
  return id;
}

/** Conversations of two members, each with one message, every tenth unread. */
async function converse(userId: string, otherId: string, many: number): Promise<void> {
  await db`
    with made as (
      insert into conversations (id, member_key, latest_at)
      select id, uuid_send(id), '2026-01-01'::timestamptz + n * interval '1 second'
      from (select gen_random_uuid() as id, n from generate_series(1, ${many}) n) fresh returning id, latest_at
    ), said as (
      insert into messages (id, conversation_id, from_id, body, created_at)
      select gen_random_uuid(), id, ${otherId}::uuid, 'Hello', latest_at from made returning id, conversation_id, created_at
    )
    insert into conversation_members (conversation_id, user_id, has_read, latest_id, latest_at)
    select conversation_id, one, one <> ${userId}::uuid or random() > 0.1, id, created_at
    from said, unnest(array[${userId}, ${otherId}]::uuid[]) one`;
}

const [other, quiet, busy] = [await account('Other'), await account('Quiet'), await account('Busy')];
await converse(quiet, other, FEW);
await converse(busy, other, MANY);
const [long] = await db<
  { id: string }[]
>`select conversation_id as id from conversation_members where user_id = ${quiet} limit 1`;
if (long === undefined) throw new Error('There is no conversation.');
await db`
  insert into messages (id, conversation_id, from_id, body, created_at)
  select gen_random_uuid(), ${long.id}, ${other}, 'Line ' || n, '2026-02-01'::timestamptz + n * interval '1 second'
  from generate_series(1, ${MESSAGES}) n`;
await db`analyze`;

const list = (userId: string) =>
  listConvos(
    db,
    { userId, q: undefined, partner: undefined, archived: false, requests: undefined },
    { after: null, skip: 0, limit: PAGE + 1 },
  );
const page = (before: string | undefined) => listMessages(db, { convoId: long.id, userId: quiet, before, limit: 31 });
const deep = new Date(Date.parse('2026-02-01T00:00:00Z') + 1000 * 1000).toISOString();

/** Runs both many times first, so that plans are made, and the indexes are in memory like in normal use. */
async function compare(ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  for (let round = 0; round < 50; round += 1) await Promise.all([ours(), theirs()]);
  const found = await sideBySide(
    () => timed(ours),
    () => timed(theirs),
    ROUNDS,
  );
  return { ratio: found.ratio, more: `${found.ours.toFixed(2)} ms beside ${found.theirs.toFixed(2)} ms` };
}

let holds = true;
for (const [name, most, ours, theirs] of [
  [
    `conversations, the newest ${PAGE} and their number, of ${MANY} beside ${FEW}`,
    6,
    () => list(busy),
    () => list(quiet),
  ],
  [
    `how many are unread, of ${MANY} conversations beside ${FEW}`,
    4,
    () => countUnread(db, busy),
    () => countUnread(db, quiet),
  ],
  [`30 messages behind 99,000 beside the newest 30`, 1.5, () => page(deep), () => page(undefined)],
] as const) {
  const { ratio, more } = await compare(ours, theirs);
  holds = line(name, ratio, { most }, more) && holds;
}
await filled.stop();
if (!holds) process.exitCode = 1;
