import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { mailVerification } from '../../accounts/auth/mail-verification.ts';
import { newId } from '../ids.ts';
import { requestNewEmail, confirmAt } from '../../testkit/email-changes.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { type Account, startTestServer } from '../../testkit/server.ts';
import { sendMail } from './send-mail.ts';

const SECRET = /\/(reset|verify)\/[\w-]{43}/;
const PASSWORD = 'another long password';

let server: MailTestServer;
let admin: Account;
beforeAll(async () => {
  server = await startMailTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterEach(() => server.clearMail());
afterAll(() => server.close());

const outbox = async () => (await admin.client.get('/api/outbox')).body.mail;
const rows = () => server.app.db<{ id: string; state: string }[]>`select * from outbox`;
/** Mails both links of an account, which are valid until they are used. */
async function mailBoth({ me }: Account): Promise<void> {
  await mailReset(server.app, me.email, newId());
  await mailVerification(server.app, me.id, newId());
}

it('is hidden from administrators in queued, failed and sent mail, but sent to the receiver', async () => {
  const other = await server.signUp({ role: 'admin' });
  await mailBoth(other);
  const sees = async (state: string) => {
    const mail = await outbox();
    expect(mail).toMatchObject([{ state }, { state }]);
    expect(JSON.stringify(mail)).not.toMatch(SECRET);
    for (const { to, text, html } of mail) {
      expect(to).toBe(other.me.email);
      for (const part of [text, html])
        expect(part).toMatch(/scoville\.example\/(reset|verify)\/\[the secret part of this link\]/);
    }
  };
  await sees('queued');
  server.smtp.refusals.set(other.me.email, { code: 550, message: '5.1.1 No such user' });
  await sendMail(server.app);
  await sees('failed');

  // Mail that is sent again contains the secret.
  server.smtp.refusals.clear();
  for (const { id } of await outbox()) {
    const answer = await admin.client.post(`/api/outbox/${id}/retry`);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(SECRET);
  }
  await sendMail(server.app);
  await sees('sent');
  expect(JSON.stringify(await rows())).not.toMatch(SECRET);
  const links = server.smtp.received.map(({ mail }) => SECRET.exec(mail.text ?? '')?.[0] ?? '').toSorted();
  for (const { mail } of server.smtp.received) expect(mail.html).toMatch(SECRET);
  expect(links).toEqual([expect.stringMatching(/^\/reset/), expect.stringMatching(/^\/verify/)]);
  for (const link of links.toReversed())
    expect((await server.visitor().post(`/auth${link}`, { password: PASSWORD })).status, link).toBe(200);
});

it('is removed from every cancelled mail, for each way in which mail is cancelled', async () => {
  const { db } = server.app;
  const [one, changing, going] = [await server.signUp(), await server.signUp(), await server.signUp()];
  for (const account of [one, changing, going]) await mailBoth(account);
  const [first] = await outbox().then((mail) => mail.filter(({ to }: { to: string }) => to === one.me.email));
  await admin.client.post(`/api/outbox/${first.id}/cancel`);
  await db`delete from outbox where "to" = ${one.me.email} and id <> ${first.id}`;
  expect((await requestNewEmail(changing, 'changed@example.org')).status).toBe(200);
  await confirmAt(server, 'changed@example.org');
  await admin.client.delete(`/api/users/${going.me.id}`);
  const cancelled = await db`select * from outbox where kind in ('reset', 'verification')`;
  expect(cancelled.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'cancelled'));
  expect(JSON.stringify(cancelled)).not.toMatch(SECRET);
});

it('is shown to administrators if no mail is sent, because they pass it on', async () => {
  const silent = await startTestServer();
  try {
    const { client } = await silent.signUp({ role: 'admin' });
    const { me } = await silent.signUp();
    await mailReset(silent.app, me.email, newId());
    const [mail] = (await client.get('/api/outbox')).body.mail;
    expect(mail.text).toMatch(SECRET);
    expect(mail).not.toHaveProperty('secret');
  } finally {
    await silent.close();
  }
});
