import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  askForEmail,
  confirmAt,
  newAddress,
  signUpVouched,
  tokensOf,
  undoAt,
} from '../testkit/email-changes.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';

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
    ['is given up', () => ida.client.delete('/api/email-change')],
    ['gives way to another one', () => askForEmail(ida, newAddress())],
    ['is taken back', () => undoAt(server, ida.me.email)],
    ['goes with its account', () => remove(ida)],
  ])('is taken back when its change %s, and not that of another account to the same address', async (_how, end) => {
    await askForEmail(ida, email);
    await askForEmail(other, email);
    expect((await end()).status).toBe(200);
    expect(await states()).toEqual(['cancelled', 'queued']);
    expect((await confirmAt(server, email)).body).toMatchObject({ email });
  });

  it('still goes to an address when an account that had it is deleted', async () => {
    const first = await server.signUp();
    await server.app.db`update users set email = ${newAddress()} where id = ${first.me.id}`;
    email = first.me.email;
    await askForEmail(ida, email);
    await server.app.db`update users set email = ${email} where id = ${first.me.id}`;
    expect((await remove(first)).status).toBe(200);
    expect(await states()).toEqual(['queued']);
    expect(await tokensOf(server, email, 'confirm-email')).toHaveLength(1);
  });
});
