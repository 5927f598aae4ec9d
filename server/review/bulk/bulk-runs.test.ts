import type { BulkRun } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia, setStatus } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { until } from '../../testkit/until.ts';
import { bulkRunJob } from './bulk-runs.jobs.ts';
import { endAbandonedRunsLoop } from './bulk-runs.loops.ts';
import { runBulkRun } from './run-bulk-run.ts';

const PATH = '/api/admin/bulk-runs';

describe('actions on several media and accounts', () => {
  let server: TestServer;
  let admin: Account;
  let musician: Account;
  beforeAll(async () => {
    // The server has no worker: each test runs the job itself, and decides where it is interrupted.
    server = await startTestServer();
    musician = await server.signUp();
  });
  beforeEach(async () => {
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const never = new AbortController().signal;
  const work = (id: string, signal = never) => runBulkRun(server.app, id, { signal, log: server.app.log });
  const start = async (action: object, ids: string[], who = admin): Promise<BulkRun> => {
    const answer = await who.client.post(PATH, { action, ids });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const runs = async (who = admin): Promise<BulkRun[]> => (await who.client.get(PATH)).body.runs;
  /** Starts a run, completes it, and returns the result. */
  const done = async (action: object, ids: string[]): Promise<BulkRun> => {
    const { id } = await start(action, ids);
    await work(id);
    return (await runs()).find((run) => run.id === id)!;
  };
  const media = (more: object = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Cast Iron', published: false, ...more });
  const several = (count: number, more: object = {}) => Promise.all(Array.from({ length: count }, () => media(more)));
  const mediaOf = async (id: string) => (await admin.client.get(`/api/media/${id}`)).body;
  const actsOn = async (id: string) =>
    (
      await server.app.db<{ act: string; actor_id: string }[]>`
        select act, actor_id from audit_log where subject_id = ${id} order by created_at, id`
    ).map(({ act, actor_id }) => [act, actor_id === admin.me.id]);

  it('ADM-06 ADM-14 continue after a failure, and list each failed item with its reason', async () => {
    const ids = await several(3);
    const busy = await media({ title: 'Still on the fire' });
    await setStatus(server.app.db, busy, 'transcoding');
    const gone = newId();
    const run = await start({ name: 'publish-media' }, [ids[0]!, busy, ids[1]!, gone, ids[2]!]);
    expect(run).toMatchObject({
      action: 'publish-media',
      finishedOn: null,
      total: 5,
      done: 0,
      failed: 0,
      failures: [],
    });
    await work(run.id);
    expect((await runs())[0]).toMatchObject({
      id: run.id,
      finishedOn: expect.any(String),
      total: 5,
      done: 3,
      failed: 2,
      failures: [
        { id: busy, name: 'Still on the fire', reason: expect.stringMatching(/^.{10,}$/) },
        { id: gone, name: null, reason: expect.stringContaining('not found') },
      ],
    });
    for (const id of ids) {
      expect(await mediaOf(id)).toMatchObject({ published: true });
      expect(await actsOn(id)).toEqual([['changed-media', true]]);
    }
    expect(await mediaOf(busy)).toMatchObject({ published: false });
    expect(await actsOn(busy)).toEqual([]);
    expect(await actsOn(run.id)).toEqual([['started-bulk-action', true]]);
  });

  it('ADM-07 ADM-08 ADM-09 ADM-10 have the same effects as the calls for single media', async () => {
    const ids = await several(2);
    const [soul] = await server.app.db<{ id: string }[]>`select id from categories where slug = 'soul'`;
    const all = { total: 2, done: 2, failed: 0 };
    expect(await done({ name: 'allow-curation' }, ids)).toMatchObject(all);
    expect(await mediaOf(ids[0]!)).toMatchObject({ published: true, allowCuration: true });
    const verdict = { curationStats: { storytelling: 75, execution: 75, thumbnailArt: 75 } };
    expect(await done({ name: 'curate-media', verdict }, ids)).toMatchObject(all);
    expect(await mediaOf(ids[1]!)).toMatchObject({ score: 75 });
    expect(await done({ name: 'place-media', place: { curatedGenre: soul!.id } }, ids)).toMatchObject(all);
    expect(await mediaOf(ids[1]!)).toMatchObject({ curatedGenre: { slug: 'soul' } });
    expect(await done({ name: 'unpublish-media' }, ids)).toMatchObject(all);
    expect(await mediaOf(ids[0]!)).toMatchObject({ published: false, allowCuration: false });
    expect(await done({ name: 'delete-media' }, ids)).toMatchObject(all);
    expect((await admin.client.get(`/api/media/${ids[0]}`)).status).toBe(404);
    const chopped = await several(2, { published: true, allowCuration: true });
    expect(await done({ name: 'reject-media', reason: 'Too raw.' }, chopped)).toMatchObject(all);
    expect(await mediaOf(chopped[0]!)).toMatchObject({ rejectedOn: expect.any(String) });
  });

  it('ADM-05 change, suspend and delete accounts, with the same refusals as single calls', async () => {
    const people = [await server.signUp({ firstName: 'Ada' }), await server.signUp({ firstName: 'Ben' })];
    const ids = people.map(({ me }) => me.id);
    const both = { total: 2, done: 2, failed: 0 };
    const rights = () => server.app.db`
      select role, is_curator, deleted_at is not null as gone from users where id = any(${ids}) order by created_at, id`;
    expect(await done({ name: 'certify-users' }, ids)).toMatchObject(both);
    expect(await done({ name: 'make-administrators' }, ids)).toMatchObject(both);
    expect(await rights()).toMatchObject([
      { role: 'admin', is_curator: true },
      { role: 'admin', is_curator: true },
    ]);
    expect(await done({ name: 'revoke-certifications' }, ids)).toMatchObject(both);
    expect(await done({ name: 'remove-administrators' }, ids.slice(0, 1))).toMatchObject({ done: 1 });
    const suspension = { reason: 'Spam.', days: 3 };
    expect(await done({ name: 'suspend-users', suspension }, ids)).toMatchObject({
      done: 1,
      failures: [
        {
          id: ids[1],
          name: 'Ben Tester',
          reason: 'This is an administrator. Take the role away first, then suspend the account.',
        },
      ],
    });
    expect(await done({ name: 'lift-suspensions' }, ids)).toMatchObject({ done: 1, failed: 1 });
    expect(await done({ name: 'delete-users' }, ids)).toMatchObject(both);
    expect(await rights()).toMatchObject([{ gone: true }, { gone: true }]);
    expect((await actsOn(ids[0]!)).at(-1)).toEqual(['deleted-user', true]);
  });

  it('are performed once per item, even if interrupted anywhere, resumed twice, and run concurrently', async () => {
    const ids = await several(6);
    const { id } = await start({ name: 'publish-media' }, ids);
    const stop = new AbortController();
    const broken = work(id, stop.signal).catch((error: unknown) => error);
    await until(async () => expect((await runs())[0]!.done).toBeGreaterThan(0));
    stop.abort(new Error('The worker was killed.'));
    await broken;
    await Promise.all([work(id), work(id), work(id)]);
    expect((await runs())[0]).toMatchObject({ finishedOn: expect.any(String), done: 6, failed: 0 });
    for (const one of ids) expect(await actsOn(one)).toEqual([['changed-media', true]]);
    // Another run does nothing; deleting twice would fail.
    await work(id);
    expect((await runs())[0]).toMatchObject({ done: 6, failed: 0 });
  });

  it('end when the administrator has lost the role', async () => {
    const ids = await several(2);
    const { id } = await start({ name: 'delete-media' }, ids);
    await server.app.db`update users set role = 'user' where id = ${admin.me.id}`;
    await work(id);
    await server.app.db`update users set role = 'admin' where id = ${admin.me.id}`;
    const reason = 'You are no longer an administrator.';
    expect((await runs())[0]).toMatchObject({ done: 0, failed: 2, failures: [{ reason }, { reason }] });
    expect(await mediaOf(ids[0]!)).toMatchObject({ id: ids[0] });
  });

  it('end when their job is given up, list the remaining items as failed, and can be dismissed', async () => {
    const ids = await several(3);
    const [given, waiting] = [
      await start({ name: 'publish-media' }, ids),
      await start({ name: 'unpublish-media' }, ids.slice(0, 1)),
    ];
    const { db, queue } = server.app;
    await db`update bulk_items set state = 'done' where run_id = ${given.id} and position = 1`;
    await endAbandonedRunsLoop.run(server.app);
    expect((await runs()).map(({ finishedOn }) => finishedOn)).toEqual([null, null]);

    // pg-boss writes this state after the last try, whether the worker is alive or not.
    const job = (await queue.boss.findJobs<{ runId: string }>(bulkRunJob.name)).find(
      (one) => one.data.runId === given.id,
    );
    await db`update pgboss.job set state = 'failed', completed_on = now() where id = ${job!.id}`;
    await endAbandonedRunsLoop.run(server.app);
    const reason = 'This was not done: the action was given up after repeated errors. Please start it again.';
    const [next, ended] = await runs();
    expect(next).toMatchObject({ id: waiting.id, finishedOn: null });
    expect(ended).toMatchObject({ id: given.id, finishedOn: expect.any(String), total: 3, done: 1, failed: 2 });
    expect(ended?.failures.map((one) => one.reason)).toEqual([reason, reason]);
    // If an administrator retries the job anyway, it does nothing.
    await work(given.id);
    for (const id of ids) expect(await actsOn(id)).toEqual([]);
    await admin.client.delete(`${PATH}/${given.id}`);
    expect((await runs()).map(({ id }) => id)).toEqual([waiting.id]);
    await queue.boss.cancel(
      bulkRunJob.name,
      (await queue.boss.findJobs<{ runId: string }>(bulkRunJob.name)).find((one) => one.data.runId === waiting.id)!.id,
    );
    await endAbandonedRunsLoop.run(server.app);
    expect((await runs())[0]).toMatchObject({ failed: 1, finishedOn: expect.any(String) });
  });

  it('are visible only to their administrator, and can be dismissed once finished', async () => {
    const other = await server.signUp({ role: 'admin' });
    const { id } = await start({ name: 'publish-media' }, await several(1));
    await admin.client.delete(`${PATH}/${id}`);
    expect(await runs()).toHaveLength(1);
    await work(id);
    expect(await runs(other)).toEqual([]);
    await other.client.delete(`${PATH}/${id}`);
    expect(await runs()).toHaveLength(1);
    expect((await admin.client.delete(`${PATH}/${id}`)).body).toEqual({ dismissed: true });
    expect(await runs()).toEqual([]);
  });

  it('reject unknown actions, no ids and too many; an id that is sent twice counts once', async () => {
    const [one] = await several(1);
    const refused = async (action: object, ids: string[]) =>
      (await admin.client.post(PATH, { action, ids })).body.errors?.[0]?.field;
    expect(await refused({ name: 'publish-media' }, [])).toBe('ids');
    expect(await refused({ name: 'publish-media' }, Array.from({ length: 501 }, newId))).toBe('ids');
    expect(await refused({ name: 'suspend-users', suspension: { reason: '', days: 3 } }, [one!])).toBe(
      'action.suspension.reason',
    );
    expect((await admin.client.post(PATH, { action: { name: 'paint' }, ids: [one] })).status).toBe(400);
    expect((await start({ name: 'publish-media' }, [one!, one!])).total).toBe(1);
  });
});

describe('the worker', () => {
  it('performs an action that was started', async () => {
    const server = await startTestServer({}, { worker: true });
    const admin = await server.signUp({ role: 'admin' });
    const id = await insertMedia(server.app.db, { musicianId: admin.me.id, published: false });
    await admin.client.post(PATH, { action: { name: 'publish-media' }, ids: [id] });
    await until(async () => expect((await admin.client.get(PATH)).body.runs[0]).toMatchObject({ done: 1 }));
    await server.close();
  });
});
