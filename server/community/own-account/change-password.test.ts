import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { mailReset } from './mail-reset.ts';

const PASSWORD = 'a long password';
const NEXT = 'another long password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a new password invalidates earlier reset links and cancels those that are still queued', async () => {
  const { db } = server.app;
  const { client, me } = await server.signUp();
  const other = await server.signUp();
  for (const { email } of [me, me, other.me]) await mailReset(server.app, email, newId());
  const mails = await db<{ to: string; text: string }[]>`
    select "to", text from outbox where kind = 'reset' order by created_at, id`;
  const tokens = mails.map(({ text }) => /\/reset\/([\w-]{43})/.exec(text)?.[1]);
  const [sent] = await db`update outbox set state = 'sent' where id =
    (select id from outbox where kind = 'reset' and "to" = ${me.email} order by created_at limit 1) returning id`;
  expect((await client.post('/auth/reset', { currentPassword: PASSWORD, password: NEXT })).status).toBe(200);
  const byLink = (token: string | undefined) =>
    server.visitor().post(`/auth/reset/${token}`, { password: 'a third long password' });
  expect((await Promise.all(tokens.map(byLink))).map(({ status }) => status)).toEqual([404, 404, 200]);
  expect((await server.visitor().post('/auth', { email: me.email, password: NEXT })).status).toBe(200);
  const left = await db`select id, state, error from outbox where kind = 'reset' and "to" = ${me.email} order by state`;
  expect(left).toEqual([
    { id: expect.any(String), state: 'cancelled', error: 'The account has a new password.' },
    { id: sent?.['id'], state: 'sent', error: null },
  ]);
});
