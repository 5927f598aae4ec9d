import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  PASSWORD,
  requestNewEmail,
  confirmAt,
  newAddress,
  signUpVouched,
  tokensOf,
  undoAt,
  moveTo,
  signInStatus,
} from '../../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { mailReset } from './mail-reset.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(() => server.close());

describe('the mail that confirms a new address', () => {
  let ida: Account;
  let other: Account;
  let email: string;
  beforeEach(async () => {
    [ida, other, email] = [await signUpVouched(server), await signUpVouched(server), newAddress()];
  });
  const remove = ({ client, me }: Account) => client.post('/auth/delete', { email: me.email, password: PASSWORD });
  const states = async () =>
    (
      await server.app.db<{ state: string }[]>`
        select state from outbox where "to" = ${email} and kind = 'address-confirmation' order by created_at, id`
    ).map(({ state }) => state);

  it.each([
    ['is cancelled', () => ida.client.delete('/api/email-change')],
    ['is replaced by another one', () => requestNewEmail(ida, newAddress())],
    ['is undone', () => undoAt(server, ida.me.email)],
    ['ends with its account', () => remove(ida)],
  ])('is cancelled when its change %s, unlike the mail of another account to the same address', async (_how, end) => {
    await requestNewEmail(ida, email);
    await requestNewEmail(other, email);
    expect((await end()).status).toBe(200);
    expect(await states()).toEqual(['cancelled', 'queued']);
    expect((await confirmAt(server, email)).body).toMatchObject({ email });
  });

  it('is still sent to an address after an account that had it is deleted', async () => {
    const first = await server.signUp();
    await server.app.db`update users set email = ${newAddress()} where id = ${first.me.id}`;
    email = first.me.email;
    await requestNewEmail(ida, email);
    await server.app.db`update users set email = ${email} where id = ${first.me.id}`;
    expect((await remove(first)).status).toBe(200);
    expect(await states()).toEqual(['queued']);
    expect(await tokensOf(server, email, 'confirm-email')).toHaveLength(1);
  });
});

describe('a former address that is kept for the undo of a change', () => {
  let ida: Account;
  beforeEach(async () => {
    ida = await signUpVouched(server);
  });
  const forgot = (email = ida.me.email) => mailReset(server.app, email, newId());
  const kept = () =>
    server.app.db`
      select "to", text, secret is not null as "hasSecret" from outbox
      where "to" = ${ida.me.email} and subject = 'No account at Scoville has this email address any more'`;

  it('gets the undo link and the date until which it is kept, instead of a link for a new password', async () => {
    await moveTo(server, ida, newAddress());
    await server.app.db`update email_changes set undo_until = '2099-03-04T05:06:07Z' where user_id = ${ida.me.id}`;
    await forgot(ida.me.email.toUpperCase());
    expect(await kept()).toMatchObject([{ hasSecret: true, text: expect.stringMatching(/March\s4,\s2099/) }]);
    expect(await tokensOf(server, ida.me.email, 'reset')).toEqual([]);
    expect((await undoAt(server, ida.me.email)).status).toBe(200);
    expect(await signInStatus(server, ida.me.email)).toBe(200);
    await forgot();
    expect(await tokensOf(server, ida.me.email, 'reset')).toHaveLength(1);
  });

  it('gets few of these mails, and none once its account is deleted or the address is free again', async () => {
    await moveTo(server, ida, newAddress());
    for (let index = 0; index < 8; index += 1) await forgot();
    // The change itself mailed two links.
    expect(await kept()).toHaveLength(3);
    await server.app.db`delete from outbox where "to" = ${ida.me.email}`;
    await server.app.db`delete from mailed_tokens where user_id = ${ida.me.id}`;
    await server.app.db`update email_changes set undo_until = now() - interval '1 second' where user_id = ${ida.me.id}`;
    await forgot();
    expect(await kept()).toEqual([]);
    await server.app.db`update email_changes set undo_until = now() + interval '1 day' where user_id = ${ida.me.id}`;
    await server.app.db`update users set deleted_at = now() where id = ${ida.me.id}`;
    await forgot();
    expect(await kept()).toEqual([]);
  });

  it('gets a link for a new password while the change is pending', async () => {
    const email = newAddress();
    await requestNewEmail(ida, email);
    await forgot(email);
    await forgot();
    expect(await kept()).toEqual([]);
    expect(await tokensOf(server, ida.me.email, 'reset')).toHaveLength(1);
    expect(await tokensOf(server, email, 'undo-email')).toEqual([]);
  });
});
