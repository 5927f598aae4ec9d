import type { JobRun } from '../../platform/jobs/job.ts';
import { mailVerificationJob } from './auth.jobs.ts';
import { mailResetJob } from '../../community/own-account/own-account.jobs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadHandler } from '../../testkit/load-handler.ts';
import { insertMedia } from '../../testkit/media.ts';
import { requestNewEmail } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { transaction } from '../../platform/db/connection.ts';
import { changePassword } from '../../community/own-account/change-password.ts';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { mailVerification } from './mail-verification.ts';
import { newId } from '../../platform/ids.ts';

const MESSAGE = 'Confirm your email first: open the link that we sent you, or ask for another one in your account.';

let server: TestServer;
beforeAll(async () => {
  // This server has no worker, so no mail is sent.
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

describe('if mail is sent, an address', () => {
  it('is confirmed by the link that is mailed right after the sign-up', async () => {
    const account = await server.signUp();
    expect(account.me.isVerified).toBe(false);
    expect(await jobs()).toEqual([{ userId: account.me.id }]);
    const token = await mailedToken(account);
    expect((await mails('verification')).map(({ to }) => to)).toEqual([account.me.email]);
    const confirmed = { status: 200, body: { message: 'Your email is confirmed.' } };
    expect(await account.client.post(`/auth/verify/${token}`)).toMatchObject(confirmed);
    expect(await isVerified(account)).toBe(true);
    // The link works once, and a confirmed address gets no more mail.
    expect((await verify(token)).status).toBe(404);
    expect(await mailedToken(account)).toBe(token);
    expect(await mails('verification')).toHaveLength(1);
  });

  it('allows browsing and editing while it is unconfirmed, but not publishing', async () => {
    const account = await server.signUp();
    for (const body of [{ published: true }, { allowCuration: true }, { title: 'New', published: true }])
      expect(await publish(account, body)).toMatchObject({
        status: 403,
        body: { message: MESSAGE, errors: [{ field: 'isVerified', code: 'not_verified', message: MESSAGE }] },
      });
    expect((await publish(account, { title: 'Still mine' })).status).toBe(200);
    const show = { name: 'Kettle Night', venue: 'Minglewood Hall', date: '2099-12-04', time: '20:00', isFree: true };
    expect(await account.client.post('/api/performances', show)).toMatchObject({
      status: 403,
      body: { message: MESSAGE },
    });
    expect((await account.client.get('/api/users')).status).toBe(200);
    await verify(await mailedToken(account));
    expect((await publish(account)).status).toBe(200);
  });

  it('isn’t confirmed by an invalid token, an expired one or one for another purpose', async () => {
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
    await server.app
      .db`update mailed_tokens set expires_at = now() - interval '1 second' where user_id = ${account.me.id}`;
    expect((await verify(token)).status).toBe(404);
    expect(await isVerified(account)).toBe(false);
  });

  it('is confirmed by a password reset, too', async () => {
    const account = await server.signUp();
    await mailReset(server.app, account.me.email, newId());
    const token = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    expect((await server.visitor().post(`/auth/reset/${token}`, { password: 'another long password' })).status).toBe(
      200,
    );
    await account.client.post('/auth', { email: account.me.email, password: 'another long password' });
    expect(await isVerified(account)).toBe(true);
  });

  it('must be confirmed again after a change, and the links mailed to the former address stop working', async () => {
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

  it('gets no link for a new password if the account’s address changes while the link is made', async () => {
    const { app } = server;
    const account = await server.signUp();
    const { mailed } = await transaction(app.db, async (tx) => {
      await tx`update users set email = 'moved@example.org' where id = ${account.me.id}`;
      const mailing = mailReset(app, account.me.email, newId());
      await untilWaiting(app.db, 1);
      return { mailed: mailing };
    });
    await mailed;
    expect(await app.db`select 1 from mailed_tokens where user_id = ${account.me.id}`).toEqual([]);
    expect(await mails('reset')).toEqual([]);
  });

  it('is notified of a new password, including a first one, only once it is confirmed', async () => {
    const [account, social] = [await server.signUp(), await server.signUp()];
    const change = (of: Account) =>
      transaction(server.app.db, (tx) => changePassword(server.app, tx, of.me.id, 'argon2id$another'));
    await change(account);
    expect(await mails('password-changed')).toEqual([]);
    await server.app.db`
      update users set email_verified_at = now(), password_hash = null where id = ${social.me.id}`;
    await change(social);
    expect(await mails('password-changed')).toMatchObject([
      { to: social.me.email, text: expect.stringContaining('Your account now has a password') },
    ]);
  });

  it('gets a reset link that rejects the owner’s name as a password', async () => {
    const account = await server.signUp({ firstName: 'Wilhelmina' });
    await mailReset(server.app, account.me.email, newId());
    const token = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    expect(await server.visitor().post(`/auth/reset/${token}`, { password: 'wilhelmina' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', code: 'weak_password' }] },
    });
  });

  it('can’t change while there is a second factor, because the new address’s reader may not have it', async () => {
    const account = await server.signUp();
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${account.me.id}, 'x', now())`;
    const path = `/api/users/${account.me.id}`;
    const message = 'Remove your second factor first.';
    expect(await requestNewEmail(account, 'stranger@example.org')).toMatchObject({
      status: 409,
      body: { message, errors: [{ field: 'email', code: 'locked', message }] },
    });
    expect((await account.client.put(path, { email: account.me.email.toUpperCase() })).status).toBe(200);
    await server.app.db`delete from totp_secrets where user_id = ${account.me.id}`;
    expect((await requestNewEmail(account, 'stranger@example.org')).status).toBe(200);
  });

  it('gets one mail from a job that runs twice, for a confirmation and for a new password', async () => {
    const account = await server.signUp();
    const tokens = () => server.app.db`select purpose from mailed_tokens where user_id = ${account.me.id}`;
    const log = server.app.log;
    const [verify, reset] = [await loadHandler(mailVerificationJob), await loadHandler(mailResetJob)];
    for (const handle of [
      (run: JobRun) => verify(server.app, { userId: account.me.id }, run),
      (run: JobRun) => reset(server.app, { email: account.me.email }, run),
    ]) {
      const run = { id: newId(), signal: new AbortController().signal, isLast: false, log };
      await handle(run);
      await handle(run);
      await handle({ ...run, id: newId() });
    }
    expect(await mails('verification')).toHaveLength(2);
    expect(await mails('reset')).toHaveLength(2);
    expect(await tokens()).toHaveLength(4);
  });

  it('can be confirmed again while signed in, to prove that its reader is the account’s owner', async () => {
    const account = await server.signUp();
    const { client, me } = account;
    const flags = async () => {
      const { isVerified, isVouched } = (await client.get('/api/users/me')).body;
      return { isVerified, isVouched };
    };
    await verify(await mailedToken(account));
    const [row] = await server.app.db`select email_verified_at as at from users where id = ${me.id}`;
    expect(await flags()).toEqual({ isVerified: true, isVouched: false });
    const token = await mailedToken(account);
    expect((await mails('verification')).at(-1)?.text).toContain('If you did not ask for this');
    // Without a sign-in to the account, the link is rejected and stays valid.
    for (const elsewhere of [server.visitor(), (await server.signUp()).client])
      expect(await elsewhere.post(`/auth/verify/${token}`)).toMatchObject({
        status: 409,
        body: {
          message:
            'This link shows that the account is yours: open it in the browser in which you are signed in to that account.',
        },
      });
    expect(await flags()).toEqual({ isVerified: true, isVouched: false });
    expect((await client.post(`/auth/verify/${token}`)).status).toBe(200);
    expect(await flags()).toEqual({ isVerified: true, isVouched: true });
    // The time of the first confirmation is kept.
    expect(await server.app.db`select email_verified_at as at from users where id = ${me.id}`).toEqual([row]);
    // A confirmed address gets no more mail.
    await mailVerification(server.app, me.id, newId());
    expect(await mails('verification')).toHaveLength(2);
    // A new address isn't confirmed yet.
    await server.app.db`update users set email = ${`other-${me.email}`} where id = ${me.id}`;
    expect(await flags()).toEqual({ isVerified: false, isVouched: false });
  });

  it('gets another link when its owner requests one, up to five valid links', async () => {
    const account = await server.signUp();
    expect(await account.client.post('/auth/verify')).toMatchObject({
      status: 200,
      body: { message: 'A link is on its way to you.' },
    });
    expect((await jobs()).filter((data) => data.userId === account.me.id)).toHaveLength(2);
    for (let time = 0; time < 9; time += 1) await mailVerification(server.app, account.me.id, newId());
    expect(await mails('verification')).toHaveLength(5);
    // The response must not promise a mail that is not sent.
    expect(await account.client.post('/auth/verify')).toMatchObject({
      status: 429,
      body: {
        message:
          'We sent you five links in the last three days, and each of them still works. Check your spam folder, or ask for help.',
      },
    });
    expect((await server.visitor().post('/auth/verify')).status).toBe(401);
  });
});

it('mails an address at most five links a day across accounts, and still allows sign-ups and confirmation', async () => {
  const counting = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_FACTOR: '1' });
  const { db } = counting.app;
  const password = 'a long password';
  const signUp = async (email: string) => {
    const client = counting.visitor();
    const names = { firstName: 'Ann', lastName: 'Reed' };
    const twice = { email, emailConfirmation: email, password, passwordConfirmation: password };
    expect((await client.post('/api/users/', { ...names, ...twice })).status).toBe(200);
    return client;
  };
  const ordered = async () => (await db`select 1 from pgboss.job where name = 'mail-verification'`).length;
  try {
    const email = 'stranger@example.org';
    let links = 0;
    for (let time = 0; time < 7; time += 1) {
      const client = await signUp(time % 2 === 0 ? email : email.toUpperCase());
      links += await ordered();
      // Deleting the account deletes its queued job, too.
      expect((await client.post('/auth/delete', { email, password })).status).toBe(200);
    }
    expect(links).toBe(5);
    const client = await signUp(email);
    expect(await client.post('/auth/verify')).toMatchObject({
      status: 429,
      body: {
        message: 'Several links were requested for this address today. Check your spam folder, or try again tomorrow.',
      },
    });
    const { id } = (await client.get('/api/users/me')).body;
    await signUp('other@example.org');
    expect(await ordered()).toBe(1);
    // The owner of the address reads the mail for a new password, which confirms the address.
    await mailReset(counting.app, email, newId());
    const [mail] = await db<{ text: string }[]>`select text from outbox where kind = 'reset'`;
    const token = /\/reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const chosen = { password: 'another long password', passwordConfirmation: 'another long password' };
    expect((await counting.visitor().post(`/auth/reset/${token}`, chosen)).status).toBe(200);
    expect(await db`select 1 from users where id = ${id} and email_verified_at is not null`).toHaveLength(1);
    await db`update rate_limits set window_ends = now() - interval '1 second' where key like 'verification of %'`;
    const next = counting.visitor();
    expect((await next.post('/auth', { email, password: chosen.password })).status).toBe(200);
    expect((await next.post('/auth/verify')).status).toBe(200);
  } finally {
    await counting.close();
  }
});

it('counts every address as confirmed if no mail is sent', async () => {
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
