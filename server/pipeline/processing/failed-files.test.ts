import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { DEFAULT_PLANS, FAILED_KEPT, failuresADay } from '@scoville/contract/accounts/plans.ts';
import { ORIGINAL_GONE, tooManyFailures } from '@scoville/contract/catalogue/uploads.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { named, tusClient } from '../../testkit/tus.ts';
import { incomingPath } from '../../catalogue/uploads/incoming.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { fail } from './processing.queries.ts';
import { removeDue } from '../../platform/storage/remove-due.ts';
import { sweepFiles } from '../../catalogue/uploads/sweep.ts';
import { attemptOf } from '../../testkit/media.ts';
import { transcode } from './transcode.ts';

let server: TestServer;
beforeAll(async () => {
  // No worker, so that each test decides what happens to a file.
  server = await startTestServer();
});
afterAll(() => server.close());

const SIZE = 100_000;
/** Begins like a FLAC file, but is noise. */
const noise = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(SIZE - 4, 'noise')]);
const send = ({ client }: Account) => client.upload('/api/upload', { name: 'song.flac', bytes: noise });
const run = () => ({ id: newId(), signal: new AbortController().signal, isLast: false, log: server.app.log });

/** Uploads a file that the worker finds to be no song. */
async function failed(account: Account): Promise<string> {
  const answer = await send(account);
  expect(answer.status).toBe(202);
  const { id } = answer.body.media;
  await transcode(server.app, await attemptOf(server.app.db, id), run());
  return id;
}
/** Like `failed`, but without running the worker's job. */
async function failedAtOnce(account: Account): Promise<string> {
  const { id } = (await send(account)).body.media;
  const error = { id: newId(), message: 'This file is damaged.' };
  expect(await transaction(server.app.db, async (tx) => fail(tx, await attemptOf(tx, id), error))).toBe(true);
  return id;
}
const originalsOf = async (ids: string[]) => {
  const kept: string[] = [];
  for (const id of ids) for await (const _key of server.app.storage.list(`originals/${id}`)) kept.push(id);
  return kept;
};
const see = async (account: Account, id: string) => (await account.client.get(`/api/media/${id}`)).body;
const retry = async (account: Account, id: string) => {
  const { status, body } = await account.client.post(`/api/upload/retry/${id}`);
  return [status, body.message];
};

describe('F5 files that cannot be processed', () => {
  it('free their place in the plan, and only the newest few keep their originals', async () => {
    const account = await server.signUp();
    const ids: string[] = [];
    for (let i = 0; i < FAILED_KEPT + 2; i++) ids.push(await failed(account));
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
    expect(await originalsOf(ids)).toEqual(ids.slice(2));
    const [oldest = '', , , , newest = ''] = ids;
    // The rows are kept, with their messages, and show whether a retry is possible.
    expect(await see(account, oldest)).toMatchObject({
      status: 'failed',
      error: {
        message:
          'This file is damaged or incomplete. Export it again from your music software and upload the new file.',
      },
      can: { retry: false },
    });
    const listed = (await account.client.post(`/api/media/user/${account.me.id}`, {})).body.media;
    expect(listed.filter(({ can }: Media) => can.retry).map(({ id }: Media) => id)).toEqual(ids.slice(2).reverse());
    expect(await retry(account, oldest)).toEqual([409, ORIGINAL_GONE]);
    expect((await see(account, oldest)).status).toBe('failed');
    expect(await retry(account, newest)).toEqual([200, undefined]);
    // The original of a retried file is kept, no matter how many others fail in the meantime.
    await server.app.db`update users set plan = 'ghost-pepper' where id = ${account.me.id}`;
    for (let i = 0; i < FAILED_KEPT + 1; i++) await failedAtOnce(account);
    await sweepFiles(server.app);
    expect(await originalsOf(ids)).toEqual([newest]);
  });

  it('keep no renditions that were stored before they failed', async () => {
    const account = await server.signUp();
    const { id } = (await send(account)).body.media;
    const { sourceId } = await attemptOf(server.app.db, id);
    const [run, other] = [`media/${id}/${sourceId}/run`, 'media/another/source/run'];
    await markForDeletion(server.app.db, [run, other]);
    for (const prefix of [run, other]) {
      const path = await incomingPath(server.app.env);
      await writeFile(path, 'the first rung of a ladder');
      await server.app.storage.put(`${prefix}/360.mp4`, path);
    }
    const error = { id: newId(), message: 'This file is damaged.' };
    await transaction(server.app.db, async (tx) => fail(tx, await attemptOf(tx, id), error));
    await removeDue(server.app);
    expect(await server.app.storage.size(`${run}/360.mp4`)).toBeNull();
    expect(await server.app.storage.size(`${other}/360.mp4`)).not.toBeNull();
  });

  it('don’t displace the originals of another account’s failed files', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const first = await failedAtOnce(one);
    for (let i = 0; i < FAILED_KEPT + 1; i++) await failedAtOnce(other);
    await sweepFiles(server.app);
    expect(await originalsOf([first])).toEqual([first]);
  });

  it('lose their originals at once when deleted, because they take no place in the plan', async () => {
    const account = await server.signUp();
    const id = await failedAtOnce(account);
    expect((await account.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect(await originalsOf([id])).toEqual([]);
    // A file that didn't fail is kept for its quarantine, as usual.
    const { id: living } = (await send(account)).body.media;
    await account.client.delete(`/api/media/${living}`);
    expect(await originalsOf([living])).toEqual([living]);
  });

  it('count towards a daily limit, even when deleted; beyond it every kind of upload and a retry get 429', async () => {
    const account = await server.signUp();
    const most = failuresADay(account.me.limits);
    expect(most).toBe(11);
    const ids: string[] = [];
    for (let i = 0; i < most; i++) ids.push(await failedAtOnce(account));
    await account.client.delete(`/api/media/${ids[0]}`);
    const refusal = [429, tooManyFailures(most)];
    const plain = await send(account);
    expect([plain.status, plain.body.message]).toEqual(refusal);
    const resumable = await tusClient(server).create(account, 1000, named('song.flac'));
    expect([resumable.status, (await resumable.json()).message]).toEqual(refusal);
    expect(await retry(account, ids[most - 1] ?? '')).toEqual(refusal);
    expect((await send(await server.signUp())).status).toBe(202);
    // The next day.
    await server.app.db`update upload_failures set failed_at = failed_at - interval '24 hours 1 minute'`;
    await sweepFiles(server.app);
    expect(await server.app.db`select 1 from upload_failures`).toHaveLength(0);
    expect((await send(account)).status).toBe(202);
  });

  it('count once per try: a file that fails again after a retry counts twice', async () => {
    const account = await server.signUp();
    const id = await failedAtOnce(account);
    await retry(account, id);
    const error = { id: newId(), message: 'This file is damaged.' };
    await transaction(server.app.db, async (tx) => fail(tx, await attemptOf(tx, id), error));
    expect(await server.app.db`select 1 from upload_failures where user_id = ${account.me.id}`).toHaveLength(2);
  });

  it('keep their originals for a week, and their rows after that', async () => {
    const account = await server.signUp();
    const [young, old] = [await failedAtOnce(account), await failedAtOnce(account)];
    await server.app.db`update sources set updated_at = now() - interval '6 days 23 hours' where owner_id = ${young}`;
    await server.app.db`update sources set updated_at = now() - interval '7 days 1 minute' where owner_id = ${old}`;
    await sweepFiles(server.app);
    expect(await originalsOf([young, old])).toEqual([young]);
    expect(await retry(account, old)).toEqual([409, ORIGINAL_GONE]);
    expect(await retry(account, young)).toEqual([200, undefined]);
  });

  it.each([
    ['mild', 11],
    ['spicy', 15],
    ['flaming-hot', 30],
    ['ghost-pepper', 50],
  ])('are limited on the plan %s to %d within 24 hours', (type, most) => {
    expect(DEFAULT_PLANS.filter((plan) => plan.type === type).map(({ limits }) => failuresADay(limits))).toEqual([
      most,
    ]);
  });
});
