import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

const COPY = '.source';

/**
 * Makes an input that only we may read readable for decoders, and returns its path. If decoders have a system account
 * of their own, this is a copy in their folder (which shares the bytes if the file system can), relative to that
 * folder.
 */
export async function makeReadable(sandbox: Sandbox, input: string, folder: string): Promise<string> {
  if (!sandbox.ownAccount) return input;
  await copyFile(input, join(folder, COPY), constants.COPYFILE_FICLONE);
  return COPY;
}
