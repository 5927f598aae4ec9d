import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { countFollowersSince } from './follower-mails.queries.ts';

let server: TestServer;
let musician: Account;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://scoville.example' });
  musician = await server.signUp({ firstName: 'Juno' });
});
afterAll(() => server.close());

const follow = async (name: string, type = 'published') => {
  const { client } = await server.signUp({ firstName: name });
  const { status, body } = await client.post(`/api/media/subscribe/${musician.me.id}`, { type });
  expect(status).toBe(200);
  return { client, id: body.id as string };
};
const followAsGuest = async (email: string) => {
  const asked = await server
    .visitor()
    .post(`/api/media/subscribe/${musician.me.id}`, { type: 'published', subscriberEmail: email });
  expect(asked.status).toBe(200);
  const [row] = await server.app.db<{ text: string }[]>`
    select text from outbox where kind = 'follow-confirmation' and "to" = ${email}`;
  return (
    /https:\/\/scoville\.example\S+/
      .exec(row?.text ?? '')?.[0]
      .split('/')
      .at(-1) ?? ''
  );
};
const confirm = (token: string) => server.visitor().post(`/api/media/subscribe/confirm/${token}`, {});
const mails = async () =>
  (
    await server.app.db<{ subject: string; text: string }[]>`
      select subject, text from outbox where kind = 'follower' and "to" = ${musician.me.email} order by created_at, id`
  ).map((row) => ({ ...row }));
const aDayLater = async () => {
  await server.app.db`update follower_mails set mailed_at = mailed_at - interval '1 day'`;
  await server.app.db`update follows set confirmed_at = confirmed_at - interval '1 day'`;
};

it('mails once about a listener who cancels and subscribes again, with an account or as a guest', async () => {
  const { client, id } = await follow('Pia');
  const before = (await mails()).length;
  expect(before).toBeGreaterThan(0);
  await aDayLater();
  expect((await client.delete(`/api/media/unsubscribe/${id}`)).status).toBe(200);
  await client.post(`/api/media/subscribe/${musician.me.id}`, { type: 'published' });
  expect(await mails()).toHaveLength(before);

  expect((await confirm(await followAsGuest('again@example.org'))).status).toBe(200);
  expect(await mails()).toHaveLength(before + 1);
  await aDayLater();
  await server.app.db`delete from follows where email = 'again@example.org'`;
  await server.app.db`delete from outbox where kind = 'follow-confirmation'`;
  expect((await confirm(await followAsGuest('again@example.org'))).status).toBe(200);
  expect(await mails()).toHaveLength(before + 1);
  // The day's mail is still available for another subscriber.
  await follow('Quinn');
  expect(await mails()).toHaveLength(before + 2);
  await server.app.db`delete from outbox`;
  await server.app.db`delete from follower_mails`;
  await server.app.db`delete from follows`;
});

it('doesn’t use up the day’s mail for a subscriber whom the musician blocked', async () => {
  const pest = await server.signUp();
  expect((await musician.client.post(`/api/blocks/${pest.me.id}`)).status).toBe(200);
  await pest.client.post(`/api/media/subscribe/${musician.me.id}`, { type: 'published' });
  expect(await mails()).toEqual([]);
  await follow('Ray');
  expect(await mails()).toMatchObject([{ subject: 'Ray Tester subscribed to you' }]);
  await server.app.db`delete from outbox`;
  await server.app.db`delete from follower_mails`;
  await server.app.db`delete from follows`;
});

it('mails no musician about an account with an unconfirmed address if SMTP is configured', async () => {
  const sending = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    const juno = await sending.signUp();
    await sending.app.db`update users set email_verified_at = now() where id = ${juno.me.id}`;
    const come = async (confirmed: boolean) => {
      const { client, me } = await sending.signUp();
      if (confirmed) await sending.app.db`update users set email_verified_at = now() where id = ${me.id}`;
      expect((await client.post(`/api/media/subscribe/${juno.me.id}`, { type: 'published' })).status).toBe(200);
      return (await sending.app.db`select 1 from outbox where kind = 'follower' and "to" = ${juno.me.email}`).length;
    };
    expect(await come(false)).toBe(0);
    expect(await come(true)).toBe(1);
  } finally {
    await sending.close();
  }
});

it('mails a musician about new subscribers once a day, with the number of those since the last mail', async () => {
  const lou = await follow('Lou');
  expect(await mails()).toMatchObject([{ subject: 'Lou Tester subscribed to you' }]);
  const [first] = await mails();
  expect(first?.text).toContain('Lou Tester subscribed to you and will hear about your new music.');
  expect(first?.text).toContain(`https://scoville.example/${musician.me.id}`);

  // Changing the type of a subscription doesn't make a new subscriber.
  await aDayLater();
  await lou.client.post(`/api/media/subscribe/${musician.me.id}`, { type: 'curated' });
  expect(await mails()).toHaveLength(1);

  await follow('Ann');
  expect((await mails()).at(-1)?.text).toContain('Ann Tester subscribed to you');
  await follow('Ben');
  expect(await mails()).toHaveLength(2);

  await aDayLater();
  const token = await followAsGuest('guest@example.org');
  expect(await mails()).toHaveLength(2);
  expect((await confirm(token)).status).toBe(200);
  const last = (await mails()).at(-1);
  expect(last?.subject).toBe('Somebody subscribed to you');
  expect(last?.text).toContain('A listener without an account and one other subscribed to you');
  expect(last?.text).not.toContain('guest@example.org');
  await aDayLater();
  expect((await confirm(token)).status).toBe(200);
  expect(await mails()).toHaveLength(3);
});

it('counts recent subscribers without reading all earlier subscribers', async () => {
  const { db } = server.app;
  const star = await server.signUp();
  await db`
    insert into follows (id, musician_id, email, type, confirmed_at)
    select gen_random_uuid(), ${star.me.id}, 'old' || n || '@example.org', 'published', now() - interval '30 days'
    from generate_series(1, 5000) n`;
  await db`
    insert into follows (id, musician_id, email, type, confirmed_at)
    values (gen_random_uuid(), ${star.me.id}, 'new@example.org', 'published', now())`;
  await db`analyze follows`;
  const [count, read] = await transaction(db, async (tx) => {
    const counted = await countFollowersSince(tx, star.me.id, new Date(Date.now() - 24 * 3600 * 1000));
    const [rows] = await tx<{ n: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname = 'follows'`;
    return [counted, rows?.n];
  });
  expect(count).toBe(1);
  expect(read).toBeLessThan(100);
});
