import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { shortageFor } from '../../platform/storage/space.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Check, type Result, fail, ok, reasonOf, warn } from './check.ts';
import { sizeText } from './sizes.ts';

type Settings = Pick<Env, 'DATA_DIR' | 'FILES_DIR' | 'DISK_RESERVE_MB' | 'S3'>;

/** Below this multiple of the reserve, the operator should plan for a larger disk. */
const ROOMY = 4;

/**
 * Checks the store by writing, reading and removing a file, and checks its free space.
 * @param open opens the store, or throws the reason why it can't be used
 */
export const storageCheck = (env: Settings, open: () => Promise<Storage>): Check => ({
  part: 'storage',
  isCostly: true,
  run: async () => {
    const folder = env.S3 === null ? env.FILES_DIR : env.DATA_DIR;
    if (!existsSync(folder))
      return [
        fail(
          `The folder ${folder} is not there.`,
          'It is created at the first start. If it was there before, see whether its disk is mounted, and what DATA_DIR says.',
        ),
      ];
    const storage = await open();
    return [await testStorage(env, storage), await spaceOf(env, storage)];
  },
});

const placeOf = ({ S3, FILES_DIR }: Settings) => (S3 === null ? FILES_DIR : `the bucket ${S3.bucket}`);

async function testStorage(env: Settings, storage: Storage): Promise<Result> {
  const key = `checks/${newId()}`;
  const local = join(env.DATA_DIR, `.check-${newId()}`);
  const before = performance.now();
  let step = 'written';
  try {
    await writeFile(local, key);
    await storage.put(key, local);
    step = 'read';
    const text = (await buffer(await storage.read(key))).toString();
    if (text !== key) throw new Error('other bytes came back');
    step = 'removed';
    await storage.remove(key);
    if ((await storage.size(key)) !== null) throw new Error('it is still there');
    return ok(
      `A file was written, read and removed in ${placeOf(env)} in ${Math.round(performance.now() - before)} ms.`,
    );
  } catch (error) {
    return fail(
      `A file could not be ${step} in ${placeOf(env)}: ${reasonOf(error)}.`,
      env.S3 === null
        ? 'Give the account of this product the right to read and write there, and see whether the disk is there and has room.'
        : 'See whether the store can be reached from this machine, and what its keys may do in the bucket.',
    );
  } finally {
    await rm(local, { force: true });
    if (step !== 'removed') await storage.remove(key).catch(() => {});
  }
}

async function spaceOf(env: Settings, storage: Storage): Promise<Result> {
  const shortage = await shortageFor({ env, storage }, 0);
  const todo = 'Make room, or move files and database to a larger disk.';
  if (shortage !== null)
    return fail(
      `Only ${sizeText(shortage.free)} free in ${shortage.place}: uploads are refused (DISK_RESERVE_MB is ${env.DISK_RESERVE_MB}).`,
      todo,
    );
  const roomy = { ...env, DISK_RESERVE_MB: env.DISK_RESERVE_MB * ROOMY };
  const near = await shortageFor({ env: roomy, storage }, 0);
  if (near !== null)
    return warn(
      `Only ${sizeText(near.free)} free in ${near.place}; below ${sizeText(env.DISK_RESERVE_MB * 2 ** 20)} uploads are refused.`,
      todo,
    );
  const free = await storage.free();
  return ok(free === null ? 'There is room in the data folder.' : `${sizeText(free)} are free for files.`);
}
