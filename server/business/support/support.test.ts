import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { Client } from '../../testkit/client.ts';
import { type Recaptcha, startRecaptcha } from '../../testkit/recaptcha.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { captchaSources } from './recaptcha.ts';

const REFUSED = 'Invalid reCAPTCHA response.';
const THANKS = 'Message was successfully sent. We will get back to you soon.';

interface Row {
  to: string;
  reply_to: string | null;
  subject: string;
  text: string;
  kind: string;
}
const outboxOf = ({ app }: TestServer) =>
  app.db<Row[]>`select "to", reply_to, subject, text, kind from outbox order by created_at, id`;
const encoded = (solved: object) => Buffer.from(JSON.stringify(solved)).toString('base64');

/** Requests a challenge and solves it, like the browser. */
async function work(client: Client) {
  const answer = await client.get('/api/captcha');
  expect(answer.status, answer.text).toBe(200);
  const { challenge } = answer.body;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('Nothing solves this challenge.');
  const { counter, derivedKey } = solution;
  return { challenge, solution: { counter, derivedKey } };
}
const letter = (recaptcha: unknown, more: object = {}) => ({
  name: 'Vera Lopez',
  email: 'vera@example.org',
  message: 'My song is gone.\nWhere is it?',
  recaptcha,
  ...more,
});
const send = (client: Client, body: object) => client.post('/api/messages/support', body);

describe('the contact form', () => {
  let server: TestServer;
  let smtp: SMTPServer;
  const received: string[] = [];

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, callback) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          received.push(`Envelope-To: ${to}\r\n${Buffer.concat(parts).toString('utf8')}`);
          callback();
        });
      },
    });
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    server = await startTestServer({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SUPPORT_EMAIL: 'help@music.example',
      PUBLIC_URL: 'https://music.example',
    });
  });
  afterEach(async () => {
    received.splice(0);
    await server.app.db`delete from outbox`;
  });
  afterAll(async () => {
    await server.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  it('API-16 CF-03 sends a visitor’s message to the operator, whose reply goes to the visitor', async () => {
    const visitor = server.visitor();
    const answer = await send(visitor, letter(encoded(await work(visitor))));
    expect(answer).toMatchObject({ status: 200, body: { message: THANKS } });
    await sendMail(server.app);
    const [raw = ''] = received;
    expect(received).toHaveLength(1);
    expect(raw).toMatch(/^Envelope-To: help@music\.example\r\n/);
    expect(raw).toMatch(/^To: help@music\.example\r$/m);
    expect(raw).toMatch(/^Reply-To: vera@example\.org\r$/m);
    expect(raw).toMatch(/^Subject: Scoville: a message from Vera Lopez\r$/m);
    const [mail] = await outboxOf(server);
    expect(mail?.kind).toBe('support');
    expect(mail?.text).toContain('Vera Lopez (vera@example.org) wrote:');
    expect(mail?.text).toContain('My song is gone.\nWhere is it?');
    expect(mail?.text).toContain('Nobody was signed in.');
  });

  it('names the sender’s account if the sender was signed in', async () => {
    const { client, me } = await server.signUp();
    expect((await send(client, letter(encoded(await work(client))))).status).toBe(200);
    expect((await outboxOf(server))[0]?.text).toContain(`signed in: https://music.example/${me.id}`);
  });

  it('API-16 VA-17 VA-18 VA-19 VA-20 requires every field, each with its own message', async () => {
    const visitor = server.visitor();
    const { status, body } = await send(visitor, {});
    expect(status).toBe(400);
    expect(body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
      ['name', 'Name is required.'],
      ['email', 'A valid email is required.'],
      ['message', 'Message is required.'],
      ['recaptcha', REFUSED],
    ]);
    const blank = await send(visitor, { name: ' ', email: 'vera@', message: '\n', recaptcha: '' });
    expect(blank.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Name is required.',
      'A valid email is required.',
      'Message is required.',
      REFUSED,
    ]);
    expect(await outboxOf(server)).toEqual([]);
  });

  it('VA-20 accepts a solved captcha once, before its expiry, and unchanged', async () => {
    const visitor = server.visitor();
    const refused = { status: 400, body: { errors: [{ field: 'recaptcha', code: 'captcha', message: REFUSED }] } };
    const solved = await work(visitor);
    const other = (await work(visitor)).challenge;
    const late = { ...solved.challenge.parameters, expiresAt: Math.floor(Date.now() / 1000) - 1 };
    for (const wrong of [
      'no captcha',
      encoded({}),
      encoded({ ...solved, solution: { counter: 1, derivedKey: '00' } }),
      encoded({ ...solved, solution: { counter: 1, derivedKey: 'not hex' } }),
      encoded({ ...solved, challenge: other }),
      encoded({ ...solved, challenge: { ...solved.challenge, signature: undefined } }),
      encoded({ ...solved, challenge: { ...solved.challenge, signature: 'zz' } }),
      encoded({ ...solved, challenge: { ...solved.challenge, parameters: late } }),
      encoded({
        ...solved,
        challenge: { ...solved.challenge, parameters: { ...solved.challenge.parameters, cost: 1, algorithm: 'X' } },
      }),
    ])
      expect(await send(visitor, letter(wrong)), wrong).toMatchObject(refused);
    expect(await outboxOf(server)).toEqual([]);

    // Of several simultaneous messages with one captcha, one is sent.
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(visitor, letter(encoded(solved)))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await send(visitor, letter(encoded(solved)))).toMatchObject(refused);
    expect(await outboxOf(server)).toHaveLength(1);
  });

  it('rejects a captcha that was solved too late', async () => {
    const visitor = server.visitor();
    const solved = await work(visitor);
    const now = Date.now;
    try {
      Date.now = () => now() + 31 * 60_000;
      expect((await send(visitor, letter(encoded(solved)))).body.errors).toMatchObject([{ field: 'recaptcha' }]);
    } finally {
      Date.now = now;
    }
  });

  it('prevents senders from adding mail headers', async () => {
    const visitor = server.visitor();
    const evil = 'Vera\r\nBcc: evil@example.org\r\nX-Evil: yes';
    const answer = await send(
      visitor,
      letter(encoded(await work(visitor)), { name: evil, message: 'Hello\r\n.\r\nBcc: evil@example.org' }),
    );
    expect(answer.status).toBe(200);
    for (const email of [
      'a@example.org, evil@example.org',
      'a@example.org\r\nBcc: evil@example.org',
      '<a@example.org>',
    ])
      expect((await send(visitor, letter('x', { email }))).body.errors).toMatchObject([{ field: 'email' }]);
    await sendMail(server.app);
    expect(received).toHaveLength(1);
    const [head = ''] = received[0]?.split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^Envelope-To: help@music\.example\r\n/);
    expect(head).not.toMatch(/^(Bcc|X-Evil):/m);
    expect(head).toMatch(/^Subject: Scoville: a message from Vera Bcc: evil@example\.org X-Evil: yes/m);
  });
});

describe('the operator', () => {
  it('gets messages as the first administrator if no support address is set', async () => {
    const server = await startTestServer();
    try {
      const visitor = server.visitor();
      const solved = encoded(await work(visitor));
      expect(await send(visitor, letter(solved))).toMatchObject({
        status: 503,
        body: { message: 'Nobody reads messages on this installation yet.' },
      });
      const first = await server.signUp({ role: 'admin' });
      await server.signUp({ role: 'admin' });
      // The captcha was not used up by the message that could not be sent.
      expect((await send(visitor, letter(solved))).status).toBe(200);
      expect(await outboxOf(server)).toMatchObject([{ to: first.me.email, reply_to: 'vera@example.org' }]);
    } finally {
      await server.close();
    }
  });

  it('gets five messages an hour from one network', async () => {
    const server = await startTestServer({ RATE_LIMIT_FACTOR: '1', SUPPORT_EMAIL: 'help@music.example' });
    try {
      const visitor = server.visitor();
      for (let sent = 0; sent < 5; sent += 1)
        expect((await send(visitor, letter(encoded(await work(visitor))))).status).toBe(200);
      const solved = encoded(await work(visitor));
      expect(await send(visitor, letter(solved))).toMatchObject({
        status: 429,
        body: { message: 'We got several messages from your network already. Try again in an hour.' },
      });
      // Another network isn't affected.
      const elsewhere = { method: 'POST', url: '/api/messages/support', payload: letter(solved) } as const;
      expect((await visitor.send({ ...elsewhere, remoteAddress: '192.0.2.7' })).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});

describe('with reCAPTCHA keys', () => {
  let recaptcha: Recaptcha;
  let server: TestServer;
  beforeAll(async () => {
    recaptcha = await startRecaptcha('the secret key');
    server = await startTestServer({
      SUPPORT_EMAIL: 'help@music.example',
      RECAPTCHA_URL: recaptcha.url,
      RECAPTCHA_SITE_KEY: 'the site key',
      RECAPTCHA_SECRET_KEY: 'the secret key',
    });
  });
  afterEach(() => server.app.db`delete from outbox`);
  afterAll(async () => {
    await server.close();
    await recaptcha.close();
  });

  it('CF-04 sends the site key to the browser, but not the secret key', async () => {
    const { body, text } = await server.visitor().get('/api/settings');
    expect(body.google).toEqual({ reCAPTCHA: { siteKey: 'the site key', address: recaptcha.url } });
    expect(text).not.toContain('the secret key');
    const without = await startTestServer();
    try {
      expect((await without.visitor().get('/api/settings')).body.google.reCAPTCHA.siteKey).toBeNull();
    } finally {
      await without.close();
    }
  });

  it('VA-20 accepts a response that reCAPTCHA confirms, once', async () => {
    recaptcha.solved.add('a right response');
    const visitor = server.visitor();
    expect((await send(visitor, letter('a right response'))).status).toBe(200);
    expect(recaptcha.asked.at(-1)).toEqual({ secret: 'the secret key', response: 'a right response' });
    for (const wrong of ['a right response', 'a guess'])
      expect(await send(visitor, letter(wrong))).toMatchObject({
        status: 400,
        body: { message: REFUSED, errors: [{ field: 'recaptcha', code: 'captcha', message: REFUSED }] },
      });
    // Our own proof of work is not accepted instead.
    expect((await send(visitor, letter(encoded(await work(visitor))))).status).toBe(400);
    expect(await outboxOf(server)).toHaveLength(1);
  });

  it('sends nothing if reCAPTCHA fails, and the message suggests to try again later', async () => {
    for (const broken of [
      { status: 500, body: 'oops' },
      { status: 200, body: '{"success":"yes"}' },
    ]) {
      recaptcha.broken = broken;
      expect(await send(server.visitor(), letter('a right response'))).toMatchObject({
        status: 503,
        body: { message: 'The captcha could not be checked just now. Please try again in a moment.' },
      });
    }
    recaptcha.broken = null;
    expect(await outboxOf(server)).toEqual([]);
  });

  it('allows its script and frames in the content security policy, only if configured', async () => {
    const policy = (await server.visitor().get('/api/settings')).headers['content-security-policy'];
    expect(policy).toContain(`script-src 'self' ${recaptcha.url} https://www.gstatic.com/recaptcha/;`);
    expect(policy).toContain(`frame-src 'self' ${recaptcha.url} https://www.gstatic.com/recaptcha/;`);
    expect(captchaSources(readEnv({ DATABASE_URL: 'postgres://localhost/x' }, 'none'))).toEqual([]);
  });

  it('requires both keys or none', () => {
    const settings = { DATABASE_URL: 'postgres://localhost/x', RECAPTCHA_SITE_KEY: 'x' };
    expect(() => readEnv(settings, 'none')).toThrow(
      'The setting RECAPTCHA_SECRET_KEY is missing: both keys are needed, or none.',
    );
    expect(readEnv({ DATABASE_URL: 'postgres://localhost/x' }, 'none').RECAPTCHA).toBeNull();
    const short = { DATABASE_URL: 'postgres://localhost/x', RECAPTCHA_URL: 'https://www.recaptcha.net/recaptcha' };
    expect(readEnv(short, 'none').RECAPTCHA_URL).toBe('https://www.recaptcha.net/recaptcha/');
  });
});
