import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { type TestSmtp, startSmtp } from '../../testkit/smtp.ts';
import { type Letter, writeMail } from './write-mail.ts';
import { pruneMailLoop } from './mail.loops.ts';
import { PATIENCE, sendMail } from './send-mail.ts';
import { until } from '../../testkit/until.ts';

let smtp: TestSmtp;
let server: TestServer;

describe('mail', () => {
  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Scoville <post@example.org>' });
  });
  afterEach(async () => {
    smtp.received.splice(0);
    smtp.refusals.clear();
    await server.app.db`delete from outbox`;
    await server.app.db`delete from refused_addresses`;
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  const refuse = (address: string, code: number, message = 'not now') => smtp.refusals.set(address, { code, message });

  const letter = (more: Partial<Letter> = {}): Letter => ({
    to: 'somebody@example.org',
    subject: 'A subject',
    kind: 'reset',
    dedupeKey: 'test:1',
    template: createElement('html', null, createElement('body', null, createElement('p', null, 'Hello there'))),
    ...more,
  });
  const write = (more?: Partial<Letter>) => transaction(server.app.db, (tx) => writeMail(tx, letter(more)));
  const rows = () => server.app.db`select state, attempts, error, next_try_at > now() as waits from outbox`;
  const due = () => server.app.db`update outbox set next_try_at = now() - interval '1 second'`;

  it('is received once, as HTML and as plain text, even if several senders run', async () => {
    await write();
    await write({ subject: 'The same occasion again' });
    await Promise.all([sendMail(server.app), sendMail(server.app), sendMail(server.app)]);
    await sendMail(server.app);
    expect(smtp.received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
    const [{ mail } = { mail: undefined }] = smtp.received;
    expect(mail).toMatchObject({
      subject: 'A subject',
      from: { name: 'Scoville', address: 'post@example.org' },
      to: [{ address: 'somebody@example.org' }],
      text: expect.stringMatching(/^Hello there\s*$/),
      html: expect.stringContaining('<p>Hello there</p>'),
      attachments: [],
    });
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, error: null }]);
  });

  it('is not written if its transaction is rolled back', async () => {
    const failing = transaction(server.app.db, async (tx) => {
      await writeMail(tx, letter());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await rows()).length).toBe(0);
  });

  it('can’t get a header from a title', async () => {
    await write({ subject: 'Song\r\nBcc: evil@example.org\nX: y' });
    await sendMail(server.app);
    expect(smtp.received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
    expect(smtp.received[0]?.mail).toHaveProperty('subject', 'Song Bcc: evil@example.org X: y');
    const headers = smtp.received[0]?.mail.headers.map(({ key }) => key);
    expect(headers?.filter((key) => key === 'bcc' || key === 'x')).toEqual([]);
  });

  it('is retried with growing pauses after a temporary refusal, and then received', async () => {
    refuse('somebody@example.org', 451);
    await write();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, waits: true }]);
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    smtp.refusals.clear();
    await due();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(smtp.received.length).toBe(1);
  });

  it('fails visibly when its time is over, or at once after a final refusal', async () => {
    refuse('somebody@example.org', 451);
    await write();
    for (let tries = 0; tries < 8; tries++) {
      await due();
      await sendMail(server.app);
    }
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 8, waits: true }]);
    const [refused] = await rows();
    await server.app
      .db`update outbox set give_up_at = now() - interval '1 minute', next_try_at = now() - interval '1 minute'`;
    await sendMail(server.app);
    const error = `It could not be sent in time. The last try: ${String(refused?.['error'])}`;
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 8, error }]);
    await server.app.db`delete from outbox`;
    refuse('somebody@example.org', 550);
    await write();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, error: expect.stringContaining('not now') }]);
    expect(smtp.received).toEqual([]);
  });

  it('about an account is sent before news to many followers', async () => {
    const { db } = server.app;
    for (const n of [1, 2, 3]) await write({ dedupeKey: `release:${n}`, to: `fan${n}@example.org` });
    await db`update outbox set unsubscribe_url = 'https://music.example/stop', next_try_at = now() - interval '1 hour'`;
    await write({ to: 'waiting@example.org' });
    await sendMail(server.app);
    expect(smtp.received.map(({ to }) => to)[0]).toBe('waiting@example.org');
    expect(smtp.received).toHaveLength(4);
  });

  it('is never sent after its link has expired', async () => {
    const { db } = server.app;
    await write({ goodForHours: 1 });
    const [row] =
      await db`select id, give_up_at = good_until as ends, good_until <= now() + interval '1 hour' as soon from outbox`;
    expect(row).toMatchObject({ ends: true, soon: true });
    const admin = await server.signUp({ role: 'admin' });
    await db`update outbox set state = 'failed', good_until = now() + interval '10 minutes' where id = ${row?.['id']}`;
    expect((await admin.client.post(`/api/outbox/${row?.['id']}/retry`)).status).toBe(200);
    expect(await db`select 1 from outbox where give_up_at = good_until`).toHaveLength(1);
    await db`update outbox set state = 'failed', good_until = now() - interval '1 second' where id = ${row?.['id']}`;
    expect(await admin.client.post(`/api/outbox/${row?.['id']}/retry`)).toMatchObject({
      status: 409,
      body: { message: 'Only mail that failed can be sent again, and none whose link has expired.' },
    });
  });

  it('keeps its tries when the server takes no mail from us, and the server is tried once per round', async () => {
    const strict = await startSmtp({ greeting: 554 });
    const app = { ...server.app, env: { ...server.app.env, SMTP_URL: strict.url } };
    await write({ dedupeKey: 'a' });
    await write({ dedupeKey: 'b', to: 'other@example.org' });
    await sendMail(app);
    expect(strict.connections()).toBe(1);
    await strict.close();
    expect((await rows()).map(({ state, attempts }) => [state, attempts]).toSorted()).toEqual([
      ['queued', 0],
      ['queued', 1],
    ]);
    // The server is closed now.
    await due();
    await sendMail(app);
    await due();
    await sendMail(server.app);
    expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(['other@example.org', 'somebody@example.org']);
  });

  it('is left by its sender if the server doesn’t answer, before another process takes the mail', async () => {
    const slow = await startSmtp({ silentAtData: true });
    await write();
    await sendMail({ ...server.app, env: { ...server.app.env, SMTP_URL: slow.url } }, undefined, {
      ...PATIENCE,
      mail: 200,
    });
    expect(await rows()).toMatchObject([
      { state: 'queued', attempts: 1, error: 'The SMTP server took too long.', waits: true },
    ]);
    await slow.close();
  });

  it('is sent once if the server confirms it late', async () => {
    const late = await startSmtp({ holdsAnswers: true });
    const app = { ...server.app, env: { ...server.app.env, SMTP_URL: late.url } };
    await write();
    // As long as RFC 5321 (4.5.3.2.6) requires a sender to wait. The limit for the whole mail is longer than for one
    // answer.
    expect(PATIENCE.answer).toBeGreaterThanOrEqual(600_000);
    expect(PATIENCE.mail).toBeGreaterThan(PATIENCE.answer);
    const sending = sendMail(app, undefined, { ...PATIENCE, renewal: 20 });
    await until(() => expect(late.received).toHaveLength(1));
    // Its claim has nearly ended, but is renewed during the wait, so no other sender takes the mail.
    await server.app.db`update outbox set next_try_at = now() + interval '5 seconds'`;
    await until(async () =>
      expect(await server.app.db`select next_try_at > now() + interval '1 minute' as waits from outbox`).toMatchObject([
        { waits: true },
      ]),
    );
    await sendMail(app);
    late.answer();
    await sending;
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, error: null }]);
    await sendMail(app);
    expect(late.received).toHaveLength(1);
    await late.close();
  });

  it('marks its address as refused if the receiver doesn’t exist, but not if only the text is refused', async () => {
    const refused = () => server.app.db`select address, reason from refused_addresses`;
    refuse('somebody@example.org', 550, '5.7.1 This looks like spam');
    await write({ dedupeKey: 'a' });
    await sendMail(server.app);
    expect(await refused()).toEqual([]);
    refuse('somebody@example.org', 550, '5.1.1 No such user here');
    await write({ dedupeKey: 'b' });
    await sendMail(server.app);
    expect(await refused()).toEqual([
      { address: 'somebody@example.org', reason: expect.stringContaining('5.1.1 No such user here') },
    ]);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.get('/api/outbox?state=failed')).body).toMatchObject({ total: 2, refusedAddresses: 1 });
    smtp.refusals.clear();
    await write({ dedupeKey: 'c', to: 'SOMEBODY@example.org' });
    await sendMail(server.app);
    expect(await refused()).toEqual([]);
  });

  it('marks its address as refused if refusals without a clear reason continue for more than a day', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const believed = async () => (await admin.client.get('/api/outbox')).body.refusedAddresses;
    refuse('somebody@example.org', 550, 'relay not permitted');
    for (const dedupeKey of ['a', 'b']) {
      await write({ dedupeKey });
      await sendMail(server.app);
      expect(await believed()).toBe(0);
    }
    await server.app.db`update refused_addresses set since = since - interval '1 day'`;
    await write({ dedupeKey: 'c' });
    await sendMail(server.app);
    expect(await believed()).toBe(1);
    // An accepted mail deletes the refusals.
    smtp.refusals.clear();
    await write({ dedupeKey: 'd' });
    await sendMail(server.app);
    expect(await server.app.db`select 1 from refused_addresses`).toHaveLength(0);
  });

  it('lists its address with the reason of the refusal, until an administrator deletes that refusal', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const owner = await server.signUp({ firstName: 'Rita' });
    const list = async () => (await admin.client.get('/api/outbox/refused-addresses')).body;
    refuse(owner.me.email, 550, '5.1.1 No such user here');
    refuse('stranger@example.org', 550, '5.1.1 Nobody');
    refuse('doubtful@example.org', 550, 'relay not permitted');
    await write({ to: owner.me.email, dedupeKey: 'a' });
    await write({ to: 'stranger@example.org', dedupeKey: 'b' });
    await write({ to: 'doubtful@example.org', dedupeKey: 'c' });
    await sendMail(server.app);
    const { addresses, total } = await list();
    const by = (address: string) => addresses.find((one: { address: string }) => one.address === address);
    expect([addresses.length, total]).toEqual([2, 2]);
    expect(by(owner.me.email)).toEqual({
      id: expect.any(String),
      address: owner.me.email,
      reason: expect.stringContaining('5.1.1 No such user here'),
      refusedOn: expect.any(String),
    });

    const path = (address: string) => `/api/outbox/refused-addresses/${by(address).id}`;
    expect((await owner.client.delete(path(owner.me.email))).status).toBe(403);
    expect((await admin.client.delete(path(owner.me.email))).body).toEqual({ lifted: true });
    expect((await admin.client.delete(path('stranger@example.org'))).status).toBe(200);
    expect(await list()).toMatchObject({ addresses: [], total: 0 });
    expect((await admin.client.get('/api/outbox')).body.refusedAddresses).toBe(0);
    expect(await admin.client.delete(path(owner.me.email))).toMatchObject({
      status: 404,
      body: { message: 'This refused address was not found.' },
    });
    // The log names the account, and no address without an account.
    const { entries } = (await admin.client.get('/api/admin/audit?act=lifted-refusal')).body;
    const { id } = by('stranger@example.org');
    expect(entries.map(({ subject }: { subject: object }) => subject)).toEqual([
      { kind: 'mail', id, name: null },
      { kind: 'user', id: owner.me.id, name: owner.me.displayName },
    ]);
  });

  it('doesn’t delay the next mail when it is refused', async () => {
    refuse('gone@example.org', 550);
    await write({ to: 'gone@example.org', dedupeKey: 'a' });
    await write({ dedupeKey: 'b' });
    await sendMail(server.app);
    expect(smtp.received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
  });

  it('can be read by administrators, newest first', async () => {
    await write({ subject: 'First', dedupeKey: 'a' });
    await write({ subject: 'Second', dedupeKey: 'b' });
    const admin = await server.signUp({ role: 'admin' });
    const { body } = await admin.client.get('/api/outbox?size=1');
    expect(body).toMatchObject({ total: 2, mail: [{ subject: 'Second', state: 'queued', sentOn: null }] });
    const second = await admin.client.get('/api/outbox?size=1&page=2');
    expect(second.body.mail[0].subject).toBe('First');
  });

  it('is found by a part of its subject or its receiver, in any letter case, in one state or all', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const found = async (query: Record<string, string>) => {
      const { mail, total } = (await admin.client.get(`/api/outbox?${new URLSearchParams(query)}`)).body;
      const subjects = mail.map(({ subject }: { subject: string }) => subject).toSorted();
      expect(subjects).toHaveLength(total);
      return subjects;
    };
    await write({ subject: 'Ada commented on “Cast Iron”', to: 'olga@cooks.example', dedupeKey: 'a' });
    await write({ subject: 'Your receipt of 100%', to: 'Cassandra@iron.example', dedupeKey: 'b' });
    await write({ subject: 'Welcome', to: 'lou@cooks.example', dedupeKey: 'c' });
    await server.app.db`update outbox set state = 'failed' where subject = 'Welcome'`;
    expect(await found({ q: 'IRON' })).toEqual(['Ada commented on “Cast Iron”', 'Your receipt of 100%']);
    expect(await found({ q: 'cooks.example' })).toEqual(['Ada commented on “Cast Iron”', 'Welcome']);
    expect(await found({ q: 'cooks.example', state: 'failed' })).toEqual(['Welcome']);
    expect(await found({ q: 'cassandra' })).toEqual(['Your receipt of 100%']);
    // Wildcards of LIKE are searched for literally.
    expect(await found({ q: '0%' })).toEqual(['Your receipt of 100%']);
    expect(await found({ q: 'w_lcome' })).toEqual([]);
  });

  it('can be sent again or cancelled by administrators once it has failed, but not once it is sent', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const list = async (state: string) =>
      (await admin.client.get(`/api/outbox?state=${state}`)).body.mail.map(
        ({ subject }: { subject: string }) => subject,
      );
    refuse('somebody@example.org', 550);
    await write({ subject: 'First', dedupeKey: 'a' });
    await write({ subject: 'Second', dedupeKey: 'b' });
    await sendMail(server.app);
    const { mail } = (await admin.client.get('/api/outbox?state=failed')).body;
    expect(mail).toMatchObject([
      { subject: 'Second', attempts: 1, error: expect.stringContaining('not now'), nextTryOn: null },
      { subject: 'First' },
    ]);
    smtp.refusals.clear();
    const [second, first] = mail;
    expect((await admin.client.post(`/api/outbox/${first.id}/retry`)).body).toMatchObject({
      state: 'queued',
      attempts: 0,
      error: null,
      nextTryOn: expect.any(String),
    });
    expect((await admin.client.post(`/api/outbox/${second.id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
    await sendMail(server.app);
    expect(smtp.received.map((one) => one.mail.subject)).toEqual(['First']);
    expect([await list('sent'), await list('cancelled'), await list('failed')]).toEqual([['First'], ['Second'], []]);
    expect(await admin.client.post(`/api/outbox/${first.id}/retry`)).toMatchObject({
      status: 409,
      body: { message: 'Only mail that failed can be sent again, and none whose link has expired.' },
    });
    expect(await admin.client.post(`/api/outbox/${first.id}/cancel`)).toMatchObject({
      status: 409,
      body: { message: 'This mail has left already, or was cancelled.' },
    });
    expect((await admin.client.post(`/api/outbox/${newId()}/retry`)).status).toBe(404);
  });

  it('F16 is deleted after OUTBOX_DAYS, but not while it waits to be sent', async () => {
    const { db } = server.app;
    const write = async (name: string, state: string, days: number) => {
      await db.begin((tx) => writeMail(tx, letter({ dedupeKey: name, subject: name })));
      await db`update outbox set state = ${state}, created_at = now() - make_interval(days => ${days}),
        give_up_at = now() - make_interval(days => ${days - 3}) where dedupe_key = ${name}`;
    };
    await write('fresh', 'sent', 89);
    await write('old', 'sent', 91);
    await write('given up', 'failed', 91);
    await write('never sent', 'queued', 91);
    await pruneMailLoop.run(server.app);
    const left = async () => (await db`select subject from outbox order by subject`).map((row) => row['subject']);
    expect(await left()).toEqual(['fresh']);
    await write('waits', 'queued', 2);
    await pruneMailLoop.run({ ...server.app, env: { ...server.app.env, OUTBOX_DAYS: 1 } });
    expect(await left()).toEqual(['waits']);
  });
});
