import { resolve } from 'node:path';
import { SettingError, readEnvFile } from './env-file.ts';
import {
  readDefaultPlan,
  readPayPalSettings,
  readRecaptchaSettings,
  readS3Settings,
  readSignInProviders,
} from './env-groups.ts';
import { type Given, Settings } from './env-settings.ts';
import type { ProviderSettings } from './provider-settings.ts';

export { SettingError } from './env-file.ts';

type S3Name = Extract<keyof typeof Settings.shape, `S3_${string}`>;

/** All settings in the form that the server uses. Only this module reads the environment. */
export type Env = Omit<Given, 'PUBLIC_URL' | 'DATABASE_URL' | 'DEFAULT_PLAN' | S3Name> & {
  PUBLIC_URL: string;
  DATABASE_URL: string;
  /** The type of a plan. */
  DEFAULT_PLAN: string;
  FILES_DIR: string;
  /** Every sign-in provider, in the order of their buttons. */
  SIGN_IN_PROVIDERS: ProviderSettings[];
  /** Null if our own captcha is used. */
  RECAPTCHA: ReturnType<typeof readRecaptchaSettings>;
  /** Null if nothing is sold. */
  PAYPAL: ReturnType<typeof readPayPalSettings>;
  /** Null if files are stored in FILES_DIR. */
  S3: ReturnType<typeof readS3Settings>;
};

/** Read by the test setup only, so not an unknown setting. */
const SETTINGS_OF_TESTS = ['CHROMIUM_PATH'];

/**
 * The settings from the process's environment, or from `.env` if the environment doesn't set them. Throws SettingError
 * with a message that names the first unknown or malformed setting.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env, file = '.env'): Env {
  const env = readLaunchEnv(environment, file);
  if (env.DATABASE_URL === undefined)
    throw new SettingError('The setting DATABASE_URL is missing. `npm start` brings a database of its own.');
  return { ...env, DATABASE_URL: env.DATABASE_URL };
}

/** The settings before the database is known. */
export function readLaunchEnv(
  environment: NodeJS.ProcessEnv = process.env,
  file = '.env',
): Omit<Env, 'DATABASE_URL'> & { DATABASE_URL?: string | undefined } {
  const fromFile = readEnvFile(file);
  for (const name of Object.keys(fromFile))
    if (!(name in Settings.shape) && !SETTINGS_OF_TESTS.includes(name))
      throw new SettingError(`${name} in ${file} is not a setting of this product. Remove it or correct its name.`);
  const given = { ...withoutEmpty(fromFile), ...withoutEmpty(environment) };
  const result = Settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new SettingError(`The setting ${issue?.path.join('.')} is not usable: ${issue?.message}.`);
  }
  const env = result.data;
  if (env.ADMIN_PASSWORD !== null && env.ADMIN_PASSWORD.length < 8)
    throw new SettingError('The setting ADMIN_PASSWORD is not usable: it needs at least 8 characters.');
  if (env.WORKER === 'off' && env.ROLE === 'worker')
    throw new SettingError('The setting ROLE is not usable: with WORKER=off there is no worker to start.');
  const paypal = readPayPalSettings(env);
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST;
  return {
    ...env,
    S3: readS3Settings(env, Object.keys(given)),
    RECAPTCHA: readRecaptchaSettings(env),
    PAYPAL: paypal,
    DEFAULT_PLAN: readDefaultPlan(env, paypal !== null),
    ...(env.WORKER === 'off' && STAYS_INSIDE),
    SIGN_IN_PROVIDERS: readSignInProviders(env),
    DATA_DIR: resolve(env.DATA_DIR),
    FILES_DIR: resolve(env.DATA_DIR, 'files'),
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`).replace(/\/$/, ''),
  };
}

/** The names of the given settings in the order of `Settings`, without their values. */
export function givenSettings(environment: NodeJS.ProcessEnv = process.env, file = '.env'): string[] {
  const fromFile = readEnvFile(file);
  const given = { ...withoutEmpty(fromFile), ...withoutEmpty(environment) };
  return Object.keys(Settings.shape).filter((name) => name in given);
}

/** The settings of a copy for inspection: it has no worker, no PayPal and no metrics, so it affects no other system. */
const STAYS_INSIDE = { ROLE: 'web', PAYPAL: null, OTEL_EXPORTER_OTLP_ENDPOINT: undefined } as const;

const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** The environment for the web process and worker: everything that their supervisor got. */
export const inheritedEnv = (): NodeJS.ProcessEnv => ({ ...process.env });

/** The environment for other programs: only the PATH and locale, because ours contains secrets. */
export const childEnv = () => ({
  PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
});
