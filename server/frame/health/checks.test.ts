import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { mailResetJob } from '../../community/own-account/own-account.jobs.ts';
import { connect, transaction } from '../../platform/db/connection.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { readEnv } from '../../platform/env.ts';
import { startPayPalStandIn } from '../../testkit/paypal-stand-in/stand-in.ts';
import { expireMail } from '../../platform/mail/outbox.queries.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { startOpenIdProvider } from '../../testkit/openid-provider.ts';
import { startS3 } from '../../testkit/s3.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { startSmtp } from '../../testkit/smtp.ts';
import { endOfLife } from './ages.ts';
import { type Check, ok, reasonOf, runChecks, secretsOf } from './check.ts';
import { clockCheck, databaseCheck } from './database.check.ts';
import { heartbeatLoop } from './health.loops.ts';
import { ffmpegCheck, nodeCheck } from './machine.check.ts';
import { outboxCheck, smtpCheck } from './mail.check.ts';
import { queueCheck } from './queue.check.ts';
import { paymentsCheck, publicUrlCheck, signInCheck } from './services.check.ts';
import { durationText, sizeText } from './sizes.ts';
import { storageCheck } from './storage.check.ts';
import { workersCheck } from './workers.check.ts';

const ready = readEnv({ DATABASE_URL: 'postgres://a/b' }, 'no file');
/** A port without a listener: the system assigned it, and it was closed again. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
const levels = async (check: Check, patience = 60_000) =>
  (await runChecks([check], { patience, secrets: [] })).map(({ level, text: about }) => `${level} ${about}`);

describe('the checks of an installation', () => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'scoville-health-'));
    server = await startTestServer({}, { folder: true });
  });
  afterAll(async () => {
    await server.close();
    await rm(base, { recursive: true });
  });

  describe('database', () => {
    const checkAt = async (url: string) => {
      const db = connect(url, { max: 1 });
      try {
        return await levels(databaseCheck(db));
      } finally {
        await db.end({ timeout: 1 });
      }
    };

    it('a healthy one reports its version, its size and its migrations', async () => {
      const found = await levels(databaseCheck(server.app.db));
      expect(found[0]).toMatch(/^(ok|warn) PostgreSQL \d+\.\d+ answers in \d+ ms; the database has \d+ MB\./);
      expect(found).toContain('ok The extensions citext, pg_trgm, and unaccent are there.');
      expect(found.join()).toMatch(/ok All \d+ migrations have run\./);
      expect(found.join()).toMatch(/ok \d+ of \d+ connections are used\./);
    });

    it('one that is down or refuses the sign-in fails with the reason and without the password', async () => {
      expect(await checkAt(`postgres://someone:hidden-word@127.0.0.1:${await closedPort()}/scoville`)).toEqual([
        expect.stringMatching(/^fail .*ECONNREFUSED/),
      ]);
      const refused = new URL(server.app.env.DATABASE_URL);
      refused.password = 'hidden-word';
      const [line] = await checkAt(refused.href);
      expect(line).toMatch(/^fail .*password authentication failed/);
      expect(line).not.toContain('hidden-word');
    });

    it('reports an empty schema, an old one, a newer one, and a missing extension', async () => {
      const url = await createTestDatabase({ migrated: false });
      expect(await checkAt(url)).toContain('warn There is no schema yet.');
      await migrate(url, 3);
      expect((await checkAt(url)).join()).toMatch(/warn \d+ of \d+ migrations have not run: 0004_curation is next\./);
      const db = connect(url, { max: 1 });
      await db`insert into migrations (name, run_on) values ('9999_future', now())`;
      await db`drop extension citext cascade`;
      await db.end();
      const found = await checkAt(url);
      expect(found).toContain('fail The schema is newer than this version of the product: it has 9999_future.');
      expect(found).toContain('warn This database does not use citext and pg_trgm yet.');
    });

    it('a table that an old schema lacks is a warning, not a failure', async () => {
      const url = await createTestDatabase({ migrated: false });
      await migrate(url, 3);
      const db = connect(url, { max: 1 });
      expect(await levels(outboxCheck(db, ready))).toEqual([expect.stringMatching(/^warn .*schema is older/)]);
      await db.end();
    });
  });

  it('workers: reports a worker that is switched off as off, not as missing', async () => {
    await server.app.db`delete from workers`;
    expect(await levels(workersCheck(server.app.db, { WORKER: 'on' }))).toEqual([
      expect.stringMatching(/^fail No worker runs/),
    ]);
    expect(await levels(workersCheck(server.app.db, { WORKER: 'off' }))).toEqual([
      'warn The worker is off because the setting WORKER is off: nothing is mailed, charged, converted or counted.',
    ]);
  });

  it('clock: accepts one that agrees with the others, and reports the difference of a wrong one', async () => {
    let ahead = 0;
    const other = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString()).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await levels(clockCheck(server.app.db, [origin]))).toEqual([
      expect.stringMatching(/^ok This machine’s clock agrees with the database, 127/),
    ]);
    ahead = 20_000;
    expect(await levels(clockCheck(server.app.db, [origin]))).toEqual([
      expect.stringMatching(/^warn This machine’s clock is (19|20|21) seconds behind that of 127/),
    ]);
    ahead = -600_000;
    expect((await levels(clockCheck(server.app.db, [origin])))[0]).toMatch(
      /^fail .*clock is (599|600|601) seconds ahead/,
    );
    other.close();
  });

  it('queue: reports waiting jobs with their age, and jobs that failed in the last day', async () => {
    const { db, queue } = server.app;
    expect(await levels(queueCheck(db))).toEqual([
      'ok 0 jobs waiting, 0 being worked on.',
      'ok No job failed in the last day.',
    ]);
    await transaction(db, (tx) => queue.enqueue(tx, mailResetJob, { email: 'a@example.org' }));
    await transaction(db, (tx) => queue.enqueue(tx, mailResetJob, { email: 'b@example.org' }, { startAfter: 3600 }));
    await db`update pgboss.job set created_on = now() - interval '2 hours', start_after = now() - interval '2 hours'
      where name = ${mailResetJob.name} and start_after <= now()`;
    expect((await levels(queueCheck(db)))[0]).toBe(
      'warn 1 job waiting, 0 being worked on; the oldest has waited for 2 hours.',
    );
    await db`update pgboss.job set state = 'failed', completed_on = now() where name = ${mailResetJob.name}`;
    expect((await levels(queueCheck(db)))[1]).toBe(`fail Jobs that failed in the last day: ${mailResetJob.name} 2.`);
    await db`update pgboss.job set completed_on = now() - interval '2 days' where name = ${mailResetJob.name}`;
    expect((await levels(queueCheck(db)))[1]).toBe('ok No job failed in the last day.');
  });

  describe('storage', () => {
    it('a file is written to a folder, read and removed', async () => {
      const { env, storage } = server.app;
      expect((await levels(storageCheck(env, () => Promise.resolve(storage)))).map((line) => line.slice(0, 3))).toEqual(
        ['ok ', 'ok '],
      );
      const left: string[] = [];
      for await (const key of storage.list('checks')) left.push(key);
      expect(left).toEqual([]);
    });

    it('a folder that is missing or read-only fails', async () => {
      const { env, storage } = server.app;
      const gone = { ...env, FILES_DIR: join(base, 'not-mounted') };
      expect(await levels(storageCheck(gone, () => Promise.resolve(storage)))).toEqual([
        `fail The folder ${gone.FILES_DIR} is not there.`,
      ]);
      // A store that can’t be written, and one that returns another file than the written one.
      await writeFile(join(env.FILES_DIR, 'checks.txt'), '');
      const broken = { ...storage, put: () => Promise.reject(new Error('EROFS: read-only file system')) };
      expect((await levels(storageCheck(env, () => Promise.resolve(broken))))[0]).toMatch(
        /^fail A file could not be written in .*read-only/,
      );
      const other = { ...storage, read: (_key: string) => storage.read('checks.txt') };
      expect((await levels(storageCheck(env, () => Promise.resolve(other))))[0]).toMatch(
        /^fail A file could not be read/,
      );
    });

    it('a nearly full disk is reported before uploads are refused, and when they are', async () => {
      const { env, storage } = server.app;
      const free = (await storage.free()) ?? 0;
      const reserve = (part: number) => ({ ...env, DISK_RESERVE_MB: (free * part) / 2 ** 20 });
      const spaceWith = async (part: number) =>
        (await levels(storageCheck(reserve(part), () => Promise.resolve(storage))))[1];
      expect(await spaceWith(0.01)).toMatch(/^ok /);
      expect(await spaceWith(0.5)).toMatch(/^warn Only .* free in the data folder; below/);
      expect(await spaceWith(2)).toMatch(/^fail Only .* uploads are refused/);
    });

    it('a file is written to a bucket, read and removed, and a wrong key is refused', async () => {
      const s3 = await startS3();
      const scratch = await mkdtemp(join(base, 's3-'));
      const { openStorage } = await import('../../open-app.ts');
      const env = readEnv({ DATABASE_URL: 'postgres://a/b', DATA_DIR: scratch, ...s3.env }, 'no file');
      const check = (settings: typeof env) =>
        levels(storageCheck(settings, () => openStorage(settings, server.app.log)));
      expect((await check(env))[0]).toMatch(/^ok A file was written, read and removed in the bucket scoville/);
      const stranger = { ...env, S3: { ...env.S3!, secretAccessKey: 'another-word' } };
      expect(await check(stranger)).toEqual([expect.stringMatching(/^fail .*S3_SECRET_ACCESS_KEY/)]);
      await s3.close();
    });
  });

  describe('mail', () => {
    it('a server that accepts our mail is ok, and a missing one is a warning', async () => {
      const smtp = await startSmtp();
      expect(await levels(smtpCheck({ ...ready, SMTP_URL: smtp.url, MAIL_FROM: 'a@example.org' }))).toEqual([
        `ok ${new URL(smtp.url).host} answers and requires no sign-in.`,
      ]);
      expect(smtp.received).toEqual([]);
      await smtp.close();
      expect((await levels(smtpCheck(ready)))[0]).toMatch(/^warn SMTP_URL is not set/);
      expect((await levels(smtpCheck({ ...ready, SMTP_URL: 'mail.example.org' })))[0]).toMatch(
        /^fail .*not an address/,
      );
    });

    it('a server that is down, refuses us, or refuses our password fails', async () => {
      const at = (url: string) => levels(smtpCheck({ ...ready, SMTP_URL: url }));
      expect((await at(`smtp://127.0.0.1:${await closedPort()}`))[0]).toMatch(/^fail 127.* ECONNREFUSED/);
      const rude = await startSmtp({ greeting: 554 });
      expect((await at(rude.url))[0]).toMatch(/^fail .*no service here/);
      await rude.close();
      const careful = new SMTPServer({
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        onAuth: ({ username, password }, _session, callback) =>
          callback(username === 'us' && password === 'right word' ? null : new Error('no'), { user: 'us' }),
      }).listen(0, '127.0.0.1');
      await once(careful, 'listening');
      const { port } = careful.address() as AddressInfo;
      expect((await at(`smtp://us:right%20word@127.0.0.1:${port}`))[0]).toMatch(/^ok .*accepts our credentials/);
      const refused = await at(`smtp://us:wrong%20word@127.0.0.1:${port}`);
      expect(refused).toEqual([`fail 127.0.0.1:${port} refuses our name or password.`]);
      careful.close(() => {});
    });

    it('outbox: reports mail that waits too long, and failed mail', async () => {
      const { db } = server.app;
      const withSmtp = { WORKER: 'on' as const, SMTP_URL: 'smtp://somewhere' };
      expect(await levels(outboxCheck(db, withSmtp))).toEqual([
        'ok 0 emails waiting.',
        'ok No email failed in the last day.',
      ]);
      await db`insert into outbox (id, "to", subject, text, html, kind, created_at) values
        (gen_random_uuid(), 'a@example.org', 's', 't', 'h', 'reset', now() - interval '1 hour')`;
      await db`insert into outbox (id, "to", subject, text, html, kind, state) values
        (gen_random_uuid(), 'a@example.org', 's', 't', 'h', 'reset', 'failed')`;
      expect(await levels(outboxCheck(db, withSmtp))).toEqual([
        'warn 1 email waiting, the oldest for 60 minutes.',
        'warn 1 email failed in the last day.',
      ]);
      // A mail that was tried for three days and is given up now counts as failed today.
      await db`insert into outbox (id, "to", subject, text, html, kind, created_at, next_try_at, give_up_at) values
        (gen_random_uuid(), 'a@example.org', 's', 't', 'h', 'reset', now() - interval '73 hours',
          now() - interval '30 hours', now() - interval '1 hour')`;
      await expireMail(db);
      expect((await levels(outboxCheck(db, withSmtp)))[1]).toBe('warn 2 emails failed in the last day.');
      await db`update outbox set next_try_at = now() - interval '25 hours' where state = 'failed'`;
      expect((await levels(outboxCheck(db, withSmtp)))[1]).toBe('ok No email failed in the last day.');
      // If no SMTP server is configured, all mail waits.
      expect((await levels(outboxCheck(db, { SMTP_URL: null, WORKER: 'on' })))[0]).toMatch(/^ok 1 email waiting/);
    });
  });

  it('payments: reports whether PayPal accepts or refuses our credentials, or is down', async () => {
    const settings = { clientId: 'client', secret: 'secret-word', webhookId: 'hook' };
    const standIn = await startPayPalStandIn({ settings, plans: DEFAULT_PLANS, webhookUrl: null });
    const at = (more: object) => levels(paymentsCheck({ PAYPAL: { ...standIn.settings, ...more }, WORKER: 'on' }));
    expect(await at({})).toEqual([expect.stringMatching(/^ok .*accepts our credentials/)]);
    expect(await at({ secret: 'another-word' })).toEqual([
      expect.stringMatching(/^fail .*does not know PAYPAL_CLIENT_ID/),
    ]);
    standIn.broken = 503;
    expect(await at({})).toEqual([expect.stringMatching(/^fail .*answers with 503/)]);
    await standIn.close();
    expect(await at({})).toEqual([expect.stringMatching(/^fail .*is not reached/)]);
    expect(await levels(paymentsCheck({ PAYPAL: null, WORKER: 'off' }))).toEqual([
      'ok PayPal is not asked, because the setting WORKER is off.',
    ]);
    expect(await levels(paymentsCheck({ PAYPAL: null, WORKER: 'on' }))).toEqual([
      expect.stringMatching(/^ok .*not configured/),
    ]);
  });

  it('sign-in: reports whether a provider serves its configuration', async () => {
    const provider = await startOpenIdProvider(['http://localhost/auth/one/callback']);
    const settings = { name: 'one', label: 'One', clientId: 'c', clientSecret: 's' };
    const at = (issuer: string) => levels(signInCheck({ SIGN_IN_PROVIDERS: [{ ...settings, issuer }] }));
    expect(await at(provider.issuer)).toEqual([expect.stringMatching(/^ok One .*serves its configuration/)]);
    expect(await at(`${provider.issuer}/elsewhere`)).toEqual([expect.stringMatching(/^fail One .*does not tell/)]);
    await provider.close();
    expect(await at(provider.issuer)).toEqual([expect.stringMatching(/^fail One .*does not tell/)]);
  });

  it('public URL: reports whether this product, another one or none answers, and missing TLS', async () => {
    const url = await server.http.listen({ port: 0, host: '127.0.0.1' });
    const at = (PUBLIC_URL: string) => levels(publicUrlCheck({ PUBLIC_URL }));
    expect(await at(url)).toEqual([`ok ${url} serves this product.`]);
    const other = createServer((_request, response) => response.end('<p>Welcome to nginx')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    expect((await at(`http://127.0.0.1:${(other.address() as AddressInfo).port}`))[0]).toMatch(
      /^fail .*not this product/,
    );
    other.close();
    expect((await at(`http://127.0.0.1:${await closedPort()}`))[0]).toMatch(/^fail .*is not reached/);
    const lines = await at(url.replace('127.0.0.1', '127.0.0.2'));
    expect(lines.at(-1)).toMatch(/^warn .*in the open/);
  });

  it('ffmpeg: reports its version and missing encoders, and fails without the program', async () => {
    const found = await levels(ffmpegCheck(ready));
    expect(found[0]).toMatch(/^ok ffmpeg \S+, (isolated|without isolation)\.$/);
    expect(await levels(ffmpegCheck({ ...ready, FFMPEG_PATH: '/nowhere/ffmpeg' }))).toEqual([
      expect.stringMatching(/^fail There is no working ffmpeg/),
    ]);
    const poor = join(base, 'poor');
    await mkdir(poor);
    // A script that answers like an ffmpeg build with few encoders.
    await writeFile(
      join(poor, 'ffmpeg'),
      '#!/bin/sh\ncase "$*" in *-encoders*) echo " V..... mjpeg MJPEG";; *-filters*) echo;; *) echo "ffmpeg version 9.0 x";; esac\n',
    );
    await chmod(join(poor, 'ffmpeg'), 0o755);
    expect((await levels(ffmpegCheck({ ...ready, FFMPEG_PATH: join(poor, 'ffmpeg') })))[0]).toBe(
      'fail ffmpeg 9.0 cannot encode libx264, aac, libopus: files wait and cannot be processed.',
    );
  });

  it('node: reports an old version', async () => {
    expect(await levels(nodeCheck('20.19.0'))).toEqual(['warn Node 20.19.0 has been out of support since 2026-04-30.']);
    expect(await levels(nodeCheck())).toEqual([`ok Node ${process.versions.node}.`]);
    expect(endOfLife('postgres', '18.4')).toBe('2030-11-14');
    expect(endOfLife('node', '99.0.0')).toBeNull();
  });

  describe('npm run doctor', () => {
    const doctor = async (settings: Record<string, string>) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/doctor.ts')], {
        cwd: base,
        env: { PATH: process.env['PATH'], ...settings },
      });
      const [out, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { out, problems, code: code as number | null };
    };

    it('exits with 0 on a working installation, and lists every part', async () => {
      const url = server.http.listeningOrigin;
      const smtp = await startSmtp();
      await server.app.db`delete from outbox`;
      await heartbeatLoop.run(server.app);
      const { out, problems, code } = await doctor({
        DATABASE_URL: server.app.env.DATABASE_URL,
        DATA_DIR: server.app.env.DATA_DIR,
        PUBLIC_URL: url,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'a@example.org',
      });
      await smtp.close();
      expect({ code, problems }, out).toEqual({ code: 0, problems: '' });
      for (const part of 'settings node ffmpeg database queue workers storage mail smtp payments sign-in clock public-url'.split(
        ' ',
      ))
        expect(out).toMatch(new RegExp(`^(ok|warn) +${part} `, 'm'));
      expect(out).toContain('Given: PUBLIC_URL, DATA_DIR, DATABASE_URL, SMTP_URL, MAIL_FROM.');
    });

    it('exits with 1 on a broken installation, prints the steps, and reveals no secret', async () => {
      const port = await closedPort();
      const secrets = {
        DATABASE_URL: `postgres://us:the-database-word@127.0.0.1:${port}/scoville`,
        SMTP_URL: `smtp://us:the%20mail%20word@127.0.0.1:${port}`,
        PAYPAL_CLIENT_ID: 'client',
        PAYPAL_SECRET: 'the-paypal-word',
        PAYPAL_WEBHOOK_ID: 'hook',
        PAYPAL_API_URL: `http://127.0.0.1:${port}`,
        NODE_ENV: 'development',
        PLANS: JSON.stringify(
          DEFAULT_PLANS.map((plan, at) => ({ ...plan, planId: plan.price > 0 ? `P-${at}` : null })),
        ),
        ADMIN_PASSWORD: 'the-admin-word',
        OPENID_PROVIDERS: JSON.stringify([
          {
            name: 'one',
            label: 'One',
            issuer: `http://127.0.0.1:${port}`,
            clientId: 'c',
            clientSecret: 'the-openid-word',
          },
        ]),
        S3_BUCKET: 'bucket',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'the-bucket-word',
        DATA_DIR: base,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      };
      const { out, problems, code } = await doctor(secrets);
      expect(code, out).toBe(1);
      for (const part of ['database', 'smtp', 'payments', 'sign-in', 'storage', 'public-url'])
        expect(out).toMatch(new RegExp(`^fail +${part} `, 'm'));
      expect(out).toContain('→ ');
      expect(out + problems).not.toMatch(/the[-% 20]+(database|mail|paypal|admin|openid|bucket)[-% 20]+word/);
    });

    it('reports settings that cannot be used', async () => {
      const { out, code } = await doctor({ PORT: 'many' });
      expect(code).toBe(1);
      expect(out).toMatch(/^fail +settings +The setting PORT is not usable/);
    });
  });
});

describe('running checks', () => {
  it('doesn’t wait for slow checks, keeps the order, and lets one fail alone', async () => {
    const found = await runChecks(
      [
        { part: 'slow', run: () => new Promise(() => {}) },
        { part: 'broken', run: () => Promise.reject(new Error('No.\nat a line')) },
        { part: 'well', run: () => Promise.resolve([ok('Well.')]) },
      ],
      { patience: 50, secrets: [] },
    );
    expect(found.map(({ part, level, text: about }) => `${part} ${level} ${about}`)).toEqual([
      'slow fail No answer within 0 seconds.',
      'broken fail This could not be checked: No.',
      'well ok Well.',
    ]);
  });

  it('waits longer for a check with more patience of its own', async () => {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    // Resolved when the first check is aborted, so 50 ms later both checks have exceeded the general patience.
    const after = () => new Promise<void>((done) => void setTimeout(done, 50));
    const found = await runChecks(
      [
        {
          part: 'slow',
          run: (signal) => {
            signal.addEventListener('abort', () => resolve());
            return new Promise(() => {});
          },
        },
        { part: 'patient', patience: 60_000, run: () => isOver.then(after).then(() => [ok('Late.')]) },
      ],
      { patience: 50, secrets: [] },
    );
    expect(found.map(({ part, level }) => `${part} ${level}`)).toEqual(['slow fail', 'patient ok']);
  });

  it('removes secrets in every form', async () => {
    const env = { ...ready, SMTP_URL: 'smtp://us:my%20word@mail.example.org', ADMIN_PASSWORD: 'abc' };
    const quote = ok('my word, my%20word, abc');
    expect(
      (
        await runChecks([{ part: 'x', run: () => Promise.resolve([quote]) }], {
          patience: 1000,
          secrets: secretsOf(env),
        })
      )[0]?.text,
    ).toBe('…, …, abc');
  });

  it('gives the innermost reason of an error, on one line', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(reasonOf(new TypeError('fetch failed', { cause }))).toBe('connect (ECONNREFUSED)');
    expect(reasonOf(new AggregateError([cause]))).toBe('connect (ECONNREFUSED)');
    expect(reasonOf('a text')).toBe('a text');
  });

  it('writes sizes and durations in words', () => {
    expect([0, 999, 1500, 34_000_000, 3.4e9, 2e13].map(sizeText)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.5 kB',
      '34 MB',
      '3.4 GB',
      '20 TB',
    ]);
    expect([1, 90, 600, 7200, 300_000].map(durationText)).toEqual([
      '1 second',
      '90 seconds',
      '10 minutes',
      '2 hours',
      '3 days',
    ]);
  });
});
