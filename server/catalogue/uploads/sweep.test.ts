import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Pool, connect } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { folderStorage } from '../../platform/storage/folder.ts';
import { loadHandler } from '../../testkit/load-handler.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { attemptOf, changeSource, insertMedia } from '../../testkit/media.ts';
import { insertPerson } from '../../testkit/people.ts';
import { incomingFolder, incomingPath, resumableFolder } from './incoming.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Parts, Storage } from '../../platform/storage/storage.ts';
import { insertResumable } from './resumable.queries.ts';
import { domains } from '../../app.ts';
import type { App } from '../../platform/app-context.ts';
import { sweepFiles } from './sweep.ts';
import { sweepFilesJob } from './uploads.jobs.ts';

let db: Pool;
let env: Env;
let storage: Storage;
let userId: string;
let logged: { level: number; msg: string; prefix?: string; id?: string }[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
beforeAll(async () => {
  const url = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'scoville-sweep-'));
  env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder }, 'no file');
  db = connect(url);
  storage = folderStorage(env.FILES_DIR);
  userId = await insertPerson(db);
});
beforeEach(() => {
  logged = [];
});
afterAll(async () => {
  await db.end();
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

const sweep = () => sweepFiles({ db, env, storage, log, domains });
const put = async (key: string) => {
  const path = await incomingPath(env);
  await writeFile(path, 'bytes');
  await storage.put(key, path);
};

describe('the sweep', () => {
  it('does nothing when no file was ever uploaded', async () => {
    await sweep();
    expect(logged).toEqual([]);
  });

  it('removes files marked for deletion after their quarantine and not before', async () => {
    const key = `media/${newId()}/run/song.m4a`;
    const prefix = key.slice(0, -'/song.m4a'.length);
    await markForDeletion(db, [prefix]);
    await put(key);
    for (const passed of ['0 hours', '23 hours 55 minutes']) {
      await db`update pending_deletions set due_at = due_at - ${passed}::interval`;
      await sweep();
      expect(await storage.size(key)).toBe(5);
    }
    await db`update pending_deletions set due_at = due_at - interval '6 minutes'`;
    await sweep();
    expect(await storage.size(key)).toBeNull();
    expect(await db`select 1 from pending_deletions`).toHaveLength(0);
    expect(logged).toEqual([]);
  });

  it('keeps a marked file that is in use, and logs that once', async () => {
    await db`update users set profile_image_version = 7 where id = ${userId}`;
    const prefix = `images/profile/${userId}/7`;
    await put(`${prefix}/200.jpg`);
    await markForDeletion(db, [prefix], -1);
    for (let n = 0; n < 2; n += 1) await sweep();
    expect(await storage.size(`${prefix}/200.jpg`)).toBe(5);
    expect(logged).toMatchObject([
      { level: 50, prefix, msg: 'a file that was marked for deletion is in use and stays' },
    ]);
  });

  it('continues after a file that can’t be removed, keeps it for the next sweep, and fails at the end', async () => {
    const [stuck, other] = [`media/${newId()}/run`, `media/${newId()}/run`];
    for (const [at, prefix] of [stuck, other].entries()) {
      await put(`${prefix}/song.m4a`);
      await markForDeletion(db, [prefix], -2 + at);
    }
    const old = await aged(await incomingPath(env), 24 * 60 + 5);
    const cause = new Error('It is locked.');
    const failing: Storage = {
      ...storage,
      remove: (prefix) => (prefix === stuck ? Promise.reject(cause) : storage.remove(prefix)),
    };
    await expect(sweepFiles({ db, env, storage: failing, log, domains })).rejects.toMatchObject({ errors: [cause] });
    expect(await storage.size(`${other}/song.m4a`)).toBeNull();
    expect(await stat(old).catch(() => null)).toBeNull();
    expect(logged).toMatchObject([{ level: 50, prefix: stuck, msg: 'a file could not be removed' }]);
    await sweep();
    expect(await storage.size(`${stuck}/song.m4a`)).toBeNull();
  });

  it('ends when its time is over or its worker stops, and the next sweep removes the rest', async () => {
    const due = Array.from({ length: 3 }, () => `media/${newId()}/run`);
    for (const [at, prefix] of due.entries()) await markForDeletion(db, [prefix], -9 + at);
    const old = await aged(await incomingPath(env), 24 * 60 + 5);
    const stop = new AbortController();
    const reason = new Error('The worker stops.');
    const removed: string[] = [];
    const remove = async (prefix: string): Promise<void> => {
      removed.push(prefix);
      if (prefix === due[1]) stop.abort(reason);
    };
    const app = { db, env, log, domains, storage: { ...storage, remove } };
    const run = { id: newId(), signal: stop.signal, isLast: false, log };
    const handler = await loadHandler(sweepFilesJob);
    await expect(handler(app as Partial<App> as App, {}, run)).rejects.toBe(reason);
    expect(removed).toEqual(due.slice(0, 2));
    expect((await stat(old)).isFile()).toBe(true);
    expect(await db`select prefix from pending_deletions`).toEqual([{ prefix: due[2] }]);
    await sweep();
    expect(await stat(old).catch(() => null)).toBeNull();
    expect(sweepFilesJob.options.expireInSeconds).toBe(3600);
  });

  const aged = async (path: string, minutes: number): Promise<string> => {
    await writeFile(path, 'half');
    const then = new Date(Date.now() - minutes * 60_000);
    await utimes(path, then, then);
    return path;
  };

  it.each([
    ['arrivals', incomingFolder],
    ['the bytes of resumable uploads', resumableFolder],
  ])('removes %s after a day, and keeps those of two minutes and of 23 hours ago', async (_name, folderOf) => {
    const folder = folderOf(env);
    await mkdir(folder, { recursive: true });
    await aged(join(folder, 'old'), 24 * 60 + 5);
    const fresh = [await aged(join(folder, 'recent'), 2), await aged(join(folder, 'waiting'), 23 * 60)];
    await sweep();
    expect((await readdir(folder)).sort()).toEqual(['recent', 'waiting']);
    for (const path of fresh) await rm(path);
  });

  it('ignores folders and entries that have disappeared', async () => {
    const folder = incomingFolder(env);
    await mkdir(join(folder, 'folder'), { recursive: true });
    const then = new Date(Date.now() - 48 * 3_600_000);
    await utimes(join(folder, 'folder'), then, then);
    await symlink(join(folder, 'nothing'), join(folder, 'gone'));
    await aged(join(folder, 'old'), 24 * 60 + 5);
    await sweep();
    expect((await readdir(folder)).sort()).toEqual(['folder', 'gone']);
    await rm(folder, { recursive: true });
  });

  it('fails when a folder can’t be read, so that the error is logged', async () => {
    const folder = join(env.DATA_DIR, 'elsewhere');
    await mkdir(folder);
    await writeFile(join(folder, 'incoming'), '');
    const key = `media/${newId()}/run/song.m4a`;
    await put(key);
    await markForDeletion(db, [key], -1);
    await expect(sweepFiles({ db, env: { ...env, DATA_DIR: folder }, storage, log, domains })).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
    // Files whose deletion is due are removed all the same.
    expect(await storage.size(key)).toBeNull();
  });

  it('removes expired resumable uploads, whether finished or not', async () => {
    const [old, done, fresh] = [newId(), newId(), newId()];
    const folder = resumableFolder(env);
    for (const one of [old, done, fresh]) {
      await insertResumable(db, { id: one, userId, fileName: 'a.mp3', bytes: 10, replaces: null });
      for (const name of [one, `${one}.json`]) await writeFile(join(folder, name), 'x');
    }
    const id = await insertMedia(db, { musicianId: userId });
    await db`update resumable_uploads set media_id = ${id} where id = ${done}`;
    await db`update resumable_uploads set expires_at = now() - interval '1 second' where id in (${old}, ${done})`;
    await sweep();
    expect((await readdir(folder)).sort()).toEqual([fresh, `${fresh}.json`]);
    expect((await db`select id from resumable_uploads`).map((row) => row['id'])).toEqual([fresh]);
  });

  it('continues after an upload that can’t be removed from the store or the disk, and fails at the end', async () => {
    const ids = [newId(), newId(), newId()] as const;
    const [stuck, , here] = ids;
    for (const id of ids) await insertResumable(db, { id, userId, fileName: 'a.mp3', bytes: 10, replaces: null });
    await db`
      update resumable_uploads set growing = id::text, expires_at = now() - interval '1 minute' where id = any(${[...ids]})`;
    const old = await aged(await incomingPath(env), 24 * 60 + 5);
    const cause = new Error('AccessDenied');
    const abandon = vi.fn<Parts['abandon']>(async (_key, upload) => {
      if (upload === stuck) throw cause;
    });
    const bucket: Storage = { ...storage, parts: { abandon } as Partial<Parts> as Parts };
    const left = async () =>
      (await db`select id from resumable_uploads where id = any(${[...ids]})`).map((row) => row['id']);
    await expect(sweepFiles({ db, env, storage: bucket, log, domains })).rejects.toMatchObject({ errors: [cause] });
    expect(abandon).toHaveBeenCalledTimes(3);
    expect(await left()).toEqual([stuck]);
    expect(await stat(old).catch(() => null)).toBeNull();
    expect(logged).toMatchObject([{ level: 50, id: stuck, msg: 'what came of an upload could not be removed' }]);
    // On this machine, a folder in the place of the file can't be removed.
    await db`update resumable_uploads set growing = null where id = ${stuck}`;
    await insertResumable(db, { id: here, userId, fileName: 'a.mp3', bytes: 10, replaces: null });
    await db`update resumable_uploads set expires_at = now() - interval '1 second' where id = ${here}`;
    await mkdir(join(resumableFolder(env), stuck), { recursive: true });
    await expect(sweep()).rejects.toMatchObject({ errors: [{ code: 'EISDIR' }] });
    expect(await left()).toEqual([stuck]);
    await rm(join(resumableFolder(env), stuck), { recursive: true });
    await sweep();
    expect(await left()).toEqual([]);
  });

  it('reaches an upload behind a thousand that can’t be removed', async () => {
    await db`
      insert into resumable_uploads (id, user_id, file_name, bytes, growing, expires_at)
      select gen_random_uuid(), ${userId}, 'stuck.mp3', 10, 'stuck', now() - interval '1 hour'
      from generate_series(1, 1000)`;
    const id = newId();
    await insertResumable(db, { id, userId, fileName: 'a.mp3', bytes: 10, replaces: null });
    await db`update resumable_uploads set growing = 'a', expires_at = now() - interval '1 second' where id = ${id}`;
    const abandon = vi.fn<Parts['abandon']>(async (_key, upload) => {
      if (upload === 'stuck') throw new Error('AccessDenied');
    });
    const bucket: Storage = { ...storage, parts: { abandon } as Partial<Parts> as Parts };
    await expect(sweepFiles({ db, env, storage: bucket, log, domains })).rejects.toThrow('1000 of 1001 uploads');
    expect(await db`select 1 from resumable_uploads where id = ${id}`).toEqual([]);
    await db`delete from resumable_uploads`;
  });

  it('removes reservations of dead processes’ forms, and originals of files that failed a week ago', async () => {
    const form = (until: string) => db`
      insert into upload_reservations (id, user_id, resumable, bytes, until)
      values (${newId()}, ${userId}, false, ${until === '1 minute' ? 1 : 2}, now() + ${until}::interval)`;
    for (const until of ['1 minute', '-1 minutes']) await form(until);
    const id = await insertMedia(db, { musicianId: userId, status: 'failed' });
    const { sourceId } = await attemptOf(db, id);
    const key = `originals/${id}/${sourceId}`;
    await changeSource(db, id, { updated_at: new Date(Date.now() - 8 * 24 * 3600 * 1000) });
    await put(key);
    await sweep();
    expect((await db`select bytes from upload_reservations`).map((row) => row['bytes'])).toEqual([1]);
    expect(await storage.size(key)).toBeNull();
  });

  it('D-34 takes uploads off their owner’s list a day after they ended, and never while in progress', async () => {
    const entry = async (status: 'complete' | 'failed' | 'queued', hours: number) => {
      const mediaId = await insertMedia(db, { musicianId: userId, status });
      await db`
        insert into uploads (id, user_id, file_name, media_id, source_id)
        select ${newId()}, ${userId}, ${`${status}-${hours}`}, id, coalesce(source_id, next_source_id) from media where id = ${mediaId}`;
      await changeSource(db, mediaId, { updated_at: new Date(Date.now() - hours * 3600 * 1000) });
    };
    for (const status of ['complete', 'failed', 'queued'] as const)
      for (const hours of [23, 25]) await entry(status, hours);
    await sweep();
    const shown = await db<{ file_name: string }[]>`
      select file_name from uploads where removed_at is null order by file_name`;
    expect(shown.map((row) => row.file_name)).toEqual(['complete-23', 'failed-23', 'queued-23', 'queued-25']);
  });
});
