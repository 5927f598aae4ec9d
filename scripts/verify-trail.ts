import { connect } from '../server/platform/db/connection.ts';
import { SettingError, readLaunchEnv } from '../server/platform/env.ts';
import { verifyTrails } from '../server/review/trail/verify-trails.ts';
import { runningDatabase } from './data-folder.ts';

async function verify(): Promise<boolean> {
  const env = readLaunchEnv();
  const url = env.DATABASE_URL ?? (await runningDatabase(env.DATA_DIR));
  if (url === null) throw new SettingError('The product’s own database does not run. Start the product: npm start');
  const db = connect(url, { name: 'scoville-verify-trail', max: 1 });
  try {
    const { submissions, entries, draws, broken } = await verifyTrails(db);
    console.log(`${submissions} submissions, ${entries} entries, ${draws} draws`);
    if (broken !== null) console.log(`Broken: media ${broken.mediaId}, entry ${broken.position}: ${broken.problem}`);
    return broken === null;
  } finally {
    await db.end({ timeout: 1 });
  }
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
