import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

const COPY = '.source';

/**
 * The path by which a decoder may read an input that only we may read: where it is another account, that of a copy in
 * its folder (one that shares the bytes where the file system can), relative to it.
 */
export async function makeReadable(sandbox: Sandbox, input: string, folder: string): Promise<string> {
  if (!sandbox.ownAccount) return input;
  await copyFile(input, join(folder, COPY), constants.COPYFILE_FICLONE);
  return COPY;
}
