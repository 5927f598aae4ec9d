import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { domains } from '../server/app.ts';
import { SettingError, readLaunchEnv } from '../server/platform/env.ts';
import { openWorkFolder } from '../server/pipeline/processing/work-folder.ts';
import { checkStore } from '../server/platform/storage/check-store.ts';
import { folderStorage } from '../server/platform/storage/folder.ts';
import { rootsOf } from '../server/platform/storage/in-use.ts';
import { moveFiles } from '../server/platform/storage/move-files.ts';
import { s3Storage } from '../server/platform/storage/s3.ts';

try {
  const env = readLaunchEnv();
  const { S3 } = env;
  if (S3 === null)
    throw new SettingError(
      'Name the bucket: set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for this command.',
    );
  if (!existsSync(env.FILES_DIR))
    throw new SettingError(`There are no files in ${env.DATA_DIR}. Name the folder of the installation in DATA_DIR.`);
  await checkStore(S3, pino());
  const scratch = () => openWorkFolder(env);
  // Each bucket has its own ledger, because files in one bucket aren't in another.
  const name = createHash('sha256').update(`${S3.endpoint} ${S3.bucket}`).digest('hex').slice(0, 12);
  const move = {
    folder: env.FILES_DIR,
    from: folderStorage(env.FILES_DIR),
    to: s3Storage(S3, scratch),
    roots: rootsOf(domains),
    ledger: join(env.DATA_DIR, `moved-files-${name}.txt`),
    scratch,
  };
  for (let left = true; left;) {
    const { copied, bytes, removed } = await moveFiles(move);
    left = copied > 0;
    console.log(`${copied} files copied and checked (${Math.round(bytes / 1e6)} MB), ${removed} copies removed.`);
  }
  console.log('Nothing is left. Stop the product, run this once more, and start it with the same S3 settings.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
