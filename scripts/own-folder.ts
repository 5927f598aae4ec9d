import { chmod, lstat, mkdir } from 'node:fs/promises';

/**
 * Makes a folder that only this user can write to, or checks that an existing one is. Where temporary files are kept,
 * other users of the machine could make a folder of the same name first, and put their files into it.
 *
 * @param mode the permissions of the folder; other users never get the permission to write
 * @throws Error if something else has this name, or another user could have written to it
 */
export async function ownFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true, mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Reads the path with `lstat` instead of `stat`, because another user's link may lead to one of our folders.
  const found = await lstat(path);
  const refuse = (why: string) => new Error(`${path} ${why}. Remove it, or set TMPDIR to another folder.`);
  if (!found.isDirectory()) throw refuse('is no folder');
  if (found.uid !== (process.getuid?.() ?? found.uid)) throw refuse('belongs to another user of this machine');
  if ((found.mode & 0o022) !== 0) throw refuse('can be written to by other users of this machine');
  // An earlier version may have made it with other permissions.
  if ((found.mode & 0o777) !== mode) await chmod(path, mode);
}
