import type { JobRun } from '../../platform/jobs/job.ts';
import { mailVerificationJob } from './auth.jobs.ts';
import { mailResetJob } from '../../community/own-account/own-account.jobs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadHandler } from '../../testkit/load-handler.ts';
import { insertMedia } from '../../testkit/media.ts';
import { askForEmail } from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { transaction } from '../../platform/db/connection.ts';
import { changePassword } from '../../community/own-account/change-password.ts';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { mailVerification } from './mail-verification.ts';
import { newId } from '../../ids.ts';

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
    const confirmed = { status: 200, body: { message: 'Your email is confirmed.' } };
    expect(await account.client.post(`/auth/verify/${token}`)).toMatchObject(confirmed);
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
    const show = { name: 'Kettle Night', venue: 'Minglewood Hall', date: '2099-12-04', time: '20:00', isFree: true };
    expect(await account.client.post('/api/performances', show)).toMatchObject({
      status: 403,
      body: { message: MESSAGE },
    });
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

  it('that changes while a link for a new password is made for the one before has none mailed there', async () => {
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

  it('is told of a new password once it is confirmed, of a first one too', async () => {
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

  it('is no password of its owner, by a mailed link either', async () => {
    const account = await server.signUp({ firstName: 'Wilhelmina' });
    await mailReset(server.app, account.me.email, newId());
    const token = /\/reset\/([\w-]{43})/.exec((await mails('reset'))[0]?.text ?? '')?.[1] ?? '';
    expect(await server.visitor().post(`/auth/reset/${token}`, { password: 'wilhelmina' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', code: 'weak_password' }] },
    });
  });

  it('may not change while there is a second factor, which its reader could not give', async () => {
    const account = await server.signUp();
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${account.me.id}, 'x', now())`;
    const path = `/api/users/${account.me.id}`;
    const message = 'Remove your second factor first.';
    expect(await askForEmail(account, 'stranger@example.org')).toMatchObject({
      status: 409,
      body: { message, errors: [{ field: 'email', code: 'locked', message }] },
    });
    expect((await account.client.put(path, { email: account.me.email.toUpperCase() })).status).toBe(200);
    await server.app.db`delete from totp_secrets where user_id = ${account.me.id}`;
    expect((await askForEmail(account, 'stranger@example.org')).status).toBe(200);
  });

  it('is mailed one link by a job that runs twice, and so is a new password', async () => {
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

  it('that was confirmed elsewhere is confirmed again from the account, which shows that its holder reads mail there', async () => {
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
    // Where nobody is signed in it shows nothing, and stays good.
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
    // It has been confirmed since then.
    expect(await server.app.db`select email_verified_at as at from users where id = ${me.id}`).toEqual([row]);
    // There is nothing left to mail.
    await mailVerification(server.app, me.id, newId());
    expect(await mails('verification')).toHaveLength(2);
    // Another address shows nothing yet.
    await server.app.db`update users set email = ${`other-${me.email}`} where id = ${me.id}`;
    expect(await flags()).toEqual({ isVerified: false, isVouched: false });
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
    // Nothing is said to be on its way that is not.
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

it('an address is mailed five links in a day, whichever accounts have it: it can be signed up with, and is still confirmed', async () => {
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
      // What was ordered for it goes with the account.
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
    // Whose it is reads the mail of a new password, which confirms the address.
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
