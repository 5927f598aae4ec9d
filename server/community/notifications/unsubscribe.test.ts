import { NO_EMAIL } from '@scoville/contract/community/notifications/change-email-settings.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { mailReset } from '../own-account/mail-reset.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { insertMedia } from '../../testkit/media.ts';
import type { Account } from '../../testkit/server.ts';
import { type Received, headerOf } from '../../testkit/smtp.ts';
import { mailUnsubscribeLink } from './unsubscribe.ts';

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer();
});
afterEach(() => server.clearMail());
afterAll(() => server.close());

const settings = async ({ client }: Account) => (await client.get('/api/users/me')).body.emailSettings;
const ON = { none: false, curation: true };
const DAMAGED = 'This link is damaged. Open it again from the mail.';

/** Has a curator judge the account's song. The mail waits in the outbox, because the address is confirmed. */
async function judged({ me }: Account): Promise<void> {
  await server.app.db`update users set email_verified_at = now() where id = ${me.id}`;
  const curator = await server.signUp({ isCurator: true });
  const id = await insertMedia(server.app.db, { musicianId: me.id, allowCuration: true });
  const curationStats = { storytelling: 80, execution: 80, thumbnailArt: 80 };
  expect((await curator.client.put(`/api/media/${id}`, { curationStats })).status).toBe(200);
}

/** The mail about the verdict, as received. */
async function verdictFor(account: Account): Promise<Received> {
  await judged(account);
  await sendMail(server.app);
  const mail = server.smtp.received.find(({ to }) => to === account.me.email);
  if (mail === undefined) throw new Error('no mail arrived');
  return mail;
}

/** The URL in a mail's List-Unsubscribe header. */
const linkOf = (mail: Received): URL => new URL(/^<(.+)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? '');
const partsOf = ({ searchParams }: URL) => Object.fromEntries(searchParams) as { email: string; token: string };

describe('mail that a setting allows', () => {
  it('explains how to stop it, in both of its parts and in a header for mail programs', async () => {
    const account = await server.signUp();
    const mail = await verdictFor(account);
    const link = linkOf(mail);
    expect(link.origin + link.pathname).toBe('https://scoville.example/account/unsubscribe');
    expect(partsOf(link)).toEqual({ email: account.me.email, token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.mail.html).toContain(`href="${link.href.replace('&', '&amp;')}"`);
    expect(mail.mail.text).toContain(link.href);
    expect(mail.mail.text).toContain('because Curation is on in your notifications.');
    expect(mail.mail.text).toContain('https://scoville.example/account/notifications');
  });

  it('has no such link if it is about the account itself', async () => {
    const account = await server.signUp();
    await mailReset(server.app, account.me.email, newId());
    await sendMail(server.app);
    const mail = server.smtp.received.find(({ mail: { subject } }) => subject === 'A new password for Scoville');
    expect(mail && headerOf(mail, 'List-Unsubscribe')).toBeNull();
    expect(mail?.mail.text).not.toMatch(/unsubscribe/i);
  });
});

describe('unsubscribing', () => {
  it('API-12 through the signed link turns all email settings off and sets `none`', async () => {
    const account = await server.signUp();
    const { email, token } = partsOf(linkOf(await verdictFor(account)));
    const answer = await server.visitor().post('/api/users/unsubscribe', { email, token });
    expect(answer).toMatchObject({ status: 200, body: { message: 'You are unsubscribed.', confirmed: true } });
    expect(await settings(account)).toEqual(NO_EMAIL);
    // Repeating does no harm, and the link still works after the settings are turned on again.
    expect((await server.visitor().post('/api/users/unsubscribe', { email, token })).status).toBe(200);
  });

  it('is rejected with a link that is damaged or belongs to another address', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const { token } = partsOf(linkOf(await verdictFor(one)));
    for (const wrong of [token, `${token}A`, token.slice(1), '', 'ä'.repeat(20)]) {
      const answer = await server
        .visitor()
        .post('/api/users/unsubscribe', { email: wrong === token ? other.me.email : one.me.email, token: wrong });
      expect(answer, wrong).toMatchObject({ status: 400, body: { message: DAMAGED } });
    }
    expect(await settings(one)).toMatchObject(ON);
    expect(await settings(other)).toMatchObject(ON);
  });

  it('requires confirmation by mail without a link; the response doesn’t reveal if an account exists', async () => {
    const account = await server.signUp();
    const stranger = await server.signUp();
    const answers = [];
    for (const client of [server.visitor(), stranger.client])
      for (const email of [account.me.email, 'nobody@example.org'])
        answers.push(await client.post('/api/users/unsubscribe', { email }));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { message: 'If this address gets mail from us, a link to confirm it is on its way.', confirmed: false },
    });
    expect(await settings(account)).toMatchObject(ON);
    const jobs = await server.app.db<{ data: { email: string } }[]>`
      select data from pgboss.job where name = 'mail-unsubscribe-link'`;
    expect(jobs.map(({ data }) => data.email).toSorted()).toEqual(
      [account.me.email, account.me.email, 'nobody@example.org', 'nobody@example.org'].toSorted(),
    );

    // The link is requested several times, but mailed once.
    for (const { data } of jobs) await mailUnsubscribeLink(server.app, data.email);
    await sendMail(server.app);
    expect(server.smtp.received.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [account.me.email, 'Unsubscribe from Scoville'],
    ]);
    const link =
      /https:\/\/scoville\.example\/account\/unsubscribe\S+/.exec(server.smtp.received[0]?.mail.text ?? '')?.[0] ?? '';
    await server.visitor().post('/api/users/unsubscribe', partsOf(new URL(link)));
    expect(await settings(account)).toEqual(NO_EMAIL);
    // There is no more mail to stop.
    await server.app.db`delete from outbox`;
    await mailUnsubscribeLink(server.app, account.me.email);
    expect(await server.app.db`select 1 from outbox`).toEqual([]);
  });

  it('mails a guest with a confirmed subscription the link once a day, and the link cancels all their subscriptions', async () => {
    const { db } = server.app;
    const stars = [await server.signUp(), await server.signUp()];
    const follow = (email: string, { me }: Account, confirmed: boolean) => db`
      insert into follows (id, musician_id, email, type, confirmed_at)
      values (${newId()}, ${me.id}, ${email}, 'published', ${confirmed ? new Date() : null})`;
    for (const star of stars) await follow('Guest@example.org', star, star === stars[0]);
    await follow('other@example.org', stars[0]!, true);
    await follow('waiting@example.org', stars[0]!, false);
    const follows = async () =>
      (await db<{ email: string }[]>`select email from follows order by 1`).map((row) => row.email);
    for (const email of ['guest@example.org', 'GUEST@example.org', 'waiting@example.org'])
      await mailUnsubscribeLink(server.app, email);
    await sendMail(server.app);
    expect(server.smtp.received.map(({ to }) => to)).toEqual(['Guest@example.org']);
    const text = server.smtp.received[0]?.mail.text ?? '';
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Hello, Somebody asked Scoville to stop emailing you.');
    const link = new URL(/https:\/\/scoville\.example\/account\/unsubscribe\S+/.exec(text)?.[0] ?? '');

    // An account with this unconfirmed address can stop only its own mail.
    const stranger = await server.signUp();
    await server.app.db`update users set email = 'guest@example.org' where id = ${stranger.me.id}`;
    const email = 'guest@example.org';
    expect((await stranger.client.post('/api/users/unsubscribe', { email })).body.confirmed).toBe(true);
    expect(await follows()).toHaveLength(4);
    // The link for the guest is still mailed, although the account has turned all mail off.
    await db`delete from outbox`;
    await mailUnsubscribeLink(server.app, email);
    expect(await db`select 1 from outbox`).toHaveLength(1);

    const answer = await server.visitor().post('/api/users/unsubscribe', partsOf(link));
    expect(answer.body).toEqual({ message: 'You are unsubscribed.', confirmed: true });
    expect(await follows()).toEqual(['other@example.org', 'waiting@example.org']);
    await db`delete from outbox`;
    await mailUnsubscribeLink(server.app, email);
    expect(await db`select 1 from outbox`).toEqual([]);
    await db`delete from follows`;
  });

  it('mails the link to at most three accounts of one mailbox per day', async () => {
    const counting = await startMailTestServer({ RATE_LIMIT_FACTOR: '1' });
    const { db } = counting.app;
    try {
      for (let n = 0; n < 5; n += 1) {
        const { me } = await counting.signUp();
        const email = `stranger+${n}@example.org`;
        await db`update users set email = ${email} where id = ${me.id}`;
        for (const _ of [1, 2]) await mailUnsubscribeLink(counting.app, email);
      }
      expect(await db`select 1 from outbox where kind = 'unsubscribe'`).toHaveLength(3);
    } finally {
      await counting.close();
    }
  });

  it('needs no link for a signed-in account’s own address', async () => {
    const account = await server.signUp();
    const answer = await account.client.post('/api/users/unsubscribe', { email: account.me.email.toUpperCase() });
    expect(answer.body).toEqual({ message: 'You are unsubscribed.', confirmed: true });
    expect(await settings(account)).toEqual(NO_EMAIL);
  });

  it('cancels queued mail, only of the kinds that were turned off', async () => {
    const account = await server.signUp();
    await judged(account);
    await account.client.put(`/api/users/${account.me.id}`, { emailSettings: { newsletter: false } });
    const state = () => server.app.db`select state, error from outbox where kind = 'verdict'`;
    expect(await state()).toEqual([{ state: 'queued', error: null }]);
    await account.client.put(`/api/users/${account.me.id}`, { emailSettings: { curation: false } });
    expect(await state()).toEqual([{ state: 'cancelled', error: 'Its receiver does not want it any more.' }]);
    await sendMail(server.app);
    expect(server.smtp.received.filter(({ to }) => to === account.me.email)).toEqual([]);
  });

  it('cancels failed mail, so that it isn’t sent again', async () => {
    const account = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    await judged(account);
    const [mail] = await server.app.db<{ id: string }[]>`
      update outbox set state = 'failed' where kind = 'verdict' and "to" = ${account.me.email} returning id`;
    await account.client.put(`/api/users/${account.me.id}`, { emailSettings: { curation: false } });
    expect((await admin.client.post(`/api/outbox/${mail?.id}/retry`)).status).toBe(409);
    await sendMail(server.app);
    expect(server.smtp.received.filter(({ to }) => to === account.me.email)).toEqual([]);
  });
});

describe('one click in the mail program', () => {
  const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': '' };
  const click = (link: URL, headers: Record<string, string> = ONE_CLICK, payload = 'List-Unsubscribe=One-Click') =>
    server.visitor().send({ method: 'POST', url: link.pathname + link.search, headers, payload });

  it('unsubscribes with either encoding of the form, without cookies', async () => {
    const form = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    for (const [headers, payload] of [
      [ONE_CLICK, 'List-Unsubscribe=One-Click'],
      [{ ...ONE_CLICK, 'content-type': 'multipart/form-data; boundary=b' }, form],
    ] as const) {
      const account = await server.signUp();
      const link = linkOf(await verdictFor(account));
      expect(await click(link, headers, payload)).toMatchObject({
        status: 200,
        body: { message: 'You are unsubscribed.' },
      });
      expect(await settings(account)).toEqual(NO_EMAIL);
    }
  });

  it('rejects a changed link, and unsubscribes no account when the link is only opened', async () => {
    const account = await server.signUp();
    const link = linkOf(await verdictFor(account));
    const changed = new URL(link);
    changed.searchParams.set('token', `${link.searchParams.get('token')?.slice(1)}A`);
    const bare = new URL(link.origin + link.pathname);
    const twice = new URL(`${link.href}&token=x`);
    for (const one of [changed, bare, twice])
      expect(await click(one)).toMatchObject({ status: 400, body: { message: DAMAGED } });
    await server.visitor().get(link.pathname + link.search);
    expect(await settings(account)).toMatchObject(ON);
    expect((await click(link, ONE_CLICK, 'x'.repeat(5000))).status).toBe(413);
  });
});
