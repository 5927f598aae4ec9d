import { execFile } from 'node:child_process';
import { access, link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage } from './folder.ts';
import { NotPlainError } from './plain-file.ts';
import type { Storage } from './storage.ts';

const execute = promisify(execFile);
const KEY = 'media/one/two/song.m4a';
let folder: string;
let root: string;
let storage: Storage;
let secret: string;
let from: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-store-'));
  root = join(folder, 'store');
  storage = folderStorage(root);
  [secret, from] = [join(folder, 'secret'), join(folder, 'arrived')];
  await writeFile(secret, 'the password');
});
afterEach(() => rm(folder, { recursive: true }));

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
/** Things that may be found where a file is expected. */
const PRETENDERS: [string, (path: string) => Promise<unknown>][] = [
  ['a link to a file', (path) => symlink(secret, path)],
  ['a link to nothing', (path) => symlink(join(folder, 'nothing'), path)],
  ['a second name of a file', (path) => link(secret, path)],
  ['a pipe', (path) => execute('mkfifo', [path])],
  ['a folder', (path) => mkdir(path)],
];

describe('a store in a folder', () => {
  it('takes over a file and returns its size, its bytes and a range of them', async () => {
    await writeFile(from, 'all of the song');
    await storage.put(KEY, from);
    expect(await isThere(from)).toBe(false);
    expect(await storage.size(KEY)).toBe(15);
    expect(await text(await storage.read(KEY))).toBe('all of the song');
    expect(await text(await storage.read(KEY, { start: 4, end: 5 }))).toBe('of');
    const opened = await storage.open(KEY);
    const buffer = Buffer.alloc(20);
    expect(opened?.stats.size).toBe(15);
    expect(await opened?.file.read(buffer, 1, 4, 11)).toMatchObject({ bytesRead: 4 });
    expect(buffer.toString('latin1', 1, 5)).toBe('song');
    await opened?.file.close();
    expect(await storage.withLocal(KEY, (path) => readFile(path, 'utf8'))).toBe('all of the song');
    expect(await storage.address(KEY, Date.now() + 1000, { contentType: 'audio/mp4', cacheControl: '' })).toBeNull();
  });

  it('takes over a file from another file system', async ({ skip }) => {
    const there = await stat('/dev/shm').catch(() => null);
    if (there === null || there.dev === (await stat(folder)).dev) skip('there is one file system only');
    const elsewhere = await mkdtemp('/dev/shm/scoville-store-');
    try {
      await writeFile(join(elsewhere, 'arrived'), 'all of the song');
      await storage.put(KEY, join(elsewhere, 'arrived'));
      expect(await readFile(join(root, KEY), 'utf8')).toBe('all of the song');
      expect(await isThere(join(elsewhere, 'arrived'))).toBe(false);
      await symlink(secret, join(elsewhere, 'link'));
      await expect(storage.put('media/one/two/other.m4a', join(elsewhere, 'link'))).rejects.toThrow(NotPlainError);
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it.each(PRETENDERS)('F21 does not take over %s', async (_kind, make) => {
    await make(from);
    await expect(storage.put(KEY, from)).rejects.toThrow(NotPlainError);
    expect(await storage.size(KEY)).toBeNull();
    expect(await isThere(join(root, KEY))).toBe(false);
    expect(await readFile(secret, 'utf8')).toBe('the password');
  });

  it.each(PRETENDERS.filter(([kind]) => kind !== 'a second name of a file'))(
    'F21 does not serve %s in the place of a file',
    async (_kind, make) => {
      await mkdir(join(root, 'media/one/two'), { recursive: true });
      await make(join(root, KEY));
      expect(await storage.size(KEY)).toBeNull();
      expect(await storage.open(KEY)).toBeNull();
      await expect(storage.read(KEY)).rejects.toThrow('There is no such file in the store.');
    },
  );

  it('F21 replaces a link by the file instead of writing through the link', async () => {
    await mkdir(join(root, 'media/one/two'), { recursive: true });
    await symlink(secret, join(root, KEY));
    await writeFile(from, 'all of the song');
    await storage.put(KEY, from);
    expect(await readFile(secret, 'utf8')).toBe('the password');
    expect(await storage.size(KEY)).toBe(15);
  });

  it('lists only files that it took over, not those that a network drive or a desktop left next to them', async () => {
    await writeFile(from, 'all of the song');
    await storage.put(KEY, from);
    for (const name of ['.nfs0000000000a1', '.DS_Store', 'song.m4a~', 'a song.m4a'])
      await writeFile(join(root, 'media/one/two', name), 'foreign');
    await mkdir(join(root, 'media/.snapshot'));
    await writeFile(join(root, 'media/.snapshot/song.m4a'), 'foreign');
    const keys: string[] = [];
    for await (const key of storage.list('media')) keys.push(key);
    expect(keys).toEqual([KEY]);
  });

  it('lists files as it finds them, and still lists all others when a folder is removed in the meantime', async () => {
    const keep = async (key: string) => {
      await writeFile(from, 'a picture');
      await storage.put(key, from);
    };
    const folders = ['images/one', 'images/two', 'images/three'];
    for (const one of folders) await keep(`${one}/200.jpg`);
    await keep('images/logo.jpg');
    const list = async (afterFirst: () => Promise<void> = async () => {}) => {
      const keys: string[] = [];
      for await (const key of storage.list('images')) if (keys.push(key) === 1) await afterFirst();
      return keys.sort();
    };
    expect(await list()).toEqual([...folders.map((one) => `${one}/200.jpg`), 'images/logo.jpg'].sort());
    let first: string | undefined;
    for await (const key of storage.list('images')) {
      first = key;
      break;
    }
    const gone = folders.find((one) => !first?.startsWith(one)) ?? '';
    const rest = await list(() => rm(join(root, gone), { recursive: true }));
    expect(rest).toEqual(
      [...folders.filter((one) => one !== gone).map((one) => `${one}/200.jpg`), 'images/logo.jpg'].sort(),
    );
    expect(await list()).toEqual(rest);
    for await (const key of storage.list('originals')) expect(key).toBeNull();
  });
});
