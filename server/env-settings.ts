import { resolve } from 'node:path';
import * as z from 'zod';
import { Email } from '@scoville/contract/email.ts';
import { DEFAULT_PLANS, Plan, withAiff } from '@scoville/contract/plans.ts';
import { parseProxies } from './http/proxies.ts';
import { parseProviders } from './identities/provider-settings.ts';
import { parseOtlpHeaders } from './metrics/otlp-headers.ts';

const whole = z.coerce.number().int();
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));
/** Reads a setting by a function that throws with a part of a sentence. */
const readBy =
  <Read>(read: (text: string) => Read) =>
  (text: string, context: z.RefinementCtx): Read => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  };

/** Every setting, as one reads it in the environment and in `.env`. */
export const Settings = z.object({
  /** `production` is what `npm start` runs; `development` serves the browser's sources through Vite. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Which part of the work this process does. */
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  /** `off` is for a copy to look at: no worker starts and PayPal is not asked, so that nothing is mailed, charged or sent. */
  WORKER: z.enum(['on', 'off']).default('on'),
  /** Where the web process listens; port 0 is any that is free. */
  PORT: whole.min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where people reach the product; links in mails and previews begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The proxies that may name the caller (X-Forwarded-For and -Proto): addresses and CIDR ranges with commas, `loopback`,
   * or `none`. Any other proxy counts as one caller, together with all visitors behind it.
   */
  TRUSTED_PROXIES: z.string().default('loopback').transform(readBy(parseProxies)),
  /** The folder of everything that is kept: database, files, first sign-in. */
  DATA_DIR: z.string().default('data'),
  /** PostgreSQL 15 or later; the start script fills it in when the embedded server is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'it begins with postgres://')
    .optional(),
  /** Where mail leaves. With it new accounts confirm their address before they publish. */
  SMTP_URL: optional,
  /** The address for mail from the contact form; the first administrator's when unset. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Google's reCAPTCHA (v2, checkbox) in the contact form, if both keys are given; else the product's own proof of work. */
  RECAPTCHA_SITE_KEY: optional,
  RECAPTCHA_SECRET_KEY: optional,
  /** Where its script and its check answer; https://www.recaptcha.net/recaptcha/ where google.com cannot be reached. */
  RECAPTCHA_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/?$/, '/'))
    .default('https://www.google.com/recaptcha/'),
  /** The sender of our mail. */
  MAIL_FROM: z.string().default('Scoville <no-reply@localhost>'),
  /** Programs on the PATH, or their whole paths. */
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  /** How much the processes write down, as pino names it. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** The name on every page and in every mail. */
  PRODUCT_NAME: z.string().min(1).default('Scoville'),
  /** Larger allows more; 0 turns the limits off for a load test. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
  /**
   * Limits of counting per day, for one account or for all visitors at one address: plays, shares or views of one song,
   * video or musician; impressions of one ad; and plays in all. RATE_LIMIT_FACTOR multiplies them.
   */
  COUNTED_PER_HOUSEHOLD: whole.min(1).default(24),
  PLAYS_PER_HOUSEHOLD: whole.min(1).default(1000),
  /**
   * The part of what is recommended, and of what follows a queue, that is kept for approved media that few have heard
   * (0 keeps none); the showings that each of them gets before any is preferred; and the plays from which on it needs no help.
   */
  FIRST_LISTENS_SHARE: z.coerce.number().min(0).max(0.5).default(0.15),
  FIRST_LISTENS_SHOWINGS: whole.min(1).max(100_000).default(100),
  FIRST_LISTENS_PLAYS: whole.min(1).max(100_000).default(30),
  /** A session ends 30 days after its last use, and this many days after its sign-in however much it is used. */
  SESSION_DAYS: whole.min(1).max(3650).default(180),
  /** The folder of announced features, one file each (features/README.md). */
  FEATURES_DIR: z.string().default(resolve(import.meta.dirname, '../features')),
  /** Mail stays readable in the outbox for this many days. */
  OUTBOX_DAYS: whole.min(1).max(3650).default(90),
  /** Administrators need a second factor. Without one they have a member's rights. */
  ADMIN_SECOND_FACTOR: flag.default(false),
  /** Sign-in by Google or Facebook, where both settings of one are given; docs/sign-in.md says how to get them. */
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  FACEBOOK_CLIENT_ID: optional,
  FACEBOOK_CLIENT_SECRET: optional,
  /** Further OpenID providers as a JSON list of { name, label, issuer, clientId, clientSecret }. */
  OPENID_PROVIDERS: z.string().default('[]').transform(readBy(parseProviders)),
  /** The first administrator; made and printed once when unset. */
  ADMIN_EMAIL: optional
    .refine((email) => email === null || Email.safeParse(email).success, 'it is not an email address')
    .transform((email) => email && Email.parse(email)),
  ADMIN_PASSWORD: optional,
  /** Plans as a JSON list in order of rank, the base plan first. */
  PLANS: z
    .string()
    .optional()
    .transform((text, context): Plan[] => {
      if (text === undefined || text === '') return DEFAULT_PLANS;
      try {
        const plans = z
          .array(Plan as unknown as z.ZodType<Plan>)
          .min(1)
          .parse(JSON.parse(text));
        for (const { limits } of plans) limits.acceptedFiles = withAiff(limits.acceptedFiles);
        return plans;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not a JSON list of plans' });
        return z.NEVER;
      }
    }),
  /** The plan of accounts that have paid for none, if nothing is sold; the largest one if unset. */
  DEFAULT_PLAN: optional,
  /** Paid plans are sold through PayPal where these three are given; docs/payments.md says how to get them. */
  PAYPAL_CLIENT_ID: optional,
  PAYPAL_SECRET: optional,
  PAYPAL_WEBHOOK_ID: optional,
  /** PayPal's REST interface, or its sandbox for tests (https://api-m.sandbox.paypal.com). Production allows these two only. */
  PAYPAL_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .default('https://api-m.paypal.com'),
  /** A plan is kept for this many days after a payment failed. */
  PAYMENT_GRACE_DAYS: whole.min(0).max(60).default(7),
  /**
   * Files that one worker process converts at a time in its lane for short work. The lane for long work converts twice as
   * many, of different accounts, which share the time (`lanes.ts`).
   */
  WORKER_CONCURRENCY: whole.min(1).max(64).default(1),
  /** Seconds that a file may take in the lane for short work; what takes longer goes to the end of the other lane. */
  SHORT_WORK_SECONDS: whole.min(1).max(3600).default(60),
  /**
   * Seconds that a file may take if it has the lane for long work to itself; two files that share the lane may take twice
   * as long. A file that takes longer fails, and its owner gets a message.
   */
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
  /** `process` sends the bucket's files itself; `redirect` sends readers to the bucket, by an address that lasts an hour. */
  S3_DELIVERY: z.enum(['process', 'redirect']).default('process'),
  /** Disk space (MB of 2^20 bytes) that uploads leave free for renditions and the database; see `space.ts`. */
  DISK_RESERVE_MB: whole.min(0).default(512),
  /** The internal location under which nginx serves DATA_DIR/files (X-Accel-Redirect); unset serves them here. */
  ACCEL_LOCATION: optional,
  /**
   * Where figures are sent for the operator's own tools, as OTLP over HTTP (docs/operations.md); nowhere when unset. These
   * four have the names that OpenTelemetry gave them; the headers, often a key, are written `name=value,name=value`.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('').transform(readBy(parseOtlpHeaders)),
  /** Milliseconds. */
  OTEL_METRIC_EXPORT_INTERVAL: whole.min(100).default(60_000),
  OTEL_SERVICE_NAME: z.string().min(1).default('scoville'),
  /** Hours within which a review is promised, and within which while a lot is waiting. */
  REVIEW_PROMISE_HOURS: whole.min(1).default(24),
  REVIEW_BUSY_HOURS: whole.min(1).default(48),
  /** Songs or videos of 90 or more that earn the Master Chef badge. */
  MASTER_CHEF_ITEMS: whole.min(3).max(5).default(5),
  /** Perfectly Seasoned is in another order at every visit, and not newest first. */
  RANDOMIZE_PERFECTLY_SEASONED: flag.default(false),
  /** Genres and moods are in another order at every visit, and not in the one that administrators gave them. */
  SHUFFLE_PLAYLISTS: flag.default(true),
  /** The owner of a song or video may delete the comments of others on it. */
  COMMENTS_OWNER_CAN_DELETE: flag.default(false),
});

/** The settings before those that belong together are joined. */
export type Given = z.output<typeof Settings>;
