import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pino from 'pino';
import { domains } from '../server/app.ts';
import { BackupRefusal } from '../server/frame/backup/manifest.ts';
import { readRestorable, restoreBackup } from '../server/frame/backup/restore-backup.ts';
import { unfinishedRestore } from '../server/frame/backup/unfinished-restore.ts';
import { type EmbeddedServer, startEmbedded } from '../server/platform/db/embedded.ts';
import { readLaunchEnv } from '../server/platform/env.ts';
import { openStorage } from '../server/open-app.ts';
import { openWorkFolder } from '../server/pipeline/processing/work-folder.ts';
import { rootsOf } from '../server/platform/storage/in-use.ts';
import { claimFolder } from '../server/frame/supervisor/running.ts';
import { operate, printError } from './operation.ts';

const say = (line: string): void => console.log(line);

await operate(async ([folder], stop) => {
  if (folder === undefined)
    throw new BackupRefusal('Name the folder of the backup: npm run restore -- /backups/2026-11-22');
  const from = resolve(folder);
  // Checked before anything is created that the next attempt would find.
  const { at } = await readRestorable(from);
  const env = readLaunchEnv();
  const { DATA_DIR: dataDir } = env;
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new BackupRefusal(
      unfinishedRestore(env) ??
        `${dataDir} is not empty. A backup is restored into a fresh place: name another folder in DATA_DIR.`,
    );
  const log = pino({ level: 'warn' });
  const storage = await openStorage(env, log);
  const running = await claimFolder(dataDir);
  let server: EmbeddedServer | null = null;
  let isRestored = false;
  try {
    // The start of the database is not interruptible: it takes seconds, and then the database can be stopped and
    // removed.
    if (env.DATABASE_URL === undefined) server = await startEmbedded({ dataDir, log: say });
    const roots = rootsOf(domains);
    const scratch = () => openWorkFolder(env);
    const databaseUrl = env.DATABASE_URL ?? server?.url ?? '';
    await restoreBackup({ from, dataDir, databaseUrl, storage, roots, scratch, log, say, stop });
    isRestored = true;
    say(`The installation is as it was on ${at}, in ${dataDir}. Start it with your settings: npm start
To look at it first, so that nothing is mailed, charged or sent: WORKER=off npm start`);
  } catch (error) {
    const todo = unfinishedRestore(env);
    if (todo === null) throw error;
    printError(error);
    throw new BackupRefusal(todo, { cause: error });
  } finally {
    await server?.stop();
    running.release();
    // The restore was refused before it began, so everything made for it is removed for the next attempt.
    if (!isRestored && unfinishedRestore(env) === null) {
      if (server?.isNew) await rm(server.folder, { recursive: true });
      for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
    }
  }
});
