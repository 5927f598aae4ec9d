import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mailExport } from '../../review/data-export/mail-export.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { notify } from '../notifications/notify.ts';
import { confirmAt } from '../../testkit/email-changes.ts';
import { notifyAllFollowers } from '../../testkit/followers.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { insertMedia } from '../../testkit/media.ts';
import type { Account } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { mailReset } from './mail-reset.ts';

const PASSWORD = 'a long password';
const CHANGED = ['Your email address at Scoville is to be changed', 'Your email address at Scoville was changed'];

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer();
});
afterEach(() => server.clearMail());
afterAll(() => server.close());

const isDone = ({ status }: { status: number }) => expect(status).toBe(200);
const change = async ({ client, me }: Account, body: object) => isDone(await client.put(`/api/users/${me.id}`, body));
/** Changes the account's address and confirms the new one. */
const move = async (account: Account, email: string, password = PASSWORD) => {
  await change(account, { email, password });
  isDone(await confirmAt(server, email));
};
const confirm = ({ me }: Account) => server.app.db`update users set email_verified_at = now() where id = ${me.id}`;
/** An account with a confirmed address, whose mail about a verdict on its song is queued. */
async function judged(): Promise<Account> {
  const account = await server.signUp();
  await confirm(account);
  const curator = await server.signUp({ isCurator: true });
  const id = await insertMedia(server.app.db, { musicianId: account.me.id, title: 'Ash', allowCuration: true });
  const curationStats = { storytelling: 80, execution: 80, thumbnailArt: 80 };
  isDone(await curator.client.put(`/api/media/${id}`, { curationStats }));
  expect(await waitingFor(account.me.email)).toEqual(['verdict']);
  return account;
}
const waitingFor = async (email: string) =>
  (
    await server.app.db<{ kind: string }[]>`
      select kind from outbox where lower("to") = ${email} and state in ('queued', 'failed') order by kind`
  ).map(({ kind }) => kind);
/** The subjects of mail that these addresses receive once all queued mail is sent. */
async function received(...addresses: string[]): Promise<(string | undefined)[]> {
  await sendMail(server.app);
  return server.smtp.received
    .filter(({ to }) => addresses.includes(to.toLowerCase()))
    .map(({ mail }) => mail.subject)
    .toSorted();
}

it.each(['turns its mail off', 'is deleted', 'changes nothing else'])(
  'the former address of an account that then %s gets no mail that can be turned off',
  async (what) => {
    const account = await judged();
    const { email } = account.me;
    const next = `next-${email}`;
    await move(account, next);
    if (what === 'turns its mail off') await change(account, { emailSettings: { none: true } });
    if (what === 'is deleted') isDone(await account.client.post('/auth/delete/', { email: next, password: PASSWORD }));
    expect(await received(email)).toEqual(CHANGED);
    expect(await server.app.db`select state, error from outbox where kind = 'verdict'`).toEqual([
      { state: 'cancelled', error: 'The account has another address now.' },
    ]);
    // The mail isn't sent to the new address either.
    expect(await received(next)).toEqual([
      // A deletion cancels queued mail, not mail that was sent before.
      what === 'is deleted' ? 'Your Scoville account was deleted' : 'Confirm your new email for Scoville',
    ]);
  },
);

it('failed mail to the former address isn’t sent again, and mail queued for other accounts is', async () => {
  const [account, other] = [await judged(), await judged()];
  const admin = await server.signUp({ role: 'admin' });
  const [mail] = await server.app.db<{ id: string }[]>`
    update outbox set state = 'failed', "to" = upper("to") where "to" = ${account.me.email} returning id`;
  await move(account, `next-${account.me.email}`);
  expect((await admin.client.post(`/api/outbox/${mail?.id}/retry`)).status).toBe(409);
  expect(await waitingFor(other.me.email)).toEqual(['verdict']);
});

it('mail is still sent to an address of which only the case changed', async () => {
  const account = await judged();
  await change(account, { email: account.me.email.toUpperCase() });
  expect(await waitingFor(account.me.email)).toEqual(['verdict']);
});

it('mail with invalid links isn’t sent to the former address, but security mail and receipts are', async () => {
  const { db } = server.app;
  const account = await server.signUp();
  const { email } = account.me;
  await confirm(account);
  const password = 'another long password';
  isDone(await account.client.post('/auth/reset', { currentPassword: PASSWORD, password }));
  await mailReset(server.app, email, newId());
  for (const kind of ['verification', 'receipt', 'new-device'])
    await db`insert into outbox (id, "to", subject, text, html, kind, dedupe_key)
      values (${newId()}, ${email}, ${`A ${kind}`}, 'x', 'x', ${kind}, ${newId()})`;
  await move(account, `next-${email}`, password);
  expect(await received(email)).toEqual([
    'A new-device',
    'A receipt',
    ...CHANGED,
    'Your password for Scoville was changed',
  ]);
});

it('mail about a finished data export isn’t sent to a former address, but its notification stays in the product', async () => {
  const { db } = server.app;
  const account = await server.signUp();
  await confirm(account);
  const { id, email } = account.me;
  await transaction(db, (tx) =>
    mailExport(
      server.app,
      tx,
      { userId: id, email, name: 'Vera', isVerified: true },
      { exportId: newId(), bytes: 1_000_000 },
    ),
  );
  expect(await waitingFor(email)).toEqual(['data-export']);
  await move(account, `next-${email}`);
  expect(await received(email, `next-${email}`)).not.toContain('Your data at Scoville is ready');
  expect(await db`select kind from notifications where user_id = ${id}`).toEqual([{ kind: 'data-export' }]);
});

it('an account that entered a stranger’s address cancels no mail that is queued for the stranger', async () => {
  const star = await server.signUp();
  await confirm(star);
  await server.app.db`
    insert into follows (id, musician_id, email, type, confirmed_at)
    values (${newId()}, ${star.me.id}, 'guest@example.org', 'published', now())`;
  const { body } = await star.client.post('/api/posts', { text: 'On tour in May.' });
  await notifyAllFollowers(server.app, body.id, new AbortController().signal);
  const stranger = await server.signUp();
  await server.app.db`update users set email = 'guest@example.org' where id = ${stranger.me.id}`;
  await change(stranger, { emailSettings: { none: true } });
  isDone(await stranger.client.post('/api/users/unsubscribe', { email: 'guest@example.org' }));
  await move(stranger, 'own@example.org');
  expect(await received('guest@example.org')).toEqual([`News from ${star.me.displayName}`]);
});

it('mail that is written during a change of address isn’t sent to the former address', async () => {
  const { db } = server.app;
  const account = await server.signUp();
  await confirm(account);
  const { id, email } = account.me;
  const { writing } = await transaction(db, async (tx) => {
    await tx`update users set email = ${`next-${email}`} where id = ${id}`;
    const written = transaction(db, (other) =>
      notify(server.app, other, {
        userId: id,
        kind: 'spotlight',
        dedupeKey: 'spotlight:once',
        entry: { words: 'Shown to all' },
        mail: async () => ({ subject: 'Shown to all', template: () => createElement('p', null, 'Shown to all') }),
      }),
    );
    await untilWaiting(db, 1);
    return { writing: written };
  });
  await writing;
  expect(await received(email, `next-${email}`)).toEqual([]);
});
