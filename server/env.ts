import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { DEFAULT_PLANS, Plan } from '@scoville/contract/plans.ts';
import { parseProxies } from './http/proxies.ts';
import type { S3Settings } from './storage/s3-client.ts';

const whole = z.coerce.number().int();
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));

/** Every setting there is. The server reads its environment here and nowhere else. */
const Settings = z.object({
  /** `production` is what `npm start` runs; `development` serves the browser's sources through Vite. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Which part of the work this process does. */
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  PORT: whole.min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where people reach the product; links in mails and previews begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The proxies that may name the caller (X-Forwarded-For and -Proto): addresses and CIDR ranges with commas, `loopback`,
   * or `none`. Whoever is not named here counts as the caller, all visitors behind it together.
   */
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text, context): string[] => {
      try {
        return parseProxies(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    }),
  /** The folder of everything that is kept: database, files, first sign-in. */
  DATA_DIR: z.string().default('data'),
  /** PostgreSQL 15 or later; the start script fills it in when the embedded server is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'it begins with postgres://')
    .optional(),
  SMTP_URL: optional,
  /** The sender of our mail. */
  MAIL_FROM: z.string().default('Scoville <no-reply@localhost>'),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  /** How much the processes write down, as pino names it. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PRODUCT_NAME: z.string().min(1).default('Scoville'),
  /** Larger allows more; 0 turns the limits off for a load test. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
  /**
   * How many plays, shares or views of one media or musician visitors at one address, or one account, can add in a day;
   * and how many plays of everything. More are not counted. RATE_LIMIT_FACTOR multiplies both.
   */
  COUNTED_PER_HOUSEHOLD: whole.min(1).default(24),
  PLAYS_PER_HOUSEHOLD: whole.min(1).default(1000),
  /** A session ends 30 days after its last use, and this many days after its sign-in however much it is used. */
  SESSION_DAYS: whole.min(1).max(3650).default(180),
  /** Mail stays readable in the outbox for this many days. */
  OUTBOX_DAYS: whole.min(1).max(3650).default(90),
  /** The first administrator; made and printed once when unset. */
  ADMIN_EMAIL: optional,
  ADMIN_PASSWORD: optional,
  /** Plans as a JSON list in order of rank, the base plan first. */
  PLANS: z
    .string()
    .optional()
    .transform((text, context): Plan[] => {
      if (text === undefined || text === '') return DEFAULT_PLANS;
      try {
        return z
          .array(Plan as unknown as z.ZodType<Plan>)
          .min(1)
          .parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'is not a JSON list of plans' });
        return z.NEVER;
      }
    }),
  /** Files that one worker process converts at a time in each of its two lanes, for short work and for long (`lanes.ts`). */
  WORKER_CONCURRENCY: whole.min(1).max(64).default(1),
  /** Seconds that a file may take in the lane for short work; what takes longer goes to the end of the other lane. */
  SHORT_WORK_SECONDS: whole.min(1).max(3600).default(60),
  /** Seconds that it may take in the lane for long work; what takes longer fails, with a sentence to its owner. */
  LONG_WORK_SECONDS: whole
    .min(1)
    .max(20 * 3600)
    .default(8 * 3600),
  /** Threads of one encode; 0 lets ffmpeg choose. */
  FFMPEG_THREADS: whole.min(0).max(64).default(0),
  /**
   * A bucket of S3, or of a store that speaks like it, in which files are kept instead of DATA_DIR/files. Without
   * S3_ENDPOINT it is Amazon's.
   */
  S3_BUCKET: optional,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** Whether the process sends the files of the bucket, or sends who may read one to the bucket for an hour. */
  S3_DELIVERY: z.enum(['process', 'redirect']).default('process'),
  /** What uploads must leave free on the disk (MB of 2^20 bytes), for renditions and the database; see `space.ts`. */
  DISK_RESERVE_MB: whole.min(0).default(512),
  /** The internal location under which nginx serves DATA_DIR/files (X-Accel-Redirect); unset serves them here. */
  ACCEL_LOCATION: optional,
  REVIEW_PROMISE_HOURS: whole.min(1).default(24),
  REVIEW_BUSY_HOURS: whole.min(1).default(48),
  MASTER_CHEF_ITEMS: whole.min(3).max(5).default(5),
  RANDOMIZE_PERFECTLY_SEASONED: flag.default(false),
});

type S3Name = Extract<keyof typeof Settings.shape, `S3_${string}`>;

export type Env = Omit<z.output<typeof Settings>, 'PUBLIC_URL' | 'DATABASE_URL' | S3Name> & {
  PUBLIC_URL: string;
  DATABASE_URL: string;
  FILES_DIR: string;
  /** Null where files are kept in FILES_DIR. */
  S3: (S3Settings & { delivery: 'process' | 'redirect' }) | null;
};

/** Read by the set-up and the tests, so not an unknown setting. */
const SETTINGS_OF_TESTS = ['CHROMIUM_PATH'];

/** A setting that keeps the process from starting. */
export class SettingError extends Error {}

/**
 * The settings from the process's environment and, where that is silent, from `.env`. Throws SettingError with a
 * sentence that names the first setting that is unknown or malformed.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env, file = '.env'): Env {
  const env = readLaunchEnv(environment, file);
  if (env.DATABASE_URL === undefined)
    throw new SettingError('The setting DATABASE_URL is missing. `npm start` brings a database of its own.');
  return { ...env, DATABASE_URL: env.DATABASE_URL };
}

/** The same, before it is known which database will be used. */
export function readLaunchEnv(
  environment: NodeJS.ProcessEnv = process.env,
  file = '.env',
): Omit<Env, 'DATABASE_URL'> & { DATABASE_URL?: string | undefined } {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  for (const name of Object.keys(fromFile))
    if (!(name in Settings.shape) && !SETTINGS_OF_TESTS.includes(name))
      throw new SettingError(`${name} in ${file} is not a setting of this product. Remove it or correct its name.`);
  const given = { ...fromFile, ...withoutEmpty(environment) };
  const result = Settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new SettingError(`The setting ${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const env = result.data;
  if (env.ADMIN_PASSWORD !== null && env.ADMIN_PASSWORD.length < 8)
    throw new SettingError('The setting ADMIN_PASSWORD is not usable: it needs at least 8 characters.');
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  return {
    ...env,
    S3: s3Of(env, Object.keys(given)),
    DATA_DIR: resolve(env.DATA_DIR),
    FILES_DIR: resolve(env.DATA_DIR, 'files'),
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`).replace(/\/$/, ''),
  };
}

/** What the S3 settings come to. Throws SettingError when some of them are given and do not make a store. */
function s3Of(env: z.output<typeof Settings>, given: string[]): Env['S3'] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === null) {
    const lonely = given.find((name) => name.startsWith('S3_') && name in Settings.shape);
    if (lonely === undefined) return null;
    throw new SettingError(
      `The setting ${lonely} does nothing without S3_BUCKET. Name the bucket, or unset ${lonely}.`,
    );
  }
  if (accessKeyId === null) throw new SettingError('The setting S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it.');
  if (secretAccessKey === null)
    throw new SettingError('The setting S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it.');
  if (env.ACCEL_LOCATION !== null)
    throw new SettingError(
      'The setting ACCEL_LOCATION is not usable with S3_BUCKET: nginx has no files to send. Unset it.',
    );
  const { S3_ENDPOINT: endpoint = null, S3_REGION: region, S3_DELIVERY: delivery } = env;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, delivery };
}

const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** What our own web and worker are started with: all that their supervisor was given. */
export const inheritedEnv = (): NodeJS.ProcessEnv => ({ ...process.env });

/** What programs that we start are given of our own environment, which holds secrets: where to find others. */
export const childEnv = () => ({
  PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
});
