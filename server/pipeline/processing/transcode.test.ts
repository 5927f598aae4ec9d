import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance } from './processing.queries.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { JobLost, type JobRun } from '../../platform/jobs/job.ts';
import { broken, song, video } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from './transcode.ts';
import { transcodeJob } from './processing.jobs.ts';
import { rescueSourcesLoop } from './processing.loops.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { attemptOf } from '../../testkit/media.ts';

let server: TestServer;
beforeAll(async () => {
  // No worker: each test runs the job itself, so that it can interrupt it where it wants.
  server = await startTestServer();
});
afterAll(() => server.close());

const upload = async (account: Account, path: string, name = 'song.mp3'): Promise<string> => {
  const answer = await account.client.upload('/api/upload', { name, bytes: await readFile(path) });
  expect(answer.status).toBe(202);
  return answer.body.media.id;
};
const run = (options: Partial<JobRun> = {}): JobRun => ({
  id: newId(),
  signal: new AbortController().signal,
  isLast: false,
  log: server.app.log,
  ...options,
});
/** Runs the job of the newest attempt at a song or video. */
const runJob = async (mediaId: string, options?: Partial<JobRun>) => {
  await transcode(server.app, await attemptOf(server.app.db, mediaId), run(options));
};
const see = async (account: Account, id: string) => (await account.client.get(`/api/media/${id}`)).body;
const unlimited = () => server.signUp({ plan: 'ghost-pepper' });
const tracks = { title: 'From The Tag', comment: 'Made in a kitchen.', genre: 'soul' };
const working = () => readdir(join(server.app.env.DATA_DIR, 'work'), { recursive: true }).catch(() => []);
const files = async (mediaId: string) => {
  const names: string[] = [];
  for (const root of [`media/${mediaId}`, `originals/${mediaId}`, `artwork/${mediaId}`])
    for await (const key of server.app.storage.list(root)) names.push(key);
  return names;
};

describe('a song', () => {
  it('D-28 UP-25 becomes complete with two renditions, its waveform, its loudness and its report', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 3, format: 'flac' }), 'a.flac');
    await runJob(id);
    const media = await see(account, id);
    expect(media).toMatchObject({
      status: 'complete',
      stage: 'Complete',
      progress: 100,
      mediaType: 'song',
      error: null,
    });
    expect(media.sources.map((source: { type: string }) => source.type)).toEqual(['audio/mp4', 'audio/webm']);
    expect(media.length).toBeCloseTo(3, 1);
    expect(media.peaks).toHaveLength(800);
    expect(media.loudness.integrated).toBeLessThan(0);
    expect(media.report.findings).toBeInstanceOf(Array);
    const played = await account.client.get(media.sources[0].url);
    expect([played.status, played.headers['content-type']]).toEqual([200, 'audio/mp4']);
    expect(await working()).toHaveLength(1);
  });

  it('takes title, description, genres, tags and cover from the file, unless the owner edited them', async () => {
    const account = await unlimited();
    const path = await song({ seconds: 1, format: 'mp3', tags: tracks, cover: true });
    const [plain, edited] = [await upload(account, path, 'track-9.mp3'), await upload(account, path, 'track-9.mp3')];
    await server.app
      .db`update media set title = 'Mine', tags = '{own}', genres = '{Dub}', genre_slugs = '{dub}' where id = ${edited}`;
    await runJob(plain);
    await runJob(edited);
    const media = await see(account, plain);
    expect(media).toMatchObject({ title: 'From The Tag', tags: [{ text: 'soul' }] });
    // As reviewers spell it.
    expect(media.genres).toEqual([{ id: expect.any(String), name: 'Soul', slug: 'soul' }]);
    expect(media.artwork.jpeg700).toContain(`/artwork/${plain}/`);
    expect(media.background).toMatch(/^#[0-9a-f]{6}$/);
    expect((await account.client.get(media.artwork.webp200)).headers['content-type']).toBe('image/webp');
    expect(await see(account, edited)).toMatchObject({
      title: 'Mine',
      tags: [{ text: 'own' }],
      genres: [{ id: null, name: 'Dub', slug: 'dub' }],
    });
  });

  it('X-16 turns a listener into a musician once it is complete, not before', async () => {
    const account = await server.signUp();
    await server.app.db`update users set type = 'Listener' where id = ${account.me.id}`;
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    const type = async () => (await account.client.get('/api/users/me')).body['_type'];
    expect(await type()).toBe('Listener');
    await runJob(id);
    expect(await type()).toBe('Musician');
  });
});

/** Runs `act` and returns each change of the source's status and playback, in order. */
async function changesOf(mediaId: string, act: () => Promise<void>) {
  const { db } = server.app;
  await db.unsafe(`
    create table changes (at serial, status text, roles int, type text, length real, loudness real);
    create function note_change() returns trigger language plpgsql as $$ begin
      insert into changes (status, roles, type, length, loudness)
        values (new.status, jsonb_array_length(new.playback), new.type, new.length_seconds, new.loudness_lufs);
      return null; end $$;
    create trigger note_change after update on sources for each row when (new.owner_id = '${mediaId}')
      execute function note_change()`);
  try {
    await act();
    return await db<{ status: string; roles: number; type: string; length: number; loudness: number | null }[]>`
      select status, roles, type, length, loudness from changes order by at`;
  } finally {
    await db.unsafe(`drop trigger note_change on sources; drop function note_change; drop table changes`);
  }
}

describe('a processed file', () => {
  it.each([
    ['complete', () => song({ seconds: 1, format: 'mp3' })],
    ['failed', () => broken('no-index-mp4')],
  ])(
    'is %s even if its leftovers cannot be removed, and does not wait for the due deletions of others',
    async (status, made) => {
      const account = await unlimited();
      const id = await upload(account, await made());
      const { db } = server.app;
      const { sourceId } = await attemptOf(db, id);
      const [own, stuck] = [`media/${id}/${sourceId}/earlier`, `media/${id}/${sourceId}/locked`];
      const others = Array.from({ length: 50 }, () => `media/${newId()}/run`);
      await markForDeletion(db, [...others, `media/${id}/${sourceId}0/run`], -2);
      await markForDeletion(db, [stuck, own], -1);
      const removed: string[] = [];
      const remove = async (key: string): Promise<void> => {
        removed.push(key);
        if (key === stuck) throw new Error('It is locked.');
      };
      const app = { ...server.app, storage: { ...server.app.storage, remove } };
      await transcode(app, await attemptOf(db, id), run({ log: app.log }));
      expect((await see(account, id)).status).toBe(status);
      expect(removed).toEqual(expect.arrayContaining([own, stuck]));
      expect(removed.filter((key) => !key.startsWith(`media/${id}/${sourceId}/`))).toEqual([]);
      const left = await db<{ prefix: string }[]>`delete from pending_deletions where due_at < now() returning prefix`;
      expect(left.map(({ prefix }) => prefix).filter((prefix) => others.includes(prefix))).toHaveLength(50);
      expect(left.map(({ prefix }) => prefix)).toContain(stuck);
    },
  );
});

describe('a first rendition', () => {
  it('can be played with its measured loudness before the song’s second rendition is done', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 3, format: 'flac' }), 'a.flac');
    const changes = await changesOf(id, () => runJob(id));
    const playable = changes.find(({ roles }) => roles === 1);
    expect(['transcoding', 'finishing']).toContain(playable?.status);
    expect(playable).toMatchObject({ type: 'song', loudness: expect.closeTo(changes.at(-1)?.loudness ?? 0, 3) });
    expect(playable?.length).toBeCloseTo(3, 1);
    expect(changes.at(-1)).toMatchObject({ status: 'complete', roles: 2 });
  });
});

describe('a video', () => {
  it('UP-25 D-28 becomes an HLS ladder with a poster as its artwork', async () => {
    const account = await unlimited();
    const id = await upload(account, await video({ seconds: 2, width: 640, height: 360 }), 'clip.mp4');
    await runJob(id);
    const media = await see(account, id);
    expect(media).toMatchObject({ status: 'complete', mediaType: 'video' });
    expect(media.sources[0].type).toBe('application/vnd.apple.mpegurl');
    const master = await account.client.get(media.sources[0].url);
    expect(master.text).toContain('#EXT-X-STREAM-INF');
    expect((await account.client.get(media.poster)).headers['content-type']).toBe('image/jpeg');
    expect(media.seekPreview).toMatchObject({ interval: 1, count: 2 });
    expect((await account.client.get(media.seekPreview.url)).headers['content-type']).toBe('image/jpeg');
    expect(media.artworkImg).not.toBeNull();
  });

  it('UP-25 is completed, too, when it is so short that a file is encoded after the checks', async () => {
    const account = await unlimited();
    const id = await upload(account, await video({ seconds: 0.5, width: 320, height: 240 }), 'blink.mp4');
    await runJob(id);
    const media = await see(account, id);
    expect(media).toMatchObject({ status: 'complete', mediaType: 'video' });
    expect(media.sources[0].type).toBe('video/mp4');
  });
});

describe('a file that cannot be used', () => {
  it('ME-24 UP-07 fails at once with a message and an id, and gives its place in the plan back', async () => {
    const account = await server.signUp();
    const id = await upload(account, await broken('no-index-mp4'), 'clip.mp4');
    await runJob(id);
    const media = await see(account, id);
    expect(media).toMatchObject({
      status: 'failed',
      stage: 'Failed',
      sources: [],
      can: { publish: false, retry: true },
    });
    expect(media.error.message).toMatch(/^This .+\./);
    expect(media.error.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
    expect((await account.client.get('/api/upload/progress')).body.progress[0]).toMatchObject({
      stage: 'Failed',
      error: true,
      errorMsg: media.error.message,
    });
    expect(JSON.stringify(await see({ ...account, client: server.visitor() }, id))).not.toContain(media.error.id);
  });

  it('can be retried only by its owner, which takes a place in the plan again', async () => {
    const account = await server.signUp();
    const id = await upload(account, await broken('no-index-mp4'), 'clip.mp4');
    await runJob(id);
    await account.client.delete('/api/upload/progress/clip.mp4');
    expect((await (await server.signUp()).client.post(`/api/upload/retry/${id}`)).status).toBe(404);
    // The retry is sent without a body, because it needs none.
    const answer = await account.client.send({ method: 'POST', url: `/api/upload/retry/${id}` });
    expect([answer.status, answer.body.stage, answer.body.error]).toEqual([200, 'Queued', null]);
    expect((await account.client.get('/api/users/me')).body.used).toBe(1);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(1);
    expect((await account.client.post(`/api/upload/retry/${id}`)).status).toBe(409);
    await runJob(id);
    expect((await see(account, id)).status).toBe('failed');
  });

  it('cannot be retried when the plan has no place left', async () => {
    const account = await server.signUp();
    const id = await upload(account, await broken('no-index-mp4'), 'clip.mp4');
    await runJob(id);
    await upload(account, await song({ seconds: 1, format: 'mp3' }));
    const answer = await account.client.post(`/api/upload/retry/${id}`);
    expect([answer.status, answer.body.message]).toEqual([403, 'trial limit reached']);
    expect((await see(account, id)).status).toBe('failed');
  });
});

describe('a job that is interrupted', () => {
  it('has the same result when it runs again, without duplicate files or rows', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3', tags: tracks, cover: true }));
    await runJob(id);
    const before = await files(id);
    await runJob(id);
    expect(await files(id)).toEqual(before);
    const [rows] = await server.app.db`
      select count(*)::int as n from renditions r join sources s on s.id = r.source_id where s.owner_id = ${id}`;
    expect(rows?.['n']).toBe(2);
  });

  it('returns to the queue when the worker stops, without counting as a try', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 60, format: 'wav' }), 'a.wav');
    const stop = new AbortController();
    const running = runJob(id, { signal: stop.signal, isLast: true });
    await expect.poll(async () => (await see(account, id)).stage, { interval: 5 }).toBe('Transcoding');
    stop.abort();
    await running;
    expect(await see(account, id)).toMatchObject({ stage: 'Queued', error: null });
    const jobs = await server.app.queue.boss.findJobs(transcodeJob.name, {
      data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
    });
    expect(jobs).toHaveLength(2);
    expect((await working()).filter((name) => name.includes('/'))).toEqual([]);
  });

  it('leaves the retry to the queue, which counts the tries, when its job is lost', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 60, format: 'wav' }), 'a.wav');
    const gone = new AbortController();
    const running = runJob(id, { signal: gone.signal });
    await expect.poll(async () => (await see(account, id)).stage, { interval: 5 }).toBe('Transcoding');
    gone.abort(new JobLost('its time is over'));
    await expect(running).rejects.toBe(gone.signal.reason);
    expect(
      await server.app.queue.boss.findJobs(transcodeJob.name, {
        data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
      }),
    ).toHaveLength(1);
    expect((await working()).filter((name) => name.includes('/'))).toEqual([]);
  });

  it('starts over after a worker was killed in any stage', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    for (const event of ['probe', 'transcode', 'finish'] as const) {
      await transaction(server.app.db, async (tx) => advance(tx, await attemptOf(tx, id), event));
      await server.app.db`update sources set progress = 50 where owner_id = ${id}`;
    }
    await runJob(id);
    expect((await see(account, id)).status).toBe('complete');
  });

  it('ends without an error when its song was deleted in the meantime', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 60, format: 'wav' }), 'a.wav');
    const work = await attemptOf(server.app.db, id);
    const running = transcode(server.app, work, run());
    await expect.poll(async () => (await see(account, id)).stage, { interval: 5 }).toBe('Transcoding');
    await server.app.db`delete from media where id = ${id}`;
    await running;
    expect((await account.client.get(`/api/media/${id}`)).status).toBe(404);
    expect(await transcode(server.app, work, run())).toBeUndefined();
  });

  it('throws for a failure on our side, so that the queue retries; after the last try it fails', async () => {
    const account = await server.signUp();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    const [source] = await server.app.db`select storage_key from sources where owner_id = ${id}`;
    await server.app.storage.remove(source?.['storage_key'] as string);
    await expect(runJob(id)).rejects.toThrow();
    expect((await see(account, id)).stage).toBe('Queued');
    await runJob(id, { isLast: true });
    const media = await see(account, id);
    expect(media.error.message).toBe(
      'This file could not be processed: something went wrong on our side, several times. Please try again later.',
    );
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
  });
});

describe('a file that lost its job', () => {
  it('gets exactly one new job', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    await server.app
      .db`update pgboss.job set state = 'cancelled' where data->>'sourceId' = ${(await attemptOf(server.app.db, id)).sourceId}`;
    await server.app.db`update sources set updated_at = now() - interval '2 minutes' where owner_id = ${id}`;
    await Promise.all([rescueSourcesLoop.run(server.app), rescueSourcesLoop.run(server.app)]);
    await rescueSourcesLoop.run(server.app);
    const jobs = await server.app.queue.boss.findJobs(transcodeJob.name, {
      data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
    });
    expect(jobs.filter((job) => job.state === 'created')).toHaveLength(1);
  });

  it('D-34 fails visibly for its owner when its tries are used up', async () => {
    const account = await server.signUp();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    await server.app
      .db`update pgboss.job set state = 'failed' where data->>'sourceId' = ${(await attemptOf(server.app.db, id)).sourceId}`;
    await server.app.db`update sources set updated_at = now() - interval '2 minutes' where owner_id = ${id}`;
    await rescueSourcesLoop.run(server.app);
    expect(await see(account, id)).toMatchObject({ status: 'failed', can: { retry: true } });
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
  });

  it('D-34 fails visibly for its owner when job after job ends and it is still not done', async () => {
    const account = await server.signUp();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    for (let i = 0; i < 30; i++) {
      await server.app
        .db`update pgboss.job set state = 'completed' where data->>'sourceId' = ${(await attemptOf(server.app.db, id)).sourceId}`;
      await server.app.db`update sources set updated_at = now() - interval '2 minutes' where owner_id = ${id}`;
      await rescueSourcesLoop.run(server.app);
    }
    expect(await see(account, id)).toMatchObject({ status: 'failed', can: { retry: true } });
    const jobs = await server.app.queue.boss.findJobs(transcodeJob.name, {
      data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
    });
    expect(jobs).toHaveLength(20);
  });

  it('gets no second job while its first job waits in the queue, even for hours', async () => {
    const account = await unlimited();
    const id = await upload(account, await song({ seconds: 1, format: 'mp3' }));
    await server.app.db`update sources set updated_at = now() - interval '3 hours' where owner_id = ${id}`;
    await rescueSourcesLoop.run(server.app);
    expect((await see(account, id)).stage).toBe('Queued');
    expect(
      await server.app.queue.boss.findJobs(transcodeJob.name, {
        data: { sourceId: (await attemptOf(server.app.db, id)).sourceId },
      }),
    ).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('starts a musician’s first file before the second file of another musician who sent many', async () => {
    const fresh = await startTestServer();
    try {
      const [many, other] = [
        await fresh.signUp({ plan: 'ghost-pepper' }),
        await fresh.signUp({ plan: 'ghost-pepper' }),
      ];
      const path = await song({ seconds: 1, format: 'mp3' });
      const flood: string[] = [];
      for (let i = 0; i < 10; i++) flood.push(await upload(many, path));
      const first = await upload(other, path);
      const order: string[] = [];
      for (let i = 0; i < 11; i++) {
        const [job] = await fresh.app.queue.boss.fetch<{ sourceId: string }>(transcodeJob.name);
        if (job) order.push(job.data.sourceId);
      }
      const sourceOf = async (id: string) => (await attemptOf(fresh.app.db, id)).sourceId;
      const its = await sourceOf(first);
      expect(order.indexOf(its)).toBeLessThanOrEqual(1);
      expect(order.filter((id) => id !== its)).toEqual(await Promise.all(flood.map(sourceOf)));
    } finally {
      await fresh.close();
    }
  });
});

describe('folders of workers', () => {
  it('are removed if their process has ended, and kept while it runs', async () => {
    const { openWorkFolder, sweepWorkFolders } = await import('./work-folder.ts');
    const own = await openWorkFolder(server.app.env);
    const { hostname } = await import('node:os');
    const dead = join(
      server.app.env.DATA_DIR,
      'work',
      `${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.${process.pid}.1`,
    );
    await mkdir(join(dead, 'job'), { recursive: true });
    await writeFile(join(dead, 'job', 'half.m4a'), 'half');
    expect(await sweepWorkFolders(server.app.env)).toBe(1);
    expect(await readdir(own)).toEqual([]);
    expect(await working()).not.toContain(`${dead.split('/').pop()}`);
  });
});
