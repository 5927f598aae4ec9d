import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  requestNewEmail,
  confirmAt,
  newAddress,
  signInStatus,
  signUpVouched,
  tokensOf,
  undoAt,
} from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('an administrator’s change of a user’s address', () => {
  let server: TestServer;
  let admin: Account;
  let ida: Account;
  let email: string;
  beforeAll(async () => {
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
    admin = await signUpVouched(server, { role: 'admin' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ida = await signUpVouched(server);
    email = newAddress();
  });
  const reason = 'They lost their mailbox, and proved who they are by letter.';
  const change = (given: object = {}, who = ida) =>
    admin.client.put(`/api/users/${who.me.id}/email`, { email, reason, password: PASSWORD, ...given });

  it('is pending until its link is opened, and notifies the owner with the reason and an undo link', async () => {
    expect((await change()).body).toMatchObject({ email: ida.me.email, pendingEmail: { email } });
    const [mail] = await server.app.db`select text from outbox where "to" = ${ida.me.email}`;
    expect(mail?.['text']).toContain('An administrator entered a new email address');
    expect(mail?.['text']).toContain(reason);
    expect((await confirmAt(server, email)).status).toBe(200);
    expect([await signInStatus(server, email), await signInStatus(server, ida.me.email)]).toEqual([200, 401]);
    expect((await undoAt(server, ida.me.email)).body).toMatchObject({ email: ida.me.email });
    expect(await signInStatus(server, ida.me.email)).toBe(200);
  });

  it('has its own entry in the audit log, with the reason and without the addresses', async () => {
    await change();
    const { entries } = (await admin.client.get('/api/admin/audit?act=changed-email')).body;
    expect(entries[0]).toMatchObject({
      act: 'changed-email',
      subject: { kind: 'user', id: ida.me.id },
      details: { reason },
    });
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('requires a reason, another address, and the administrator’s password', async () => {
    for (const [given, field, message] of [
      [{ reason: ' ' }, 'reason', 'Reason is required.'],
      [{ email: 'x@' }, 'email', 'Please enter a valid email.'],
      [{ email: ida.me.email }, 'email', 'The account has this email already.'],
      [{ password: undefined }, 'password', 'Enter your password.'],
      [{ password: 'a guess' }, 'password', 'The password is wrong.'],
    ] as const)
      expect(await change(given)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
    expect(await change({ email: admin.me.email })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email' }] },
    });
    expect((await change({}, admin)).status).toBe(409);
    expect(
      (await ida.client.put(`/api/users/${admin.me.id}/email`, { email, reason, password: PASSWORD })).status,
    ).toBe(403);
    expect(await server.app.db`select 1 from email_changes where user_id = ${ida.me.id}`).toHaveLength(0);
  });

  it('can’t be made together with a change of the profile', async () => {
    const answer = await admin.client.put(`/api/users/${ida.me.id}`, { email, bio: 'Half of it.', password: PASSWORD });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } });
    expect((await ida.client.get('/api/users/me')).body).toMatchObject({
      email: ida.me.email,
      pendingEmail: null,
      bio: '',
    });
    const same = await admin.client.put(`/api/users/${ida.me.id}`, { email: ida.me.email, bio: 'As it was.' });
    expect(same).toMatchObject({ status: 200, body: { bio: 'As it was.' } });
  });

  it('is rejected for an account with a second factor', async () => {
    await server.app.db`
      insert into totp_secrets (user_id, sealed_secret, confirmed_at) values (${ida.me.id}, 'sealed', now())`;
    expect(await change()).toMatchObject({
      status: 409,
      body: {
        errors: [{ field: 'email', code: 'locked', message: 'This account has a second factor. Remove it first.' }],
      },
    });
  });

  it('gives the administrator no access: the outbox shows neither link, and a reset link is mailed to the owner', async () => {
    await change();
    const { text } = await admin.client.get('/api/outbox');
    for (const [address, link] of [
      [email, 'confirm-email'],
      [ida.me.email, 'undo-email'],
    ] as const) {
      const [token = 'none'] = await tokensOf(server, address, link);
      expect(token).toHaveLength(43);
      expect(text).not.toContain(token);
    }
    expect(await signInStatus(server, email)).toBe(401);
  });

  it('replaces the account’s own pending change', async () => {
    const own = newAddress();
    await requestNewEmail(ida, own);
    await change();
    expect((await confirmAt(server, own)).status).toBe(404);
    expect((await confirmAt(server, email)).status).toBe(200);
  });
});
