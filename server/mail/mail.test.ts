import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createElement } from 'react';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/connection.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { type Letter, writeMail } from './write-mail.ts';
import { pruneMailLoop } from './mail.loops.ts';
import { sendMail } from './send-mail.ts';

interface Received {
  to: string;
  raw: string;
}

describe('mail', () => {
  const received: Received[] = [];
  /** What the receiving server says to each address; nothing means welcome. */
  const refusals = new Map<string, number>();
  let smtp: SMTPServer;
  let server: TestServer;

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _session, callback) {
        const code = refusals.get(address);
        callback(code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code }));
      },
      onData(stream, session, callback) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          for (const { address } of session.envelope.rcptTo)
            received.push({ to: address, raw: Buffer.concat(parts).toString('utf8') });
          callback();
        });
      },
    });
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Scoville <post@example.org>' });
  });
  afterEach(async () => {
    received.splice(0);
    refusals.clear();
    await server.app.db`delete from outbox`;
  });
  afterAll(async () => {
    await server.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const letter = (more: Partial<Letter> = {}): Letter => ({
    to: 'somebody@example.org',
    subject: 'A subject',
    kind: 'test',
    dedupeKey: 'test:1',
    template: createElement('html', null, createElement('body', null, createElement('p', null, 'Hello there'))),
    ...more,
  });
  const write = (more?: Partial<Letter>) => transaction(server.app.db, (tx) => writeMail(tx, letter(more)));
  const rows = () => server.app.db`select state, attempts, error, next_try_at > now() as waits from outbox`;
  const due = () => server.app.db`update outbox set next_try_at = now()`;

  it('arrives once, as HTML and as plain text, whoever sends', async () => {
    await write();
    await write({ subject: 'The same occasion again' });
    await Promise.all([sendMail(server.app), sendMail(server.app), sendMail(server.app)]);
    await sendMail(server.app);
    expect(received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
    const raw = received[0]?.raw ?? '';
    expect(raw).toMatch(/^Subject: A subject\r$/m);
    expect(raw).toContain('multipart/alternative');
    expect(raw.match(/Hello there/g)?.length).toBe(2);
    expect(raw).toMatch(/^From: Scoville <post@example\.org>\r$/m);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, error: null }]);
  });

  it('is not written when its transaction is not kept', async () => {
    const failing = transaction(server.app.db, async (tx) => {
      await writeMail(tx, letter());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await rows()).length).toBe(0);
  });

  it('takes no header from a title', async () => {
    await write({ subject: 'Song\r\nBcc: evil@example.org\nX: y' });
    await sendMail(server.app);
    expect(received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/m);
  });

  it('is tried again with growing pauses after a temporary refusal, and then arrives', async () => {
    refusals.set('somebody@example.org', 451);
    await write();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, waits: true }]);
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    refusals.clear();
    await due();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(received.length).toBe(1);
  });

  it('fails visibly when the last try is over, or at once when the refusal is final', async () => {
    refusals.set('somebody@example.org', 451);
    await write();
    for (let tries = 0; tries < 6; tries++) {
      await due();
      await sendMail(server.app);
    }
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 6 }]);
    await server.app.db`delete from outbox`;
    refusals.set('somebody@example.org', 550);
    await write();
    await sendMail(server.app);
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, error: expect.stringContaining('not now') }]);
  });

  it('one that is refused does not hold up the next', async () => {
    refusals.set('gone@example.org', 550);
    await write({ to: 'gone@example.org', dedupeKey: 'a' });
    await write({ dedupeKey: 'b' });
    await sendMail(server.app);
    expect(received.map((mail) => mail.to)).toEqual(['somebody@example.org']);
  });

  it('is there for administrators to read, newest first', async () => {
    await write({ subject: 'First', dedupeKey: 'a' });
    await write({ subject: 'Second', dedupeKey: 'b' });
    const admin = await server.signUp({ role: 'admin' });
    const { body } = await admin.client.get('/api/outbox?size=1');
    expect(body).toMatchObject({ total: 2, mail: [{ subject: 'Second', state: 'queued', sentOn: null }] });
    const second = await admin.client.get('/api/outbox?size=1&page=2');
    expect(second.body.mail[0].subject).toBe('First');
  });

  it('F16 is kept for its days, and longer while it is on its way', async () => {
    const { db } = server.app;
    const write = async (name: string, state: string, days: number) => {
      await db.begin((tx) => writeMail(tx, letter({ dedupeKey: name, subject: name })));
      await db`update outbox set state = ${state}, created_at = now() - make_interval(days => ${days}) where dedupe_key = ${name}`;
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
