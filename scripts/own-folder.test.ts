import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownFolder } from './own-folder.ts';

let base: string;
let path: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'own-folder-'));
  path = join(base, 'kept');
});
afterEach(() => rm(base, { recursive: true }));

const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;

it('makes a folder with these permissions, and accepts it again', async () => {
  await ownFolder(path, 0o700);
  await writeFile(join(path, 'song.mp3'), 'kept');
  await ownFolder(path, 0o700);
  expect(await modeOf(path)).toBe(0o700);
});

it('takes the permission to read a folder from other users', async () => {
  await mkdir(path);
  await chmod(path, 0o755);
  await ownFolder(path, 0o700);
  expect(await modeOf(path)).toBe(0o700);
});

it.each(['777', '770', '702'])('refuses a folder to which others can write: mode %s', async (digits) => {
  const mode = Number.parseInt(digits, 8);
  await mkdir(path);
  await chmod(path, mode);
  await expect(ownFolder(path, 0o700)).rejects.toThrow(
    `${path} can be written to by other users of this machine. Remove`,
  );
  expect(await modeOf(path)).toBe(mode);
});

it('refuses a link or a file', async () => {
  const own = join(base, 'own');
  await mkdir(own, { mode: 0o700 });
  await symlink(own, path);
  await expect(ownFolder(path, 0o700)).rejects.toThrow(`${path} is no folder.`);
  const file = join(base, 'file');
  await writeFile(file, '');
  await expect(ownFolder(file, 0o700)).rejects.toThrow(`${file} is no folder.`);
});

it('refuses the folder of another user', async () => {
  await mkdir(path, { mode: 0o700 });
  const other = process.getuid?.() === 0 ? 65_534 : null;
  if (other !== null) await chown(path, other, other);
  // If the test doesn't run as root, it takes the root folder, which belongs to another user.
  const theirs = other === null ? '/' : path;
  await expect(ownFolder(theirs, 0o700)).rejects.toThrow(`${theirs} belongs to another user of this machine.`);
});
