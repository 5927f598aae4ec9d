import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Pool, connect, transaction } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { type Queue, openQueue } from '../../platform/jobs/queue.ts';
import { findMedia } from '../media/media.queries.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { findAllowance } from './allowance.ts';
import { fail } from '../../pipeline/processing/processing.queries.ts';
import { retry } from './retry.ts';
import { transcodeJob } from '../../pipeline/processing/processing.jobs.ts';
import { insertUpload } from './uploads.queries.ts';
import { attemptOf, insertMedia, insertMissingSources } from '../../testkit/media.ts';

let db: Pool;
let env: Env;
let queue: Queue;
beforeAll(async () => {
  const url = await createTestDatabase();
  env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url, DEFAULT_PLAN: 'mild' }, 'no file');
  db = connect(url);
  queue = await openQueue(url, [transcodeJob], 'web', pino({ level: 'silent' }));
});
afterAll(async () => {
  await queue.stop();
  await db.end();
});

let userId: string;
beforeEach(async () => {
  userId = await insertPerson(db, { plan: 'spicy' });
});

/** Adds an accepted upload, with the file name that its owner sees. */
async function accepted(shownName = 'song.mp3'): Promise<string> {
  const mediaId = await insertMedia(db, { musicianId: userId, status: 'queued' });
  const { sourceId } = await attemptOf(db, mediaId);
  await insertUpload(db, { mediaId, sourceId, userId, shownName, charged: true });
  return mediaId;
}
/** Adds a failed upload that its owner has taken off the list. */
async function failed(): Promise<string> {
  const mediaId = await accepted();
  const error = { id: newId(), message: 'This file is damaged.' };
  expect(await transaction(db, async (tx) => fail(tx, await attemptOf(tx, mediaId), error))).toBe(true);
  await db`update uploads set removed_at = now() where media_id = ${mediaId}`;
  return mediaId;
}
const again = async (mediaId: string): Promise<void> => {
  const row = await findMedia(db, mediaId);
  if (row === null) throw new Error('There is no such media.');
  await retry({ db, env, queue }, row);
};
const jobsOf = async (mediaId: string) => {
  const { sourceId } = await attemptOf(db, mediaId);
  const jobs = await queue.boss.findJobs<{ attempt: number }>(transcodeJob.name, { data: { sourceId } });
  return jobs.map(({ data, priority }) => ({ attempt: data.attempt, priority }));
};
/** A refused retry must change nothing: the file is still failed, and no job is queued. */
const untouched = async (mediaId: string) => {
  expect(await findMedia(db, mediaId)).toMatchObject({ status: 'failed', error_message: 'This file is damaged.' });
  expect(await jobsOf(mediaId)).toEqual([]);
};

it('queues a failed file for its next attempt, counts it against the plan, and lists it again', async () => {
  const id = await failed();
  await again(id);
  expect(await findMedia(db, id)).toMatchObject({ status: 'queued', error_message: null });
  expect(await jobsOf(id)).toEqual([{ attempt: 2, priority: 0 }]);
  expect(
    await db`select 1 from upload_ledger where source_id = (select next_source_id from media where id = ${id}) and refunded_at is null`,
  ).toHaveLength(1);
  expect(await db`select file_name from uploads where media_id = ${id} and removed_at is null`).toEqual([
    { file_name: 'song.mp3' },
  ]);
});

it('D-34 lists the file under a free name, and queues it behind its owner’s waiting files', async () => {
  const id = await failed();
  await accepted();
  await accepted('other.mp3');
  await again(id);
  expect(await db`select file_name from uploads where media_id = ${id}`).toEqual([{ file_name: 'song-2.mp3' }]);
  expect(await jobsOf(id)).toEqual([{ attempt: 2, priority: -2 }]);
});

it('rejects a file that did not fail with 409', async () => {
  const id = await accepted();
  await expect(again(id)).rejects.toMatchObject({
    status: 409,
    message: 'Only a file whose processing failed can be processed again.',
  });
  expect(await jobsOf(id)).toEqual([]);
});

it('rejects a file whose original was deleted with 409', async () => {
  const id = await failed();
  await db`update sources set original_removed_at = now() where owner_id = ${id}`;
  await expect(again(id)).rejects.toMatchObject({
    status: 409,
    message: 'The file of this upload is no longer kept. Upload it again.',
  });
  await untouched(id);
});

it('rejects an account without a place left with 403, and one with too many failures with 429', async () => {
  const id = await failed();
  const others: string[] = [];
  for (let n = 0; n < 5; n += 1) others.push(await accepted(`song${n}.mp3`));
  await expect(again(id)).rejects.toMatchObject({ status: 403, message: 'monthly limit reached' });
  await untouched(id);
  await db`update upload_ledger set refunded_at = now() where source_id in (select next_source_id from media where id = any(${others}))`;
  await db`
    insert into upload_failures (source_id, attempt, user_id)
    select gen_random_uuid(), 1, ${userId} from generate_series(2, 15)`;
  await expect(again(id)).rejects.toMatchObject({
    status: 429,
    message: '15 files could not be processed within 24 hours. Try again tomorrow.',
  });
  await untouched(id);
});

it('retries a replacement without counting it against the plan, and lists it under its own name', async () => {
  const id = await failed();
  for (let n = 0; n < 5; n += 1) await accepted(`song${n}.mp3`);
  await transaction(db, async (tx) => {
    await tx`update media set source_id = ${newId()}, availability = 'complete', filename = 'in-force.mp3' where id = ${id}`;
    await insertMissingSources(tx);
  });
  await again(id);
  expect(await jobsOf(id)).toEqual([{ attempt: 2, priority: -5 }]);
  expect(await db`select file_name from uploads where media_id = ${id}`).toEqual([{ file_name: 'song.mp3' }]);
});

it('starts one attempt for two simultaneous retries, and refuses the second', async () => {
  const id = await failed();
  const ends = await Promise.allSettled([again(id), again(id)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await jobsOf(id)).toHaveLength(1);
});

it('waits for another upload of the account that is being accepted, because it may take the last place', async () => {
  const id = await failed();
  for (let n = 0; n < 4; n += 1) await accepted(`song${n}.mp3`);
  const ends: string[] = [];
  let ended = Promise.resolve();
  await transaction(db, async (tx) => {
    await findAllowance(tx, env, userId, { lock: true });
    ended = again(id).then(
      () => void ends.push('retried'),
      (error: Error) => void ends.push(error.message),
    );
    const waits = async () =>
      (await db`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    await expect.poll(async () => ends.length + (await waits())).toBe(1);
    await tx`insert into upload_ledger (source_id, user_id) values (${newId()}, ${userId})`;
  });
  await ended;
  expect(ends).toEqual(['monthly limit reached']);
});
