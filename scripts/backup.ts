import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import pino from 'pino';
import { domains } from '../server/app.ts';
import { BackupRefusal } from '../server/frame/backup/manifest.ts';
import { unfinishedRestore } from '../server/frame/backup/unfinished-restore.ts';
import { writeBackup } from '../server/frame/backup/write-backup.ts';
import { connect } from '../server/platform/db/connection.ts';
import { startEmbedded } from '../server/platform/db/embedded.ts';
import { readLaunchEnv } from '../server/platform/env.ts';
import { openStorage } from '../server/open-app.ts';
import { rootsOf } from '../server/platform/storage/in-use.ts';
import { FolderInUse, claimFolder, isSupervised } from '../server/frame/supervisor/running.ts';
import { hasDatabase, runningDatabase } from './data-folder.ts';
import { operate } from './operation.ts';

const say = (line: string): void => console.log(line);

/** The database of this installation: that of the settings, the running one, or its own, started for this. */
async function openDatabase(
  env: ReturnType<typeof readLaunchEnv>,
  stop: AbortSignal,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { DATA_DIR: dataDir } = env;
  const url = env.DATABASE_URL ?? (await runningDatabase(dataDir));
  if (url !== null) return { url, close: async () => {} };
  // A start would create an empty database, in a folder whose installation has its rows elsewhere.
  if (!hasDatabase(dataDir) && !isSupervised(dataDir))
    throw new BackupRefusal(
      `There is no database in ${dataDir}. Give this command the settings of the installation: DATABASE_URL where it has one, and its DATA_DIR.`,
    );
  const running = await claimFolder(dataDir).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupRefusal(
      hasDatabase(dataDir)
        ? 'The product runs, but its database does not answer yet. Try again in a moment.'
        : // The installation has its rows elsewhere, or is creating its database at this moment.
          `The product runs on ${dataDir}, which has no database of its own. Give this command the settings of the installation, DATABASE_URL first of all; if this is its very first start, try again in a moment.`,
      { cause: error },
    );
  });
  const server = await startEmbedded({ dataDir, log: say, stop }).catch((error: unknown) => {
    running.release();
    throw error;
  });
  return {
    url: server.url,
    async close() {
      await server.stop();
      running.release();
    },
  };
}

/** Throws if the settings name no place with files. Every start of an installation creates its own folder for them. */
function needFiles({ S3, DATA_DIR, DATABASE_URL, FILES_DIR }: ReturnType<typeof readLaunchEnv>): void {
  if (DATABASE_URL === undefined && !existsSync(DATA_DIR))
    throw new BackupRefusal(`There is no installation in ${DATA_DIR}. Name its folder in DATA_DIR.`);
  if (S3 === null && !existsSync(FILES_DIR))
    throw new BackupRefusal(
      `There are no files in ${DATA_DIR}. Give this command the settings of the installation: S3_BUCKET where its files are in a bucket, otherwise its DATA_DIR.`,
    );
}

await operate(async ([folder], stop) => {
  if (folder === undefined)
    throw new BackupRefusal('Name the folder that the backup shall be: npm run backup -- /backups/2026-11-22');
  const env = readLaunchEnv();
  const unfinished = unfinishedRestore(env);
  if (unfinished !== null) throw new BackupRefusal(unfinished);
  needFiles(env);
  const database = await openDatabase(env, stop);
  const db = connect(database.url, { name: 'scoville-backup', max: 1 });
  try {
    const storage = await openStorage(env, pino());
    const roots = rootsOf(domains);
    const { at } = await writeBackup({ db, dataDir: env.DATA_DIR, storage, roots, to: resolve(folder), say, stop });
    say(
      `Everything as it was on ${at} is in ${resolve(folder)}. Keep your settings (.env) beside it: they are not in it.`,
    );
  } finally {
    await db.end({ timeout: 5 });
    await database.close();
  }
});
