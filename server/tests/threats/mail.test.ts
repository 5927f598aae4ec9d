import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { mailVerification } from '../../accounts/auth/mail-verification.ts';
import { transaction } from '../../platform/db/connection.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { type Letter, writeMail } from '../../platform/mail/write-mail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { verificationMail } from '../../accounts/auth/verification.template.ts';
import { requestNewEmail, confirmAt } from '../../testkit/email-changes.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { headerOf } from '../../testkit/smtp.ts';
import { newId } from '../../platform/ids.ts';

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer();
});
afterEach(() => server.clearMail());
afterAll(() => server.close());

const write = (more: Partial<Letter> = {}) =>
  transaction(server.app.db, (tx) =>
    writeMail(tx, {
      to: 'somebody@example.org',
      subject: 'A subject',
      kind: 'verification',
      dedupeKey: 'one cause',
      template: verificationMail({ product: 'Scoville', name: 'Juno', url: 'https://scoville.example/verify/x' }),
      ...more,
    }),
  );

describe('a duplicate mail', () => {
  it('is not written twice for one cause, and not sent by several senders', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write()));
    await Promise.all(Array.from({ length: 4 }, () => sendMail(server.app)));
    await write();
    await sendMail(server.app);
    expect(server.smtp.received).toHaveLength(1);
  });

  it('has the same Message-ID when another sender repeats it because the first sender died', async () => {
    await write();
    await sendMail(server.app);
    // The sender died before it recorded the delivery, so another one takes the mail two minutes later.
    await server.app.db`update outbox set state = 'queued', next_try_at = now() - interval '1 second'`;
    await sendMail(server.app);
    const ids = server.smtp.received.map((one) => headerOf(one, 'Message-ID'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@scoville\.example>$/);
  });

  it('is not sent while another sender holds the mail', async () => {
    await write();
    const { claimMail } = await import('../../platform/mail/outbox.queries.ts');
    expect(await claimMail(server.app.db)).not.toBeNull();
    await sendMail(server.app);
    expect(server.smtp.received).toEqual([]);
  });
});

describe('a header', () => {
  const KNOWN = ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type', 'auto-submitted'];

  it('can’t be injected by user input: subject, name, or the address for replies', async () => {
    const hostile = 'x\r\nBcc: evil@example.org\r\n\r\n<b>body</b>\nX-Evil: y\u2028Cc: z';
    await write({ subject: hostile, dedupeKey: 'a' });
    await write({ replyTo: 'a@example.org, evil@example.org\r\nBcc: evil@example.org', dedupeKey: 'b' });
    await sendMail(server.app);
    expect(server.smtp.received.map(({ to }) => to)).toEqual(['somebody@example.org', 'somebody@example.org']);
    for (const { mail } of server.smtp.received)
      expect(mail.headers.map(({ key }) => key).filter((key) => !KNOWN.includes(key) && key !== 'reply-to')).toEqual(
        [],
      );
    expect(server.smtp.received[0]?.mail.subject).toBe('x Bcc: evil@example.org <b>body</b> X-Evil: y Cc: z');
    expect(server.smtp.received[1]?.mail.replyTo ?? []).toHaveLength(1);
  });

  it('can’t be injected by the recipient’s address, so only that address gets the mail', async () => {
    for (const to of [
      'somebody@example.org, evil@example.org',
      'somebody@example.org\r\nRCPT TO:<evil@example.org>',
      '"evil@example.org" <somebody@example.org>',
    ]) {
      await server.app.db`delete from outbox`;
      server.smtp.received.splice(0);
      await write({ to });
      await sendMail(server.app);
      expect(
        server.smtp.received.map((one) => one.to).filter((one) => one.startsWith('evil')),
        to,
      ).toEqual([]);
    }
  });
});

it('content by other users isn’t mailed to an unconfirmed address, but is shown in the product', async () => {
  const { db } = server.app;
  const [attacker, second] = [await server.signUp(), await server.signUp()];
  await db`update users set email_verified_at = now() where id in (${attacker.me.id}, ${second.me.id})`;
  const media = await insertMedia(db, { musicianId: attacker.me.id });
  const victim = 'victim@example.org';
  const { client, me } = attacker;
  // The change waits for the victim's confirmation. The victim has no reason to open the link, and gets no other mail
  // about it.
  expect((await requestNewEmail(attacker, victim)).status).toBe(200);

  const say = (comment: string) => second.client.post(`/api/comments/${media}`, { comment });
  expect((await say('Buy at evil.example')).status).toBe(200);
  expect((await second.client.post(`/api/media/subscribe/${me.id}`, { type: 'published' })).status).toBe(200);
  const kinds = async () =>
    (await db<{ kind: string }[]>`select kind from outbox where "to" = ${victim}`).map(({ kind }) => kind);
  expect(await kinds()).not.toEqual(expect.arrayContaining([expect.stringMatching(/comment|follower/)]));
  expect((await client.get('/api/notifications')).body).toMatchObject({ total: 2 });

  // The owner of the mailbox confirms the address.
  expect((await confirmAt(server, victim)).status).toBe(200);
  await db`delete from comment_mails`;
  expect((await say('Well sung')).status).toBe(200);
  expect(await kinds()).toContain('comment');
});

it('all links in mails, also to unsubscribe, begin with PUBLIC_URL, even if a request has another Host', async () => {
  const owner = await server.signUp();
  await server.app.db`update users set email_verified_at = now() where id = ${owner.me.id}`;
  const reviewer = await server.signUp({ isCurator: true });
  const id = await insertMedia(server.app.db, { musicianId: owner.me.id, allowCuration: true });
  await reviewer.client.send({
    method: 'PUT',
    url: `/api/media/${id}`,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    payload: { curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 } },
  });
  await mailReset(server.app, owner.me.email, newId());
  await sendMail(server.app);
  const mails = server.smtp.received.filter(({ to }) => to === owner.me.email);
  expect(mails).toHaveLength(2);
  for (const { raw, mail } of mails) {
    expect(raw).not.toContain('evil.example');
    const hosts = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href).origin);
    expect(new Set(hosts)).toEqual(new Set(['https://scoville.example']));
  }
  const unsubscribe = mails.map((one) => headerOf(one, 'List-Unsubscribe')).filter((value) => value !== null);
  expect(unsubscribe).toEqual([expect.stringMatching(/^<https:\/\/scoville\.example\/account\/unsubscribe\?/)]);
});

it('a stranger’s mailbox isn’t filled by repeated sign-ups, requests for links and deletions', async () => {
  const victim = 'never-asked@example.org';
  const password = 'a long password';
  const turn = async (email: string) => {
    const visitor = server.visitor();
    const signUp = {
      firstName: 'A',
      lastName: 'B',
      email,
      emailConfirmation: email,
      password,
      passwordConfirmation: password,
    };
    const made = await visitor.post('/api/users/', signUp);
    await mailVerification(server.app, made.body.id, newId());
    const asked = await server.visitor().post('/auth/forgot', { email });
    for (let n = 0; n < 5; n++) await mailReset(server.app, email, newId());
    await sendMail(server.app);
    const again = await visitor.post('/auth/verify');
    const gone = await visitor.post('/auth/delete', { email, password });
    return [made, asked, again, gone].map(({ status }) => status);
  };
  const first = await turn(victim);
  for (const email of [victim, 'Never-Asked+1@example.org', 'never-asked+2@EXAMPLE.org', victim])
    expect(await turn(email)).toEqual(first);
  const received = server.smtp.received.filter(({ to }) => to.toLowerCase().startsWith('never-asked'));
  expect(received).toHaveLength(10);
});
