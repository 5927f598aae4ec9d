import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../platform/app-context.ts';
import { type Pool, transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { advance, claim, fail, recordProgress } from './processing.queries.ts';
import { transcode } from './transcode.ts';
import { transcodeJob } from './processing.jobs.ts';
import { attemptOf } from '../../testkit/media.ts';
import { rescueSourcesLoop } from './processing.loops.ts';

let server: TestServer;
beforeAll(async () => {
  // No worker, so that each test decides how a job ends.
  server = await startTestServer();
});
afterAll(() => server.close());

const upload = async (account: Account): Promise<string> => {
  const bytes = await readFile(await song({ seconds: 1, format: 'mp3' }));
  const answer = await account.client.upload('/api/upload', { name: 'song.mp3', bytes });
  return answer.body.media.id;
};
const retry = async (account: Account, id: string): Promise<void> => {
  expect((await account.client.post(`/api/upload/retry/${id}`)).status).toBe(200);
};
const see = async (account: Account, id: string) => (await account.client.get(`/api/media/${id}`)).body;
const jobsOf = async (id: string) =>
  server.app.queue.boss.findJobs(transcodeJob.name, {
    data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
  });
/** Puts the open jobs of a song into this state, and makes its source look unchanged for two minutes. */
const jobsEnd = async (id: string, state: 'failed' | 'cancelled'): Promise<void> => {
  await server.app.db`
    update pgboss.job set state = ${state} where data->>'sourceId' = ${(await attemptOf(server.app.db, id)).sourceId} and state < 'completed'`;
  await server.app.db`update sources set updated_at = now() - interval '2 minutes' where owner_id = ${id}`;
};
const givenUp = async (account: Account): Promise<string> => {
  const id = await upload(account);
  await jobsEnd(id, 'failed');
  await rescueSourcesLoop.run(server.app);
  expect((await see(account, id)).status).toBe('failed');
  return id;
};

describe('a file that is retried after its tries were used up', () => {
  it('gets a new job when the job of its new attempt is lost, no matter how its earlier jobs ended', async () => {
    const account = await server.signUp();
    const id = await givenUp(account);
    await retry(account, id);
    await jobsEnd(id, 'cancelled');
    await rescueSourcesLoop.run(server.app);
    expect(await see(account, id)).toMatchObject({ status: 'queued', error: null });
    expect((await jobsOf(id)).filter((job) => job.state === 'created')).toHaveLength(1);
    expect((await account.client.get('/api/users/me')).body.used).toBe(1);
  });

  it('fails again once the tries of the new attempt are used up, too', async () => {
    const account = await server.signUp();
    const id = await givenUp(account);
    await retry(account, id);
    await jobsEnd(id, 'failed');
    await rescueSourcesLoop.run(server.app);
    expect((await see(account, id)).status).toBe('failed');
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
  });

  it('is not failed by a worker that had given up the old attempt before the owner retried', async () => {
    const account = await server.signUp();
    const id = await upload(account);
    await jobsEnd(id, 'failed');
    await rescueSourcesLoop.run(
      interrupted(server.app, async () => {
        await rescueSourcesLoop.run(server.app);
        await retry(account, id);
      }),
    );
    expect(await see(account, id)).toMatchObject({ status: 'queued', error: null });
    expect((await account.client.get('/api/users/me')).body.used).toBe(1);
  });
});

describe('a worker that resumes an attempt that was given up', () => {
  it('changes neither the stage nor the percent nor the end of the next attempt', async () => {
    const account = await server.signUp();
    const id = await upload(account);
    const { db } = server.app;
    const { sourceId } = await attemptOf(db, id);
    const first = await claim(db, { sourceId, attempt: 1 });
    if (first === null) throw new Error('There was nothing to do.');
    await jobsEnd(id, 'failed');
    await rescueSourcesLoop.run(server.app);
    await retry(account, id);
    const second = await claim(db, { sourceId, attempt: 2 });
    expect(second?.attempt).toBe(2);

    const before = await see(account, id);
    expect(before.stage).toBe('Checking');
    for (const event of ['transcode', 'requeue'] as const)
      expect(await transaction(db, (tx) => advance(tx, first, event))).toBeNull();
    expect(await recordProgress(db, first, 'probing', 50)).toBe(false);
    const error = { id: newId(), message: 'The first attempt failed.' };
    expect(await transaction(db, (tx) => fail(tx, first, error))).toBe(false);
    // The queue may also hand out the old job again, which then must do no work.
    const run = { id: newId(), signal: new AbortController().signal, isLast: true, log: server.app.log };
    await transcode(server.app, { sourceId, attempt: 1 }, run);
    expect(await see(account, id)).toEqual(before);

    expect(await transaction(db, (tx) => fail(tx, { sourceId, attempt: 2 }, error))).toBe(true);
    expect((await see(account, id)).error).toEqual(error);
  });
});

/** The app of a worker that calls `act` after its first transaction, and waits until it has run. */
function interrupted(app: App, act: () => Promise<void>): App {
  let waits = true;
  const begin = async (work: Parameters<Pool['begin']>[1]) => {
    const result = await app.db.begin(work);
    if (waits) {
      waits = false;
      await act();
    }
    return result;
  };
  const db = new Proxy(app.db, { get: (pool, name) => (name === 'begin' ? begin : Reflect.get(pool, name)) });
  return { ...app, db };
}
