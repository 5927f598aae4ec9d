import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  PASSWORD,
  requestNewEmail,
  confirmAt,
  moveTo,
  newAddress,
  signInStatus,
  signUpVouched,
  tokensOf,
  undoAt,
} from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { deleteOldChanges } from '../../accounts/users/email-changes.queries.ts';
import { mailReset } from './mail-reset.ts';

const UNKNOWN = 'This link does not work: it was used already, it is too old, or the change was cancelled.';

describe('a new address', () => {
  let server: TestServer;
  let ida: Account;
  let email: string;
  beforeAll(async () => {
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ida = await signUpVouched(server);
    email = newAddress();
  });
  const meOf = async ({ client }: Account) => (await client.get('/api/users/me')).body;
  const mailsTo = (address: string) =>
    server.app.db`select subject, text, kind from outbox where "to" = ${address} order by created_at, id`;
  const resetLinks = async (address: string) => {
    await mailReset(server.app, address, newId());
    return tokensOf(server, address, 'reset');
  };

  it('PE-05 is pending until the link in its mail is opened, and then signs in', async () => {
    const asked = await requestNewEmail(ida, email);
    expect(asked.body).toMatchObject({ email: ida.me.email, pendingEmail: { email }, newEmailWaits: true });
    const days = (Date.parse(asked.body.pendingEmail.expiresOn) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    expect([await signInStatus(server, email), await signInStatus(server, ida.me.email)]).toEqual([401, 200]);
    expect(await resetLinks(email)).toEqual([]);
    expect(await resetLinks(ida.me.email)).toHaveLength(1);

    expect(await confirmAt(server, email, ida.client)).toMatchObject({ status: 200, body: { email } });
    expect(await meOf(ida)).toMatchObject({ email, originalEmail: ida.me.email, pendingEmail: null });
    expect(await meOf(ida)).toMatchObject({ isVerified: true, isVouched: true });
    expect([await signInStatus(server, email), await signInStatus(server, ida.me.email)]).toEqual([200, 401]);
    expect(await confirmAt(server, email)).toMatchObject({ status: 404, body: { message: UNKNOWN } });
  });

  it('PE-05 is rejected without the password, if it is taken, and if it is invalid', async () => {
    const put = (body: object) => ida.client.put(`/api/users/${ida.me.id}`, body);
    const message = 'Enter your password.';
    const refused = { status: 400, body: { message, errors: [{ field: 'password', code: 'required', message }] } };
    expect(await put({ email })).toMatchObject(refused);
    expect(await put({ email, bio: 'Thief.' })).toMatchObject(refused);
    const other = await server.signUp();
    expect(await requestNewEmail(ida, other.me.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email', message: 'An existing user already has that email' }] },
    });
    expect((await requestNewEmail(ida, 'x@')).body.errors).toMatchObject([{ field: 'email' }]);
    expect(await meOf(ida)).toMatchObject({ email: ida.me.email, pendingEmail: null, bio: '' });
    expect(await put({ email: ida.me.email.toUpperCase(), bio: 'The same address.' })).toMatchObject({ status: 200 });
  });

  it('is stored immediately, without the password, if it differs only in case; it remains confirmed', async () => {
    const put = (spelt: string, account = ida) => account.client.put(`/api/users/${ida.me.id}`, { email: spelt });
    await requestNewEmail(ida, email);
    const spelt = ida.me.email.toUpperCase();
    const [reset] = await resetLinks(ida.me.email);
    const known = { isVerified: true, isVouched: true, pendingEmail: { email } };
    expect((await put(spelt)).body).toMatchObject({ ...known, email: spelt });
    expect((await server.visitor().get(`/auth/reset/${reset}`)).status).toBe(200);
    // The pending change is for another mailbox.
    expect((await confirmAt(server, email)).status).toBe(200);
    const admin = await signUpVouched(server, { role: 'admin' });
    expect((await put(email.toUpperCase(), admin)).body).toMatchObject({ errors: [{ field: 'email' }] });
    expect(await meOf(ida)).toMatchObject({ email });
  });

  it('notifies the former address when it is requested and when it is confirmed, each time with an undo link', async () => {
    await moveTo(server, ida, email);
    expect(await mailsTo(ida.me.email)).toMatchObject([
      { subject: 'Your email address at Scoville is to be changed', kind: 'address-change' },
      { subject: 'Your email address at Scoville was changed', kind: 'address-change' },
    ]);
    for (const { text } of await mailsTo(ida.me.email)) expect(text).toContain(email);
    expect(await tokensOf(server, ida.me.email, 'undo-email')).toHaveLength(2);
  });

  it('isn’t proved to belong to the account’s holder if its link is opened without a sign-in', async () => {
    await requestNewEmail(ida, email);
    expect((await confirmAt(server, email)).status).toBe(200);
    expect(await meOf(ida)).toMatchObject({ email, isVerified: true, isVouched: false });
  });

  it('replaces a pending address', async () => {
    const second = newAddress();
    await requestNewEmail(ida, email);
    expect((await requestNewEmail(ida, second)).body.pendingEmail).toMatchObject({ email: second });
    expect((await confirmAt(server, email)).status).toBe(404);
    expect((await confirmAt(server, second)).status).toBe(200);
    expect(await meOf(ida)).toMatchObject({ email: second, pendingEmail: null });
  });

  it('can be cancelled by the account, which invalidates its link', async () => {
    await requestNewEmail(ida, email);
    expect((await ida.client.delete('/api/email-change')).body).toMatchObject({ pendingEmail: null });
    expect((await confirmAt(server, email)).status).toBe(404);
    expect(await ida.client.delete('/api/email-change')).toMatchObject({
      status: 409,
      body: { message: 'No new email is waiting to be confirmed.' },
    });
  });

  it('expires after three days', async () => {
    const { db } = server.app;
    await requestNewEmail(ida, email);
    await db`update email_changes set expires_at = now() - interval '1 second' where user_id = ${ida.me.id}`;
    expect(await meOf(ida)).toMatchObject({ pendingEmail: null });
    expect((await confirmAt(server, email)).status).toBe(404);
    // The undo link was mailed already, and works until its date.
    await deleteOldChanges(db);
    expect((await undoAt(server, ida.me.email)).status).toBe(200);
    await requestNewEmail(await signUpVouched(server), newAddress());
    await db`update email_changes set expires_at = now() - interval '1 second', undo_until = now() - interval '1 second'`;
    await deleteOldChanges(db);
    expect(await db`select 1 from email_changes`).toHaveLength(0);
    expect(await db`select 1 from mailed_tokens where change_id is not null`).toHaveLength(0);
  });

  it('is rejected on confirmation if another account has it by then', async () => {
    await requestNewEmail(ida, email);
    const faster = await signUpVouched(server);
    await moveTo(server, faster, email);
    expect(await confirmAt(server, email)).toMatchObject({ status: 404 });
    const [first = ''] = await tokensOf(server, email, 'confirm-email');
    expect(await server.visitor().post(`/api/email-change/confirm/${first}`)).toMatchObject({
      status: 409,
      body: { message: 'An existing user already has that email. Choose another one.', errors: [{ field: 'email' }] },
    });
    expect(await meOf(ida)).toMatchObject({ email: ida.me.email, pendingEmail: null });
  });

  it('corrects a mistyped, unconfirmed address from the sign-up, without mail to the mistyped address', async () => {
    const newcomer = await server.signUp();
    expect((await requestNewEmail(newcomer, email)).body.pendingEmail).toMatchObject({ email });
    expect((await confirmAt(server, email, newcomer.client)).status).toBe(200);
    expect(await meOf(newcomer)).toMatchObject({ email, isVerified: true, isVouched: true });
    expect(
      await server.app.db`
      select 1 from outbox where "to" = ${newcomer.me.email} and kind = 'address-change'`,
    ).toHaveLength(0);
    // The reader of that address may sign up.
    expect(
      (await server.visitor().post('/api/checkUnique', { field: 'email', value: newcomer.me.email })).body,
    ).toEqual({
      isUnique: true,
    });
  });

  it('is rejected while there is a second factor, even one set up after the request', async () => {
    await requestNewEmail(ida, email);
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${ida.me.id}, 'sealed', now())`;
    expect(await requestNewEmail(ida, newAddress())).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email', code: 'locked', message: 'Remove your second factor first.' }] },
    });
    expect((await confirmAt(server, email, ida.client)).status).toBe(409);
    expect(await meOf(ida)).toMatchObject({ email: ida.me.email });
  });

  it('is cancelled by a new password, with a mailed link or the current password', async () => {
    const [token] = await resetLinks(ida.me.email);
    await requestNewEmail(ida, email);
    await server.visitor().post(`/auth/reset/${token}`, { password: 'the owner chose this 1' });
    expect((await confirmAt(server, email)).status).toBe(404);

    const other = await signUpVouched(server);
    const next = newAddress();
    await requestNewEmail(other, next);
    await other.client.post('/auth/reset', { currentPassword: PASSWORD, password: 'the owner chose this 1' });
    expect((await confirmAt(server, next)).status).toBe(404);
  });

  it('invalidates the links for a new password that were mailed to the former address', async () => {
    const [token] = await resetLinks(ida.me.email);
    await moveTo(server, ida, email);
    expect((await server.visitor().post(`/auth/reset/${token}`, { password: 'the thief chose this 1' })).status).toBe(
      404,
    );
  });

  it('is deleted with its account, and so are its links', async () => {
    await requestNewEmail(ida, email);
    await ida.client.post('/auth/delete', { email: ida.me.email, password: PASSWORD });
    expect((await confirmAt(server, email)).status).toBe(404);
    expect((await undoAt(server, ida.me.email)).status).toBe(404);
    expect(await server.app.db`select 1 from email_changes where user_id = ${ida.me.id}`).toHaveLength(0);
  });

  it('takes effect immediately if no mail is sent, and only the address of the sign-up is notified', async () => {
    const silent = await startTestServer();
    try {
      const account = await silent.signUp();
      const [first, second] = [newAddress(), newAddress()];
      expect((await requestNewEmail(account, first)).body).toMatchObject({ email: first, pendingEmail: null });
      expect([await signInStatus(silent, first), await signInStatus(silent, account.me.email)]).toEqual([200, 401]);
      await requestNewEmail(account, second);
      const told = await silent.app.db`select "to" from outbox where kind = 'address-change'`;
      expect(told).toMatchObject([{ to: account.me.email }]);
      expect((await undoAt(silent, account.me.email)).body).toMatchObject({ email: account.me.email });
      expect(await signInStatus(silent, account.me.email)).toBe(200);
    } finally {
      await silent.close();
    }
  });

  describe('that the owner didn’t request', () => {
    it('can be taken back before it is confirmed, which ends every session and requires a new password', async () => {
      await requestNewEmail(ida, email);
      const undone = await undoAt(server, ida.me.email);
      expect(undone.body).toMatchObject({ email: ida.me.email, message: expect.stringContaining('new password') });
      expect((await ida.client.get('/api/users/me')).status).toBe(401);
      expect((await confirmAt(server, email)).status).toBe(404);
      const password = 'the owner chose this 1';
      expect((await server.visitor().post(`/auth/reset/${undone.body.resetToken}`, { password })).status).toBe(200);
      expect(await signInStatus(server, ida.me.email, password)).toBe(200);
      expect((await undoAt(server, ida.me.email)).status).toBe(404);
    });

    it('can be taken back after it was confirmed, with the first mail or the second', async () => {
      for (const mail of [0, 1]) {
        const account = await signUpVouched(server);
        const next = newAddress();
        await moveTo(server, account, next);
        const stolen = await resetLinks(next);
        const token = (await tokensOf(server, account.me.email, 'undo-email'))[mail];
        expect((await server.visitor().post(`/api/email-change/undo/${token}`)).body).toMatchObject({
          email: account.me.email,
        });
        expect([await signInStatus(server, account.me.email), await signInStatus(server, next)]).toEqual([200, 401]);
        expect((await account.client.get('/api/users/me')).status).toBe(401);
        expect(
          (await server.visitor().post(`/auth/reset/${stolen[0]}`, { password: 'the thief chose this 1' })).status,
        ).toBe(404);
        const [row] = await server.app.db`select email_verified_at, vouched_at from users where id = ${account.me.id}`;
        expect([row?.['email_verified_at'], row?.['vouched_at']]).toEqual([expect.any(Date), expect.any(Date)]);
        expect((await mailsTo(next)).at(-1)?.['subject']).toBe(
          'The change of your email address at Scoville was taken back',
        );
      }
    });

    it('is taken back together with all later changes, whose undo links stop working', async () => {
      const [first, second] = [newAddress(), newAddress()];
      await moveTo(server, ida, first);
      await moveTo(server, ida, second);
      expect((await undoAt(server, ida.me.email)).status).toBe(200);
      expect((await undoAt(server, first)).status).toBe(404);
      expect(await signInStatus(server, ida.me.email)).toBe(200);
    });

    it('is taken back together with identities linked since then or in the week before, which the response mentions', async () => {
      const { db } = server.app;
      await db`insert into identities (issuer, subject, user_id, linked_at)
        values ('https://earlier.example', ${newId()}, ${ida.me.id}, now() - interval '7 days 1 minute'),
          ('https://before.example', ${newId()}, ${ida.me.id}, now() - interval '6 days 23 hours')`;
      await moveTo(server, ida, email);
      await db`insert into identities (issuer, subject, user_id) values ('https://since.example', ${newId()}, ${ida.me.id})`;
      const words = 'unlinks the accounts elsewhere';
      for (const { text } of await mailsTo(ida.me.email)) expect(text?.replaceAll(/\s+/g, ' ')).toContain(words);
      expect((await undoAt(server, ida.me.email)).body).toMatchObject({ unlinked: true });
      expect(await db`select issuer from identities where user_id = ${ida.me.id}`).toMatchObject([
        { issuer: 'https://earlier.example' },
      ]);
      const other = await signUpVouched(server);
      await requestNewEmail(other, newAddress());
      expect((await undoAt(server, other.me.email)).body).toMatchObject({ unlinked: false });
    });

    it('keeps a second factor when it is taken back, because mail alone never removes one', async () => {
      await moveTo(server, ida, email);
      await server.app.db`
        insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${ida.me.id}, 'sealed', now())`;
      expect((await undoAt(server, ida.me.email)).status).toBe(200);
      expect(await server.app.db`select 1 from totp_secrets where user_id = ${ida.me.id}`).toHaveLength(1);
    });

    it('can be taken back for seven days after it was confirmed, while the former address is reserved', async () => {
      const { db } = server.app;
      const former = ida.me.email;
      await requestNewEmail(ida, email);
      // The confirmation extends the link of the first mail, too.
      await db`update mailed_tokens set expires_at = now() + interval '1 hour' where purpose = 'undo-email'`;
      expect((await confirmAt(server, email)).status).toBe(200);
      const links = await db`
        select round(extract(epoch from expires_at - now()) / 86400)::int as days from mailed_tokens
        where user_id = ${ida.me.id} and purpose = 'undo-email'`;
      expect(links).toEqual([{ days: 7 }, { days: 7 }]);
      const signUp = () =>
        server.visitor().post('/api/users/', {
          firstName: 'The',
          lastName: 'Thief',
          email: former,
          emailConfirmation: former,
          password: PASSWORD,
          passwordConfirmation: PASSWORD,
        });
      expect(await signUp()).toMatchObject({ status: 409, body: { errors: [{ field: 'email', code: 'taken' }] } });
      expect((await requestNewEmail(await signUpVouched(server), former)).status).toBe(409);
      const unique = async () =>
        (await server.visitor().post('/api/checkUnique', { field: 'email', value: former })).body;
      expect(await unique()).toEqual({ isUnique: false });
      const [row] = await db`
        select round(extract(epoch from undo_until - now()) / 86400)::int as days from email_changes where user_id = ${ida.me.id}`;
      expect(row?.['days']).toBe(7);
      await db`update email_changes set undo_until = now() - interval '1 second' where user_id = ${ida.me.id}`;
      await db`update mailed_tokens set expires_at = now() - interval '1 second' where user_id = ${ida.me.id}`;
      expect((await undoAt(server, former)).status).toBe(404);
      expect(await unique()).toEqual({ isUnique: true });
      expect((await signUp()).status).toBe(200);
    });
  });
});
