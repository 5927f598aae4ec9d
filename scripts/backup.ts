import { resolve } from 'node:path';
import { domains } from '../server/app.ts';
import { BackupRefusal } from '../server/backup/manifest.ts';
import { writeBackup } from '../server/backup/write-backup.ts';
import { connect } from '../server/db/connection.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { SettingError, readLaunchEnv } from '../server/env.ts';
import { openStorage } from '../server/open-app.ts';
import { claimFolder } from '../server/supervisor/running.ts';
import pino from 'pino';
import { databaseUrl, lockFile } from './data-folder.ts';
import { existsSync } from 'node:fs';

const say = (line: string): void => console.log(line);

/** The database of this installation: the one of the settings, the one that runs, or else its own, started for this. */
async function openDatabase(
  env: ReturnType<typeof readLaunchEnv>,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, close: async () => {} };
  if (existsSync(lockFile(env.DATA_DIR))) return { url: databaseUrl(env.DATA_DIR), close: async () => {} };
  if (!existsSync(env.DATA_DIR))
    throw new BackupRefusal(`There is no installation in ${env.DATA_DIR}. Name its folder in DATA_DIR.`);
  const running = await claimFolder(env.DATA_DIR);
  const server = await startEmbedded({ dataDir: env.DATA_DIR, log: say });
  return {
    url: server.url,
    async close() {
      await server.stop();
      running.release();
    },
  };
}

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new BackupRefusal('Name the folder that the backup shall be: npm run backup -- /backups/2026-11-22');
  const env = readLaunchEnv();
  const database = await openDatabase(env);
  const db = connect(database.url, { name: 'scoville-backup', max: 1 });
  try {
    const storage = await openStorage(env, pino());
    const roots = [...new Set(domains.fileOwners.flatMap((owner) => owner.roots))];
    const { at } = await writeBackup({ db, storage, roots, to: resolve(folder), say });
    say(
      `Everything as it was on ${at} is in ${resolve(folder)}. Keep your settings (.env) beside it: they are not in it.`,
    );
  } finally {
    await db.end({ timeout: 5 });
    await database.close();
  }
} catch (error) {
  console.error(error instanceof BackupRefusal || error instanceof SettingError ? error.message : error);
  process.exitCode = 1;
}
