import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { PASSWORD as password } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { describeDevice } from './device.ts';
import { pruneDevicesLoop } from './auth.loops.ts';
import { type NewDevice, mailNewDevice } from './mail-new-device.ts';
import { placeOf } from './place.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.app.db`delete from pgboss.job where name = 'mail-new-device'`);
afterAll(() => server.close());

/** Signs in with this browser from a network. A client that is passed in keeps its browser id. */
async function enter(
  { me }: Account,
  userAgent: string,
  remoteAddress = '8.8.8.8',
  client = server.visitor(),
): Promise<Client> {
  const answer = await client.send({
    method: 'POST',
    url: '/auth',
    payload: { email: me.email, password: 'a long password' },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  });
  expect(answer.status).toBe(200);
  return client;
}
const listed = async (client: Client) => (await client.get('/api/sessions')).body.sessions;
const isIn = async (client: Client) => (await client.get('/api/users/me')).status === 200;
/** The queued notifications about sign-ins from new browsers. */
const told = async (): Promise<NewDevice[]> =>
  (await server.app.db<{ data: NewDevice }[]>`select data from pgboss.job where name = 'mail-new-device'`).map(
    ({ data }) => data,
  );

describe('the sessions of an account', () => {
  it('are listed, the current one first, each with its device, network and country', async () => {
    const account = await server.signUp();
    const phone = await enter(account, SAFARI);
    const desk = await enter(account, FIREFOX, '2001:4860:4860::8888');
    await server.app.db`update sessions set last_seen_at = now() - interval '2 hours', user_agent = ''
      where user_id = ${account.me.id} and user_agent not like 'Mozilla%'`;
    const shown = await listed(desk);
    expect(shown).toMatchObject([
      { device: 'Firefox on Windows', place: 'United States', network: '2001:4860:4860:0::/64', isCurrent: true },
      { device: 'Safari on iOS', place: 'United States', network: '8.8.8.8', isCurrent: false },
      { device: 'An unknown device', place: null, network: '127.0.0.1', isCurrent: false },
    ]);
    expect(Date.parse(shown[0].lastSeenOn)).toBeGreaterThanOrEqual(Date.parse(shown[0].createdOn));
    expect((await listed(phone))[0]).toMatchObject({ device: 'Safari on iOS', isCurrent: true });
  });

  it('are listed only for their own account, and only until they expire', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    await enter(account, FIREFOX);
    const [row] = await server.app.db`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${account.me.id} and user_agent = ${FIREFOX}
      returning id`;
    expect(await listed(account.client)).toHaveLength(1);
    expect(await listed(other.client)).toHaveLength(1);
    expect((await server.visitor().get('/api/sessions')).status).toBe(401);
    expect(row?.['id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('can be ended one by one, only by their own account', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    const phone = await enter(account, SAFARI);
    const [, session] = await listed(account.client);
    for (const id of [session.id, newId()])
      expect((await other.client.post(`/api/sessions/${id}/end`, { password })).status).toBe(404);
    expect(await isIn(phone)).toBe(true);
    expect(await account.client.post(`/api/sessions/${session.id}/end`, { password })).toMatchObject({
      status: 200,
      body: { id: session.id },
    });
    expect([await isIn(phone), await isIn(account.client), await isIn(other.client)]).toEqual([false, true, true]);
    expect((await account.client.post(`/api/sessions/${session.id}/end`, { password })).status).toBe(404);
  });

  it('can be ended together, except the current one', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()];
    const others = [await enter(account, SAFARI), await enter(account, FIREFOX)];
    expect((await account.client.post('/api/sessions/end', { password })).body).toEqual({ ended: 2 });
    for (const client of others) expect(await isIn(client)).toBe(false);
    expect([await isIn(account.client), await isIn(other.client)]).toEqual([true, true]);
  });
});

describe('a sign-in from a browser that is new to the account', () => {
  it('notifies the owner once; the browser of the sign-up and browsers that signed in before are known', async () => {
    const account = await server.signUp();
    expect(await told()).toEqual([]);
    const phone = await enter(account, SAFARI);
    expect(await told()).toEqual([
      { userId: account.me.id, userAgent: SAFARI, network: '8.8.8.8', at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    await phone.get('/auth/logout');
    await enter(account, SAFARI, '9.9.9.9', phone);
    await enter(account, '', '127.0.0.1', account.client);
    expect(await told()).toHaveLength(1);
  });

  it('sends no notification for a wrong password or the account’s first sign-in', async () => {
    const account = await server.signUp();
    await server.app.db`delete from known_devices where user_id = ${account.me.id}`;
    await server.visitor().post('/auth', { email: account.me.email, password: 'not the password' });
    await enter(account, SAFARI);
    expect(await told()).toEqual([]);
    expect(await server.app.db`select 1 from known_devices where user_id = ${account.me.id}`).toHaveLength(1);
  });

  it.each([
    ['confirmed', 5],
    ['not confirmed', 0],
  ])('is mailed at most five times a day, and only to a confirmed address (%s: %i mails)', async (_what, many) => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      const { me } = await mailing.signUp();
      const { db } = mailing.app;
      if (many > 0) await db`update users set email_verified_at = now() where id = ${me.id}`;
      const password = 'a long password';
      for (let time = 0; time < 12; time += 1)
        expect((await mailing.visitor().post('/auth', { email: me.email, password })).status).toBe(200);
      const jobs = await db<{ id: string; data: NewDevice }[]>`
        select id, data from pgboss.job where name = 'mail-new-device'`;
      for (const { id, data } of jobs) await mailNewDevice(mailing.app, data, id);
      expect(await db`select 1 from outbox where kind = 'new-device'`).toHaveLength(many);
      // The limit starts again the next day, and an account remembers a hundred browsers.
      await db`update known_devices set told_at = told_at - interval '1 day'`;
      await db`insert into known_devices (user_id, visitor_hash, last_seen_at)
        select ${me.id}, decode(lpad(n::text, 64, '0'), 'hex'), now() - interval '1 hour' from generate_series(1, 150) n`;
      await mailing.visitor().post('/auth', { email: me.email, password });
      expect(await db`select 1 from pgboss.job where name = 'mail-new-device'`).toHaveLength(6);
      expect(await db`select 1 from known_devices where user_id = ${me.id}`).toHaveLength(100);
    } finally {
      await mailing.close();
    }
  });

  it('notifies the owner after a year’s absence, too', async () => {
    const account = await server.signUp();
    await enter(account, SAFARI);
    await server.app.db`delete from pgboss.job where name = 'mail-new-device'`;
    await server.app.db`
      update known_devices set last_seen_at = now() - interval '2 years' where user_id = ${account.me.id}`;
    await pruneDevicesLoop.run(server.app);
    expect(await server.app.db`select 1 from known_devices where user_id = ${account.me.id}`).toHaveLength(1);
    await enter(account, FIREFOX);
    expect(await told()).toMatchObject([{ userId: account.me.id, userAgent: FIREFOX }]);
  });

  it('mails the device, the place and the time, once for each sign-in', async () => {
    const { me } = await server.signUp();
    const device = { userId: me.id, userAgent: FIREFOX, network: '8.8.8.8', at: '2026-11-22T12:30:00.000Z' };
    for (let time = 0; time < 2; time += 1) await mailNewDevice(server.app, device, 'this one');
    const mails = await server.app.db<{ to: string; subject: string; text: string; html: string }[]>`
      select "to", subject, text, html from outbox where kind = 'new-device' and "to" = ${me.email}`;
    expect(mails).toMatchObject([{ subject: 'A new sign-in to your Scoville account' }]);
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'On November 22, 2026 at 12:30 PM (UTC), somebody signed in to your account at Scoville from a new browser: Firefox on Windows, United States (8.8.8.8).',
    );
    expect(mails[0]?.html).toContain(`href="${server.app.env.PUBLIC_URL}/account/overview"`);
  });
});

it('describes any browser by its User-Agent', () => {
  for (const [said, name] of [
    [FIREFOX, 'Firefox on Windows'],
    [SAFARI, 'Safari on iOS'],
    ['', 'An unknown device'],
    ['curl/8.5.0', 'An unknown device'],
    ['<script>alert(1)</script>', 'An unknown device'],
    ['\u0000'.repeat(50), 'An unknown device'],
  ] as const)
    expect(describeDevice(said), said).toBe(name);
});

it('returns the country of an address, or null if there is none', async () => {
  expect(
    await Promise.all(
      ['8.8.8.8', '2001:4860:4860:0::/64', '127.0.0.1', '192.168.1.7', '::1', 'fd00:0:0:0::/64', 'unknown', ''].map(
        placeOf,
      ),
    ),
  ).toEqual(['United States', 'United States', null, null, null, null, null, null]);
});
