import { mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pino from 'pino';
import { domains } from '../server/app.ts';
import { BackupRefusal, readManifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { SettingError, readLaunchEnv } from '../server/env.ts';
import { openStorage } from '../server/open-app.ts';
import { openWorkFolder } from '../server/processing/work-folder.ts';
import { claimFolder } from '../server/supervisor/running.ts';

const say = (line: string): void => console.log(line);

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new BackupRefusal('Name the folder of the backup: npm run restore -- /backups/2026-11-22');
  const from = resolve(folder);
  const { at } = await readManifest(from);
  const env = readLaunchEnv();
  await mkdir(env.DATA_DIR, { recursive: true });
  if ((await readdir(env.DATA_DIR)).length > 0)
    throw new BackupRefusal(
      `${env.DATA_DIR} is not empty. A backup is restored into a fresh place: name another folder in DATA_DIR.`,
    );
  const running = await claimFolder(env.DATA_DIR);
  const server = env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.DATA_DIR, log: say }) : null;
  try {
    const log = pino({ level: 'warn' });
    const storage = await openStorage(env, log);
    const roots = [...new Set(domains.fileOwners.flatMap((owner) => owner.roots))];
    const scratch = () => openWorkFolder(env);
    const databaseUrl = env.DATABASE_URL ?? server?.url ?? '';
    await restoreBackup({ from, databaseUrl, storage, roots, scratch, log, say });
    say(`The installation is as it was on ${at}, in ${env.DATA_DIR}. Start it with your settings: npm start`);
  } finally {
    await server?.stop();
    running.release();
  }
} catch (error) {
  console.error(error instanceof BackupRefusal || error instanceof SettingError ? error.message : error);
  process.exitCode = 1;
}
