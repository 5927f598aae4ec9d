import type { Pool } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Check } from './check.ts';
import { accountsCheck } from './accounts.check.ts';
import { clockCheck, databaseCheck } from './database.check.ts';
import { ffmpegCheck, nodeCheck } from './machine.check.ts';
import { outboxCheck, smtpCheck } from './mail.check.ts';
import { proxiesCheck } from './proxies.check.ts';
import { queueCheck } from './queue.check.ts';
import {
  cancellationsCheck,
  outsideOrigins,
  paymentsCheck,
  paymentsToReturnCheck,
  signInCheck,
} from './services.check.ts';
import { storageCheck } from './storage.check.ts';
import { workersCheck } from './workers.check.ts';

/** The checks of an installation, which can run on any machine. */
export const installationChecks = (
  env: Env,
  { db, openStorage }: { db: Pool; openStorage: () => Promise<Storage> },
): Check[] => [
  databaseCheck(db),
  queueCheck(db),
  workersCheck(db, env),
  storageCheck(env, openStorage),
  outboxCheck(db, env),
  smtpCheck(env),
  paymentsCheck(env),
  cancellationsCheck(db),
  paymentsToReturnCheck(db),
  accountsCheck(db),
  proxiesCheck(db),
  signInCheck(env),
  clockCheck(db, outsideOrigins(env)),
];

/** The checks of a machine that converts files. */
export const machineChecks = (env: Pick<Env, 'FFMPEG_PATH' | 'FFPROBE_PATH'>): Check[] => [
  nodeCheck(),
  ffmpegCheck(env),
];

/** The checks that need no database. */
export const checksWithoutDatabase = (env: Omit<Env, 'DATABASE_URL'>, openStorage: () => Promise<Storage>): Check[] => [
  storageCheck(env, openStorage),
  smtpCheck(env),
  paymentsCheck(env),
  signInCheck(env),
  clockCheck(null, outsideOrigins(env)),
];
