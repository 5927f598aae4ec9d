import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { startSmtp } from '../../testkit/smtp.ts';
import { endHeartbeat, examineMachineLoop, heartbeatLoop } from './health.loops.ts';
import { cacheHealth } from './cached-health.ts';
import { markAlive } from './workers.queries.ts';
import { newId } from '../../platform/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { folder: true });
});
afterAll(() => server.close());
beforeEach(() => server.app.db`delete from workers`);

const look = () => cacheHealth(server.app, { kept: 0, costlyKept: 0 })();
const levelOf = async (part: string) =>
  (await look()).findings.filter((finding) => finding.part === part).map(({ level, text }) => `${level} ${text}`);

it('the health of the installation is shown to administrators only, in one response', async () => {
  expect((await server.visitor().get('/api/admin/health')).status).toBe(401);
  expect((await (await server.signUp()).client.get('/api/admin/health')).status).toBe(403);
  await examineMachineLoop.run(server.app);
  const { client } = await server.signUp({ role: 'admin' });
  const { status, body, headers } = await client.get('/api/admin/health');
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('private');
  const parts = new Set(body.findings.map(({ part }: { part: string }) => part));
  for (const part of ['database', 'queue', 'workers', 'storage', 'mail', 'smtp']) expect(parts).toContain(part);
  expect(body.workers).toMatchObject([{ silent: false, findings: expect.arrayContaining([]) as unknown }]);
  expect(body.workers[0].findings.map(({ part }: { part: string }) => part)).toEqual(
    expect.arrayContaining(['node', 'ffmpeg']),
  );
  expect(body.queues.map(({ name }: { name: string }) => name)).toContain('transcode');
});

it('a live worker is ok, a silent one is missed, one that stopped is not, and none at all is a failure', async () => {
  expect(await levelOf('workers')).toEqual([expect.stringMatching(/^fail No worker runs/)]);
  await heartbeatLoop.run(server.app);
  expect(await levelOf('workers')).toEqual([expect.stringMatching(/^ok 1 worker running on /)]);
  await markAlive(server.app.db, newId(), 'elsewhere');
  await server.app.db`update workers set seen_at = now() - interval '5 minutes' where machine = 'elsewhere'`;
  expect(await levelOf('workers')).toEqual([
    expect.stringMatching(/^ok 1 worker/),
    expect.stringMatching(/^warn A worker on elsewhere went silent 5 minutes ago/),
  ]);
  expect((await look()).workers.map(({ machine, silent }) => [machine === 'elsewhere', silent])).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  );
  await server.app.db`update workers set seen_at = now() - interval '2 hours' where machine = 'elsewhere'`;
  await heartbeatLoop.run(server.app);
  expect(await levelOf('workers')).toHaveLength(1);
  await endHeartbeat(server.app);
  expect(await server.app.db`select 1 from workers`).toEqual([]);
});

it('the health is checked once for concurrent callers, and again later', async () => {
  const kept = cacheHealth(server.app, { kept: 60_000 });
  const [one, other] = await Promise.all([kept(), kept()]);
  expect(other).toBe(one);
  expect(await kept()).toBe(one);
  const fleeting = cacheHealth(server.app, { kept: -1 });
  expect(await fleeting()).not.toBe(await fleeting());
});

it('costly checks run every five minutes, and others every ten seconds', async () => {
  const smtp = await startSmtp();
  let time = Date.now();
  const start = new Date(time).toISOString();
  const app = { ...server.app, env: { ...server.app.env, SMTP_URL: smtp.url, MAIL_FROM: 'post@example.org' } };
  const current = cacheHealth(app, { now: () => time });
  const timeOf = ({ findings }: Awaited<ReturnType<typeof current>>, name: string) =>
    findings.find(({ part }) => part === name)?.checkedOn;
  // An open screen asks every ten seconds.
  let latest = await current();
  for (let times = 0; times < 29; times += 1) {
    time += 10_001;
    latest = await current();
  }
  expect(smtp.connections()).toBe(1);
  for (const part of ['smtp', 'payments', 'sign-in', 'clock', 'storage'])
    expect(timeOf(latest, part), part).toBe(start);
  for (const part of ['database', 'queue', 'workers', 'mail'])
    expect(timeOf(latest, part), part).toBe(latest.checkedOn);
  expect(latest.checkedOn).toBe(new Date(time).toISOString());
  time += 10_001;
  expect(timeOf(await current(), 'smtp')).toBe(new Date(time).toISOString());
  expect(smtp.connections()).toBe(2);
  await smtp.close();
});

it('a part that hangs only delays the response by its limit, and is reported as failed', async () => {
  const never = new Promise<never>(() => {});
  const hanging = { ...server.app, storage: { ...server.app.storage, put: () => never } };
  const { findings } = await cacheHealth(hanging)();
  expect(findings.find(({ part }) => part === 'storage')).toMatchObject({
    level: 'fail',
    text: 'No answer within 3 seconds.',
  });
  expect(findings.find(({ part }) => part === 'database')?.level).not.toBe('fail');
});
