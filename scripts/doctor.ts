import pino from 'pino';
import { connect } from '../server/platform/db/connection.ts';
import { type Env, SettingError, givenSettings, readLaunchEnv } from '../server/platform/env.ts';
import { type Check, type Finding, fail, ok, runChecks, secretsOf, warn } from '../server/frame/health/check.ts';
import { checksWithoutDatabase, installationChecks, machineChecks } from '../server/frame/health/checks.ts';
import { publicUrlCheck } from '../server/frame/health/services.check.ts';
import { openStorage } from '../server/open-app.ts';
import { hasDatabase, runningDatabase } from './data-folder.ts';

/** Timeout of each check, in milliseconds. */
const PATIENCE = 15_000;

type LaunchEnv = ReturnType<typeof readLaunchEnv>;

/** The database of this installation if it is running, otherwise null. */
const databaseOf = async (env: LaunchEnv): Promise<string | null> =>
  env.DATABASE_URL ?? (await runningDatabase(env.DATA_DIR));

const settingsCheck = (): Check => ({
  part: 'settings',
  run: () => {
    const names = givenSettings();
    const given = names.length === 0 ? 'None is given, so all have their defaults' : `Given: ${names.join(', ')}`;
    return Promise.resolve([ok(`${given}.`)]);
  },
});

const stoppedCheck = ({ DATA_DIR }: LaunchEnv): Check => ({
  part: 'database',
  run: () =>
    Promise.resolve([
      hasDatabase(DATA_DIR)
        ? warn(
            'The product’s own database does not run: what is in it was not looked at.',
            'Start the product: npm start',
          )
        : warn(
            `There is no database in ${DATA_DIR}.`,
            'The first start of a new installation makes it. For one that exists, give this command its settings: DATABASE_URL where it has one, and its DATA_DIR.',
          ),
    ]),
});

async function examine(env: LaunchEnv): Promise<Finding[]> {
  const url = await databaseOf(env);
  const secrets = secretsOf({ ...env, ...(url !== null && { DATABASE_URL: url }) } as Partial<Env>);
  const open = () => openStorage(env, pino({ level: 'silent' }));
  const first = [settingsCheck(), ...machineChecks(env)];
  if (url === null)
    return runChecks([...first, stoppedCheck(env), ...checksWithoutDatabase(env, open)], {
      patience: PATIENCE,
      secrets,
    });
  const db = connect(url, { name: 'scoville-doctor', max: 4, statementTimeout: PATIENCE });
  try {
    const whole = { ...env, DATABASE_URL: url };
    const checks = [...first, ...installationChecks(whole, { db, openStorage: open }), publicUrlCheck(env)];
    return await runChecks(checks, { patience: PATIENCE, secrets });
  } finally {
    await db.end({ timeout: 1 });
  }
}

/** Prints a line for each finding, followed by what to do. */
function printFindings(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ part }) => part.length));
  for (const { part, level, text, todo } of findings) {
    console.log(`${level.padEnd(4)}  ${part.padEnd(width)}  ${text}`);
    if (todo !== null) console.log(`${' '.repeat(width + 8)}→ ${todo}`);
  }
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  console.log(`\n${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`);
}

let findings: Finding[];
try {
  findings = await examine(readLaunchEnv());
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  findings = [{ part: 'settings', ...fail(error.message, 'Correct it in .env or in the environment.') }];
}
printFindings(findings);
// Ends the process even if a library left something open.
process.exit(findings.some(({ level }) => level === 'fail') ? 1 : 0);
