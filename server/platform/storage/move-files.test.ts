import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { openStorage } from '../../open-app.ts';
import { pipeLongList } from '../../testkit/long-list.ts';
import { type TestS3, startS3 } from '../../testkit/s3.ts';
import { checkStore } from './check-store.ts';
import { folderStorage } from './folder.ts';
import { type Move, moveFiles } from './move-files.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const log = pino({ level: 'silent' });
const roots = ['originals', 'media', 'images'];
let s3: TestS3;
let base: string;
let move: Move;
let to: Storage;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'scoville-move-'));
  const folder = join(base, 'files');
  await mkdir(folder);
  const scratch = async () => {
    const path = join(base, 'scratch', newId());
    await mkdir(path, { recursive: true });
    return path;
  };
  to = s3Storage({ ...s3.settings, delivery: 'process' }, scratch);
  for (const root of [...roots, 'state']) await to.remove(root);
  move = { folder, from: folderStorage(folder), to, roots, ledger: join(base, 'moved-files.txt'), scratch };
});
afterEach(() => rm(base, { recursive: true }));

const write = async (key: string, bytes: Buffer | string) => {
  await mkdir(dirname(join(move.folder, key)), { recursive: true });
  await writeFile(join(move.folder, key), bytes);
};
const stored = async () => {
  const keys: string[] = [];
  for (const root of roots) for await (const key of to.list(root)) keys.push(key);
  return keys.sort();
};

describe('moveFiles', () => {
  it('copies all files, then those added since, until none are left, and leaves the folder unchanged', async () => {
    const large = randomBytes(9 * 1024 * 1024);
    await write('originals/a/b', large);
    await write('media/a/b/c/song.m4a', 'song');
    expect(await moveFiles(move)).toEqual({ copied: 2, bytes: large.length + 4, removed: 0 });
    await write('images/profile/a/1/200.jpg', 'picture');
    expect(await moveFiles(move)).toEqual({ copied: 1, bytes: 7, removed: 0 });
    expect(await moveFiles(move)).toEqual({ copied: 0, bytes: 0, removed: 0 });
    expect(await stored()).toEqual(['images/profile/a/1/200.jpg', 'media/a/b/c/song.m4a', 'originals/a/b']);
    // `equals` instead of `toEqual`, which compares millions of bytes one by one.
    expect((await to.withLocal('originals/a/b', (path) => readFile(path))).equals(large)).toBe(true);
    expect(await readFile(join(move.folder, 'media/a/b/c/song.m4a'), 'utf8')).toBe('song');
    expect(await readdir(join(base, 'scratch'))).toEqual([]);
  });

  it('follows a root that is a link to a larger disk, and skips files that are not the product’s', async () => {
    const disk = join(base, 'larger-disk');
    await mkdir(disk);
    await symlink(disk, join(move.folder, 'media'));
    await write('media/a/b/c/song.m4a', 'song');
    await write('media/a/b/c/.nfs0000000000a1', 'left by a network drive');
    await write('originals/a/b', 'kept');
    // Every mounted file system has this folder.
    await mkdir(join(move.folder, 'lost+found'));
    await write('lost+found/1', 'lost');
    expect(await moveFiles(move)).toEqual({ copied: 2, bytes: 8, removed: 0 });
    expect(await moveFiles(move)).toEqual({ copied: 0, bytes: 0, removed: 0 });
    expect(await stored()).toEqual(['media/a/b/c/song.m4a', 'originals/a/b']);
  });

  it('removes copies of files that the product has removed, and no object that it did not copy itself', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    await write('originals/a/b', 'kept');
    await moveFiles(move);
    await rm(join(move.folder, 'media'), { recursive: true });
    await writeFile(join(base, 'other'), 'uploaded after the move');
    await to.put('media/new/b/c/song.m4a', join(base, 'other'));
    expect(await moveFiles(move)).toEqual({ copied: 0, bytes: 0, removed: 1 });
    expect(await stored()).toEqual(['media/new/b/c/song.m4a', 'originals/a/b']);
  });

  it('changes nothing once the product was started on the bucket: neither restores nor removes a file', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    await write('originals/a/b', 'deleted in the bucket');
    await moveFiles(move);
    await checkStore(s3.settings, log);
    expect(await moveFiles(move)).toEqual({ copied: 0, bytes: 0, removed: 0 });
    await openStorage({ S3: { ...s3.settings, delivery: 'process' }, FILES_DIR: move.folder, DATA_DIR: base }, log, {
      inUse: true,
    });
    await to.remove('originals');
    await rm(join(move.folder, 'media'), { recursive: true });
    await expect(moveFiles(move)).rejects.toThrow(
      /^The product has been started on this bucket since, .*state\/in-use/,
    );
    expect(await stored()).toEqual(['media/a/b/c/song.m4a']);
    await to.remove('state/in-use');
    expect(await moveFiles(move)).toMatchObject({ copied: 1, removed: 1 });
  });

  it('removes nothing when the folder is empty, for example because its disk is not mounted', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    await moveFiles(move);
    await rm(move.folder, { recursive: true });
    await mkdir(move.folder);
    await expect(moveFiles(move)).rejects.toThrow(/holds none of the 1 files .* Check that DATA_DIR is right/);
    expect(await stored()).toEqual(['media/a/b/c/song.m4a']);
  });

  it('copies a file again that is missing from the bucket or that a killed run did not fully record', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    await moveFiles(move);
    await to.remove('media');
    expect(await moveFiles(move)).toMatchObject({ copied: 1 });
    await write('media/a/b/c/other.m4a', 'other');
    await appendFile(move.ledger, `${'0'.repeat(64)} 5 media/a/b/c/oth`);
    expect(await moveFiles(move)).toMatchObject({ copied: 1 });
  });

  it('resumes from a ledger that is longer than a string may be', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    await moveFiles(move);
    const [line = ''] = (await readFile(move.ledger, 'utf8')).split('\n');
    // Long lines that a killed run left incomplete make the ledger that long without millions of files.
    const ledger = join(base, 'long-list.txt');
    await pipeLongList(ledger, `${'x'.repeat(4000)}\n${line}`);
    expect(await moveFiles({ ...move, ledger })).toEqual({ copied: 0, bytes: 0, removed: 0 });
  });

  it('throws and keeps no copy when the bytes read back differ', async () => {
    await write('media/a/b/c/song.m4a', 'song');
    const lying: Storage = { ...to, read: async () => Readable.from([Buffer.from('sung')], { objectMode: false }) };
    await expect(moveFiles({ ...move, to: lying })).rejects.toThrow(
      /^The copy of media\/a\/b\/c\/song\.m4a differs from the file: /,
    );
    expect(await stored()).toEqual([]);
    expect(await moveFiles(move)).toMatchObject({ copied: 1 });
  });
});
