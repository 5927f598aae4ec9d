import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let asking: Account;
beforeAll(async () => {
  server = await startTestServer();
  asking = await server.signUp({ firstName: 'Ada' });
});
afterAll(() => server.close());

/** Accounts with a name, each an hour older than the one before, the first `age` hours old. */
async function insert(names: readonly (readonly [string, string])[], age: number): Promise<string[]> {
  const ids = names.map(() => newId());
  await server.app.db`
    insert into users (id, first_name, last_name, display_name, email, original_email, role, plan, type, created_at)
    select id, first, last, first || ' ' || last, id || '@example.org', id || '@example.org', 'user', 'Free', 'Listener',
      now() - make_interval(hours => (${age} + n)::int)
    from unnest(${ids}::uuid[], ${names.map(([first]) => first)}::text[], ${names.map(([, last]) => last)}::text[])
      with ordinality as named (id, first, last, n)`;
  return ids;
}
const found = async (q: string, { client }: Account = asking): Promise<string[]> => {
  const { status, body } = await client.get(`/api/users?filter=recipients&q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: body.users.length, paging: { page: 1, size: 8, next: null } });
  return body.users.map(({ id }: { id: string }) => id);
};

it('lists the username first, then the same name, then accounts that the user follows or writes with, then the newest', async () => {
  const { db } = server.app;
  const newer = await insert(
    Array.from({ length: 9 }, (_, n) => ['Sam', `Lee ${n}`] as const),
    0,
  );
  const [named, sameName, followed, partner, asked] = await insert(
    [
      ['Nobody', 'Else'],
      ['Sam', ''],
      ['Samira', 'Follows'],
      ['Samuel', 'Writes'],
      ['Samson', 'Stranger'],
    ],
    100,
  );
  await db`update users set username = 'sam' where id = ${named ?? ''}`;
  await db`update users set display_name = 'Sam' where id = ${sameName ?? ''}`;
  await asking.client.post(`/api/media/subscribe/${followed}`, { type: 'published' });
  const sent = await asking.client.post('/api/messages', { convo: { users: [partner] }, message: { text: 'Hello' } });
  expect(sent.status).toBe(200);
  const expected = [named, sameName, followed, partner, ...newer.slice(0, 4)];
  expect(await found('sam')).toEqual(expected);
  expect(await found(' SAM')).toEqual(expected);
  expect(await found('@sam')).toEqual([named]);
  // The other user follows and writes with no one.
  const other = await server.signUp();
  expect(await found('sam', other)).toEqual([named, sameName, ...newer.slice(0, 6)]);
  // A message request from a stranger doesn't count as writing with each other.
  await db`
    insert into conversations (id, member_key) select gen_random_uuid(), 'asked'`;
  await db`
    insert into conversation_members (conversation_id, user_id, is_request, latest_at)
    select c.id, u.id, u.id = ${asking.me.id}, now() from conversations c, users u
    where c.member_key = 'asked' and u.id in (${asking.me.id}, ${asked ?? ''})`;
  expect(await found('sam')).toEqual(expected);
});

it('omits the user’s own and deleted accounts, doesn’t search email addresses, and rejects visitors', async () => {
  expect(await found('ada')).toEqual([]);
  const [gone] = await insert([['Gundula', 'Gone']], 0);
  expect(await found('gundula gone')).toEqual([gone]);
  await server.app.db`update users set deleted_at = now() where id = ${gone ?? ''}`;
  expect(await found('gundula')).toEqual([]);
  const other = await server.signUp();
  expect(await found(other.me.email)).toEqual([]);
  expect(await found('%')).toEqual([]);
  expect((await server.visitor().get('/api/users?filter=recipients&q=sam')).status).toBe(401);
});
