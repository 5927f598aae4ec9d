import { settings } from '@scoville/contract/accounts/settings.ts';
import { databaseUrl } from '../scripts/data-folder.ts';
import { SettingError, readLaunchEnv } from '../server/platform/env.ts';
import { ApiError, Caller } from './api.ts';
import { catalogue } from './catalogue.ts';
import { fill } from './fill.ts';
import { PARTS } from './parts.ts';
import { people } from './people.ts';
import { DemoRefusal } from './sign-in.ts';

const begun = Date.now();

/** The time since the start, as minutes:seconds. */
const elapsed = (): string => {
  const seconds = Math.round((Date.now() - begun) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
const say = (line: string): void => console.log(`${elapsed().padStart(6)}  ${line}`);

try {
  const env = readLaunchEnv();
  const base = env.PUBLIC_URL;
  const { productName } = await new Caller(base).call(settings);
  const everybody = people();
  const entries = catalogue(everybody);
  console.log(
    `Filling ${productName} at ${base}: ${everybody.length} people, ${entries.length} songs and videos, and who listens to them. This takes five to seven minutes.`,
  );
  const installation = { ...env, base, databaseUrl: () => env.DATABASE_URL ?? databaseUrl(env.DATA_DIR) };
  const changed = await fill(installation, PARTS, { people: everybody, entries, crowd: 1, say });
  console.log(
    changed
      ? `Done in ${elapsed()}: ${base}. The e-mail addresses and the password to sign in with are in ${env.DATA_DIR}/demo-sign-in.txt.`
      : `The demonstration is here already, at ${base}. Nothing was changed.`,
  );
} catch (error) {
  if (error instanceof DemoRefusal || error instanceof SettingError) console.error(error.message);
  else if (error instanceof ApiError) console.error(`The server refused (${error.status}): ${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
