import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../scripts/patience.ts';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode, transcodeLong } from './transcode.ts';
import { transcodeJob, transcodeLongJob } from './processing.jobs.ts';
import { attemptOf } from '../../testkit/media.ts';

const execute = promisify(execFile);
let folder: string;
/** Fifty minutes of silence, in half a megabyte. */
let long: Buffer;
let short: Buffer;
const servers: TestServer[] = [];

const silence = async (seconds: number) => {
  const path = join(folder, `${seconds}.flac`);
  await execute('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', `anullsrc=r=44100:d=${seconds}`, path]);
  return readFile(path);
};
/** Two seconds of sound whose header claims this many minutes. */
const saying = async (minutes: number) => {
  const bytes = await silence(2);
  // The last 36 of these 64 bits are the number of samples (RFC 9639, 8.2).
  const samples = BigInt(minutes * 60 * 44_100);
  bytes.writeBigUInt64BE((bytes.readBigUInt64BE(18) & ~0xf_ffff_ffffn) | samples, 18);
  return bytes;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-lanes-'));
  [long, short] = [await silence(50 * 60), await readFile(await song({ seconds: 1, format: 'mp3' }))];
}, patient(60_000));
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
afterAll(() => rm(folder, { recursive: true }));

const start = async (settings: Record<string, string>, options?: { worker: boolean }): Promise<TestServer> => {
  const server = await startTestServer(settings, options);
  servers.push(server);
  return server;
};
const upload = async ({ client }: Account, name: string, bytes: Buffer): Promise<string> => {
  const { status, body } = await client.upload('/api/upload', { name, bytes });
  expect(status).toBe(202);
  return body.media.id;
};
const statusOf = async ({ client }: Account, id: string): Promise<string> =>
  (await client.get(`/api/media/${id}`)).body.status;
const runJob = async (server: TestServer, handler: typeof transcode, mediaId: string) =>
  handler(server.app, await attemptOf(server.app.db, mediaId), {
    id: newId(),
    signal: new AbortController().signal,
    isLast: false,
    log: server.app.log,
  });
const jobsOf = async (server: TestServer, job: typeof transcodeJob, mediaId: string) => {
  const { sourceId } = await attemptOf(server.app.db, mediaId);
  return server.app.queue.boss.findJobs(job.name, { data: { sourceId } });
};

describe('F18 long work of one account', () => {
  it(
    'does not delay another’s song, which is completed first even if one file is converted at a time',
    async () => {
      const server = await start({ WORKER_CONCURRENCY: '1', SHORT_WORK_SECONDS: '3600' }, { worker: true });
      const [one, other] = [await server.signUp(), await server.signUp()];
      const film = await upload(one, 'long.flac', long);
      const soon = { timeout: patient(30_000), interval: 50 };
      await expect.poll(() => statusOf(one, film), soon).toBe('transcoding');
      const first = await upload(other, 'song.mp3', short);
      await expect.poll(() => statusOf(other, first), soon).toBe('complete');
      expect(await statusOf(one, film)).toBe('transcoding');
    },
    patient(60_000),
  );

  it(
    'shares the lane with that of another account, while a second file of the first account waits',
    async () => {
      const server = await start({ WORKER_CONCURRENCY: '1' }, { worker: true });
      const [many, other] = [await server.signUp({ plan: 'ghost-pepper' }), await server.signUp()];
      const soon = { timeout: patient(30_000), interval: 50 };
      const [first, second] = [await upload(many, 'long.flac', long), await upload(many, 'long.flac', long)];
      // Without the limit per account, this file would begin at once, long before the other account's is in this lane.
      await expect.poll(() => jobsOf(server, transcodeLongJob, second), soon).toHaveLength(1);
      const third = await upload(other, 'long.flac', long);
      const states = () => Promise.all([statusOf(many, first), statusOf(many, second), statusOf(other, third)]);
      await expect.poll(states, soon).toEqual(['transcoding', 'queued', 'transcoding']);
    },
    patient(60_000),
  );

  it(
    'is moved to the other lane once, before it begins, and is completed there',
    async () => {
      const server = await start({});
      const account = await server.signUp();
      const id = await upload(account, 'long.flac', await saying(50));
      await runJob(server, transcode, id);
      expect(await statusOf(account, id)).toBe('queued');
      expect(await jobsOf(server, transcodeLongJob, id)).toHaveLength(1);
      await runJob(server, transcodeLong, id);
      expect(await statusOf(account, id)).toBe('complete');
      expect(await jobsOf(server, transcodeLongJob, id)).toHaveLength(1);
    },
    patient(60_000),
  );

  it('is moved to its lane, even if it was estimated as short, when the time for short work is over', async () => {
    const server = await start({ SHORT_WORK_SECONDS: '1' });
    const account = await server.signUp({ plan: 'ghost-pepper' });
    // Short by the estimate, but more than a second of work.
    const id = await upload(account, 'mix.wav', await readFile(await song({ seconds: 60, format: 'wav' })));
    await runJob(server, transcode, id);
    expect((await account.client.get('/api/upload/progress')).body.progress[0]).toMatchObject({
      stage: 'Queued',
      progress: 0,
    });
    expect(await jobsOf(server, transcodeLongJob, id)).toHaveLength(1);
  });

  it('fails with a message to its owner if it exceeds the time limit, and is not started again', async () => {
    const server = await start({ LONG_WORK_SECONDS: '1' });
    const account = await server.signUp();
    const id = await upload(account, 'long.flac', long);
    await runJob(server, transcode, id);
    await runJob(server, transcodeLong, id);
    const media = (await account.client.get(`/api/media/${id}`)).body;
    expect([media.status, media.error.message]).toEqual([
      'failed',
      'This file takes too long to decode. Export it again as MP3, FLAC, WAV or MP4 with H.264.',
    ]);
    expect(await jobsOf(server, transcodeLongJob, id)).toHaveLength(1);
    expect(await jobsOf(server, transcodeJob, id)).toHaveLength(1);
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
  });

  it('alternates with other accounts: each account’s first file is started before any second file', async () => {
    const server = await start({});
    const [many, other] = [await server.signUp({ plan: 'ghost-pepper' }), await server.signUp()];
    const order: string[] = [];
    const bytes = await saying(50);
    const flood: string[] = [];
    for (const name of ['a.flac', 'b.flac', 'c.flac']) flood.push(await upload(many, name, bytes));
    for (const id of flood) await runJob(server, transcode, id);
    const first = await upload(other, 'd.flac', bytes);
    await runJob(server, transcode, first);
    for (let i = 0; i < 4; i += 1) {
      const [job] = await server.app.queue.boss.fetch<{ sourceId: string }>(transcodeLongJob.name);
      if (job) order.push(job.data.sourceId);
    }
    const inTurn = [flood[0], first, flood[1], flood[2]].map(
      async (id) => (await attemptOf(server.app.db, id ?? '')).sourceId,
    );
    expect(order).toEqual(await Promise.all(inTurn));
  });

  it('is refused before the conversion, with the plan’s limit, if it is longer than the plan allows', async () => {
    const server = await start({});
    const account = await server.signUp();
    const id = await upload(account, 'longer.flac', await silence(90 * 60));
    await runJob(server, transcode, id);
    const media = (await account.client.get(`/api/media/${id}`)).body;
    expect(media.status).toBe('failed');
    expect(media.error.message).toBe(
      'This recording is longer than the 60 minutes that your plan allows. Cut it into shorter parts and upload them one by one.',
    );
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
    expect(await jobsOf(server, transcodeLongJob, id)).toHaveLength(0);
  });
});
