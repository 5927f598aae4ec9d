import type { App } from '../app-context.ts';
import type { JobRun } from '../jobs/job.ts';
import { mailResetJob, mailVerificationJob } from './auth.jobs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { mailReset } from './mail-reset.ts';
import { mailVerification } from './mail-verification.ts';
import { newId } from '../ids.ts';

const MESSAGE = 'Confirm your email first: open the link that we sent you, or ask for another one in your account.';

let server: TestServer;
beforeAll(async () => {
  // Nothing is sent: this server has no worker.
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://music.example' });
});
beforeEach(async () => {
  await server.app.db`delete from outbox`;
  await server.app.db`delete from pgboss.job where name = 'mail-verification'`;
});
afterAll(() => server.close());

const jobs = async () =>
  (await server.app.db`select data from pgboss.job where name = 'mail-verification'`).map((row) => row['data']);
const mails = (kind: string) =>
  server.app.db<
    { to: string; text: string }[]
  >`select "to", text from outbox where kind = ${kind} order by created_at, id`;
const mailedToken = async ({ me }: Account): Promise<string> => {
  await mailVerification(server.app, me.id, newId());
  return (
    /https:\/\/music\.example\/verify\/([\w-]{43})/.exec((await mails('verification')).at(-1)?.text ?? '')?.[1] ?? ''
  );
};
const verify = (token: string) => server.visitor().post(`/auth/verify/${token}`);
const isVerified = async ({ client }: Account) => (await client.get('/api/users/me')).body.isVerified;
const publish = async ({ client, me }: Account, body: object = { published: true }) => {
  const id = await insertMedia(server.app.db, { musicianId: me.id, published: false });
  return client.put(`/api/media/${id}`, body);
};

describe('where mail is sent, an address', () => {
  it('is to be confirmed by whoever signed up with it, who gets a link at once', async () => {
    const account = await server.signUp();
    expect(account.me.isVerified).toBe(false);
    expect(await jobs()).toEqual([{ userId: account.me.id }]);
    const token = await mailedToken(account);
    expect((await mails('verification')).map(({ to }) => to)).toEqual([account.me.email]);
    expect(await verify(token)).toMatchObject({ status: 200, body: { message: 'Your email is confirmed.' } });
    expect(await isVerified(account)).toBe(true);
    // Once, and then there is nothing left to mail.
    expect((await verify(token)).status).toBe(404);
    expect(await mailedToken(account)).toBe(token);
    expect(await mails('verification')).toHaveLength(1);
  });

  it('unconfirmed lets look around and change what is one’s own, not publish', async () => {
    const account = await server.signUp();
    for (const body of [{ published: true }, { allowCuration: true }, { title: 'New', published: true }])
      expect(await publish(account, body)).toMatchObject({
        status: 403,
        body: { message: MESSAGE, errors: [{ field: 'isVerified', code: 'not_verified', message: MESSAGE }] },
      });
    expect((await publish(account, { title: 'Still mine' })).status).toBe(200);
    expect((await account.client.get('/api/users')).status).toBe(200);
    await verify(await mailedToken(account));
    expect((await publish(account)).status).toBe(200);
  });

  it('is confirmed by no other token, by none that is too old, and by none of another purpose', async () => {
    const account = await server.signUp();
    await mailReset(server.app, account.me.email, newId());
    const reset = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    const token = await mailedToken(account);
    for (const wrong of ['bad', 'A'.repeat(43), reset])
      expect(await verify(wrong)).toMatchObject({
        status: 404,
        body: { message: 'This link does not work: it was used already, or it is too old.' },
      });
    expect((await server.visitor().get(`/auth/reset/${token}`)).status).toBe(404);
    await server.app.db`update mailed_tokens set expires_at = now() where user_id = ${account.me.id}`;
    expect((await verify(token)).status).toBe(404);
    expect(await isVerified(account)).toBe(false);
  });

  it('is confirmed by a new password that was chosen by mail, too', async () => {
    const account = await server.signUp();
    await mailReset(server.app, account.me.email, newId());
    const token = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    expect((await server.visitor().post(`/auth/reset/${token}`, { password: 'another long password' })).status).toBe(
      200,
    );
    await account.client.post('/auth', { email: account.me.email, password: 'another long password' });
    expect(await isVerified(account)).toBe(true);
  });

  it('that changes is to be confirmed anew, and what was mailed to the one before opens nothing', async () => {
    const account = await server.signUp();
    await verify(await mailedToken(account));
    await mailReset(server.app, account.me.email, newId());
    const token = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    await server.app.db`update users set email = 'elsewhere@example.org' where id = ${account.me.id}`;
    expect(await isVerified(account)).toBe(false);
    expect((await server.visitor().get(`/auth/reset/${token}`)).status).toBe(404);
    await server.app.db`update users set email = 'Elsewhere@example.org' where id = ${account.me.id}`;
    await verify(await mailedToken(account));
    await server.app.db`update users set display_name = 'Elsewhere' where id = ${account.me.id}`;
    expect(await isVerified(account)).toBe(true);
  });

  it('is mailed one link by a job that runs twice, and so is a new password', async () => {
    const account = await server.signUp();
    const tokens = () => server.app.db`select purpose from mailed_tokens where user_id = ${account.me.id}`;
    const log = server.app.log;
    for (const [job, payload] of [
      [mailVerificationJob, { userId: account.me.id }],
      [mailResetJob, { email: account.me.email }],
    ] as const) {
      const handle = (await job.load()) as (app: App, payload: object, run: JobRun) => Promise<void>;
      const run = { id: newId(), signal: new AbortController().signal, isLast: false, log };
      await handle(server.app, payload, run);
      await handle(server.app, payload, run);
      await handle(server.app, payload, { ...run, id: newId() });
    }
    expect(await mails('verification')).toHaveLength(2);
    expect(await mails('reset')).toHaveLength(2);
    expect(await tokens()).toHaveLength(4);
  });

  it('gets another link when its owner asks, so many at a time', async () => {
    const account = await server.signUp();
    expect(await account.client.post('/auth/verify')).toMatchObject({
      status: 200,
      body: { message: 'A link is on its way to you.' },
    });
    expect((await jobs()).filter((data) => data.userId === account.me.id)).toHaveLength(2);
    for (let time = 0; time < 9; time += 1) await mailVerification(server.app, account.me.id, newId());
    expect(await mails('verification')).toHaveLength(5);
    expect((await server.visitor().post('/auth/verify')).status).toBe(401);
  });
});

it('where no mail is sent, nobody could confirm an address, and nobody need', async () => {
  const silent = await startTestServer();
  try {
    const { client, me } = await silent.signUp();
    expect(me.isVerified).toBe(true);
    const id = await insertMedia(silent.app.db, { musicianId: me.id, published: false });
    expect((await client.put(`/api/media/${id}`, { published: true })).status).toBe(200);
    expect(await silent.app.db`select 1 from pgboss.job where name = 'mail-verification'`).toHaveLength(0);
  } finally {
    await silent.close();
  }
});
