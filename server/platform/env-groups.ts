// Values that are derived from several settings.
import { SettingError } from './env-file.ts';
import type { Given } from './env-settings.ts';
import { type ProviderSettings, readProviders } from './provider-settings.ts';
import type { PayPalSettings } from './paypal-settings.ts';
import { LARGEST } from './storage/part-memory.ts';
import type { S3Settings } from './storage/s3-client.ts';

/** The largest file that a bucket accepts, in megabytes. */
const LARGEST_MB = LARGEST / 1024 / 1024;

/**
 * The S3 store, or null without S3_BUCKET. Throws SettingError if the S3 settings are incomplete or contradict others.
 */
export function readS3Settings(
  env: Given,
  given: readonly string[],
): (S3Settings & { delivery: Given['S3_DELIVERY'] }) | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === null) {
    const unusedSetting = given.find((name) => name.startsWith('S3_') && name in env);
    if (unusedSetting === undefined) return null;
    throw new SettingError(
      `The setting ${unusedSetting} does nothing without S3_BUCKET. Name the bucket, or unset ${unusedSetting}.`,
    );
  }
  if (accessKeyId === null) throw new SettingError('The setting S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it.');
  if (secretAccessKey === null)
    throw new SettingError('The setting S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it.');
  if (env.ACCEL_LOCATION !== null)
    throw new SettingError(
      'The setting ACCEL_LOCATION is not usable with S3_BUCKET: nginx has no files to send. Unset it.',
    );
  const tooLarge = env.PLANS.find(({ limits }) => limits.maxFileSizeMB > LARGEST_MB);
  if (tooLarge !== undefined)
    throw new SettingError(
      `The setting PLANS is not usable with S3_BUCKET: a bucket takes files of ${LARGEST_MB} MB, and the plan ${tooLarge.displayName} allows larger ones.`,
    );
  const { S3_ENDPOINT: endpoint = null, S3_REGION: region, S3_DELIVERY: delivery } = env;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, delivery };
}

/**
 * Google's reCAPTCHA keys; null without keys, so that our own captcha is used. Throws SettingError when only one key is
 * given.
 */
export function readRecaptchaSettings(env: Given): { siteKey: string; secret: string } | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secret } = env;
  if (siteKey === null && secret === null) return null;
  if (siteKey === null || secret === null)
    throw new SettingError(
      `The setting RECAPTCHA_${siteKey === null ? 'SITE' : 'SECRET'}_KEY is missing: both keys are needed, or none.`,
    );
  return { siteKey, secret };
}

/** The PayPal addresses that production allows: the live one, and the sandbox. */
const PAYPAL_ORIGINS = ['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'];

/** Throws SettingError if PayPal's settings are incomplete, or can't sell the plans. */
export function readPayPalSettings(env: Given): PayPalSettings | null {
  const {
    PAYPAL_API_URL: apiUrl,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_SECRET: secret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = env;
  if (clientId === null && secret === null && webhookId === null) return null;
  if (clientId === null || secret === null || webhookId === null) {
    const missing = clientId === null ? 'CLIENT_ID' : secret === null ? 'SECRET' : 'WEBHOOK_ID';
    throw new SettingError(
      `The setting PAYPAL_${missing} is missing: PayPal needs PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID.`,
    );
  }
  if (env.NODE_ENV === 'production' && !PAYPAL_ORIGINS.includes(apiUrl))
    throw new SettingError(
      `The setting PAYPAL_API_URL is not usable: in production payments go through ${PAYPAL_ORIGINS.join(' or ')} alone, never through a stand-in.`,
    );
  const unsold = env.PLANS.find(({ price, planId }) => price > 0 && planId === null);
  if (unsold !== undefined)
    throw new SettingError(
      `The setting PLANS is not usable: the plan ${unsold.displayName} has a price and no planId, the name that PayPal gave it.`,
    );
  return { apiUrl, clientId, secret, webhookId };
}

/**
 * The type of the plan for accounts that have paid for none. If nothing is sold, this is the largest plan unless
 * DEFAULT_PLAN names another. Throws SettingError if DEFAULT_PLAN names a plan that doesn't exist, or, where plans are
 * sold, any but the first.
 */
export function readDefaultPlan({ DEFAULT_PLAN: wanted, PLANS: plans }: Given, isSelling: boolean): string {
  const [base] = plans;
  const last = plans.at(-1);
  if (base === undefined || last === undefined) throw new SettingError('The setting PLANS is not usable: it is empty.');
  if (isSelling) {
    if (wanted === null || wanted === base.type) return base.type;
    throw new SettingError(
      `The setting DEFAULT_PLAN is not usable where plans are sold: whoever pays for none has the first one, ${base.displayName}. Unset it.`,
    );
  }
  if (wanted === null || plans.some(({ type }) => type === wanted)) return wanted ?? last.type;
  throw new SettingError(
    `The setting DEFAULT_PLAN is not usable: there is no plan of the type ${wanted}. Name one of ${plans.map(({ type }) => type).join(', ')}.`,
  );
}

/** The sign-in providers. Throws SettingError with the reason why one can't be used. */
export function readSignInProviders(env: Given): ProviderSettings[] {
  try {
    return readProviders(env);
  } catch (error) {
    throw new SettingError(error instanceof Error ? error.message : String(error));
  }
}
