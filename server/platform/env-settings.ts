import { resolve } from 'node:path';
import * as z from 'zod';
import { Email } from '@scoville/contract/platform/lib/email.ts';
import { DEFAULT_PLANS, Plan, withAiff } from '@scoville/contract/accounts/plans.ts';
import { parseProxies } from './http/proxies.ts';
import { parseProviders } from './provider-settings.ts';
import { parseOtlpHeaders } from './metrics/otlp-headers.ts';

const whole = z.coerce.number().int();
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));
/** Parses a setting with a function that throws an error with a part of a sentence. */
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

/** All settings, in the form in which they are written in the environment and in `.env`. */
export const Settings = z.object({
  /** `npm start` uses `production`; `development` serves the browser's sources through Vite. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** The role of this process. */
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  /**
   * `off` is for a copy for inspection: no worker starts and PayPal gets no requests, so nothing is mailed, charged or
   * sent.
   */
  WORKER: z.enum(['on', 'off']).default('on'),
  /** The address on which the web process listens. Port 0 chooses any free port. */
  PORT: whole.min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The public address of the product, with which links in mails and previews begin. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The proxies that may name the caller (X-Forwarded-For and -Proto): addresses and CIDR ranges with commas, `loopback`,
   * or `none`. Any other proxy counts as one caller, together with all visitors behind it.
   */
  TRUSTED_PROXIES: z.string().default('loopback').transform(readBy(parseProxies)),
  /** The folder of all stored data: database, files, first sign-in. */
  DATA_DIR: z.string().default('data'),
  /** PostgreSQL 15 or later; the start script fills it in when the embedded server is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'it begins with postgres://')
    .optional(),
  /** The SMTP server for outgoing mail. With it, new accounts must confirm their address before they publish. */
  SMTP_URL: optional,
  /** The address for mail from the contact form; the first administrator's when unset. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Google's reCAPTCHA (v2, checkbox) in the contact form, if both keys are given; else the product's own proof of work. */
  RECAPTCHA_SITE_KEY: optional,
  RECAPTCHA_SECRET_KEY: optional,
  /**
   * The base address of reCAPTCHA's script and check; https://www.recaptcha.net/recaptcha/ where google.com is blocked.
   */
  RECAPTCHA_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/?$/, '/'))
    .default('https://www.google.com/recaptcha/'),
  /** The sender of our mail. */
  MAIL_FROM: z.string().default('Scoville <no-reply@localhost>'),
  /** Names of programs on the PATH, or absolute paths. */
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  /** The level of detail in the log, with pino's names. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** The name on every page and in every mail. */
  PRODUCT_NAME: z.string().min(1).default('Scoville'),
  /** A larger factor allows more; 0 turns the limits off for a load test. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
  /**
   * Daily limits of counted events, for one account or for all visitors at one IP address: plays, shares or views of
   * one song, video or musician; impressions of one ad; and all plays together. RATE_LIMIT_FACTOR multiplies them.
   */
  COUNTED_PER_HOUSEHOLD: whole.min(1).default(24),
  PLAYS_PER_HOUSEHOLD: whole.min(1).default(1000),
  /**
   * The share of recommendations, and of the media that continue a queue, that is reserved for approved media with few
   * listeners (0 reserves none); how often each of these media is recommended before those with more plays are
   * preferred; and the plays after which an item leaves this group.
   */
  FIRST_LISTENS_SHARE: z.coerce.number().min(0).max(0.5).default(0.15),
  FIRST_LISTENS_SHOWINGS: whole.min(1).max(100_000).default(100),
  FIRST_LISTENS_PLAYS: whole.min(1).max(100_000).default(30),
  /** A session ends 30 days after its last use, and at the latest this many days after its sign-in. */
  SESSION_DAYS: whole.min(1).max(3650).default(180),
  /** The folder of announced features, one file each (features/README.md). */
  FEATURES_DIR: z.string().default(resolve(import.meta.dirname, '../../features')),
  /** Mail stays readable in the outbox for this many days. */
  OUTBOX_DAYS: whole.min(1).max(3650).default(90),
  /** Administrators need a second factor. Without one they have a member's rights. */
  ADMIN_SECOND_FACTOR: flag.default(false),
  /** Sign-in with Google or Facebook, if both settings of a provider are given; see docs/sign-in.md. */
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  FACEBOOK_CLIENT_ID: optional,
  FACEBOOK_CLIENT_SECRET: optional,
  /** Further OpenID providers as a JSON list of { name, label, issuer, clientId, clientSecret }. */
  OPENID_PROVIDERS: z.string().default('[]').transform(readBy(parseProviders)),
  /** The first administrator; generated and printed once if unset. */
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
  /** Paid plans are sold through PayPal if these three are given; see docs/payments.md. */
  PAYPAL_CLIENT_ID: optional,
  PAYPAL_SECRET: optional,
  PAYPAL_WEBHOOK_ID: optional,
  /**
   * PayPal's REST API, or its sandbox for tests (https://api-m.sandbox.paypal.com). Production allows these two only.
   */
  PAYPAL_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .default('https://api-m.paypal.com'),
  /** Days for which a plan is kept after a failed payment. */
  PAYMENT_GRACE_DAYS: whole.min(0).max(60).default(7),
  /**
   * Files that one worker process converts at a time in its lane for short work. The lane for long work converts twice as
   * many, of different accounts, which share the time (`lanes.ts`).
   */
  WORKER_CONCURRENCY: whole.min(1).max(64).default(1),
  /**
   * Seconds that a file may take in the lane for short work; a file that takes longer moves to the end of the other
   * lane.
   */
  SHORT_WORK_SECONDS: whole.min(1).max(3600).default(60),
  /**
   * Seconds that a file may take if it has the lane for long work to itself; two files that share the lane may take twice
   * as long. A file that takes longer fails, and its owner gets a message.
   */
  LONG_WORK_SECONDS: whole
    .min(1)
    .max(20 * 3600)
    .default(8 * 3600),
  /** Threads per encode; 0 lets ffmpeg choose. */
  FFMPEG_THREADS: whole.min(0).max(64).default(0),
  /** The bucket of an S3-compatible store for files, instead of DATA_DIR/files. Without S3_ENDPOINT it is Amazon's. */
  S3_BUCKET: optional,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /**
   * `process` sends the bucket's files itself; `redirect` redirects readers to an address of the bucket that is valid
   * for an hour.
   */
  S3_DELIVERY: z.enum(['process', 'redirect']).default('process'),
  /** Disk space (MB of 2^20 bytes) that uploads leave free for renditions and the database; see `space.ts`. */
  DISK_RESERVE_MB: whole.min(0).default(512),
  /**
   * The internal location under which nginx serves DATA_DIR/files (X-Accel-Redirect). If unset, this process sends the
   * files.
   */
  ACCEL_LOCATION: optional,
  /**
   * The destination of metrics for the operator's own tools, as OTLP over HTTP (docs/operations.md); none if unset.
   * These four settings have OpenTelemetry's names; the headers, often with a key, are written `name=value,name=value`.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('').transform(readBy(parseOtlpHeaders)),
  /** Milliseconds. */
  OTEL_METRIC_EXPORT_INTERVAL: whole.min(100).default(60_000),
  OTEL_SERVICE_NAME: z.string().min(1).default('scoville'),
  /** Hours within which a review is promised, normally and while many are waiting. */
  REVIEW_PROMISE_HOURS: whole.min(1).default(24),
  REVIEW_BUSY_HOURS: whole.min(1).default(48),
  /**
   * The last share of a promised time in which others are asked for the verdict: a second reviewer, then all reviewers,
   * then the administrators. 0 switches this off.
   */
  REVIEW_ESCALATION_SHARE: z.coerce.number().min(0).max(0.9).default(0.25),
  /** Whether musicians get something for a late verdict: an upload, or a faster next review if uploads are unlimited. */
  REVIEW_COMPENSATION: flag.default(true),
  /** Whether published scores are corrected for how severe their reviewers are. */
  REVIEW_CALIBRATION: flag.default(true),
  /** Readings by drawn reviewers from which the first estimate is made. */
  REVIEW_CALIBRATION_START: whole.min(10).default(50),
  /** Days after which a reading counts half for the estimates, because reviewers change. */
  REVIEW_CALIBRATION_HALF_LIFE: whole.min(1).default(90),
  /**
   * A second reading is drawn if the average of the first is so near the border of a band, in standard deviations of the
   * reviewer; 0 for none.
   */
  REVIEW_SECOND_MARGIN: z.coerce.number().min(0).max(3).default(0.4),
  /** The share of all other submissions that get a second reading as well, to compare reviewers; 0 for none. */
  REVIEW_SECOND_SHARE: z.coerce.number().min(0).max(1).default(0.05),
  /** Most open reviews that one reviewer is drawn for; 0 for no limit. */
  REVIEW_LOAD_CAP: whole.min(0).max(1000).default(10),
  /**
   * Draws of reviewers avoid conflicts of interest, genres and moods that a reviewer excluded, and the reviewers of the
   * musician's last two submissions.
   */
  REVIEW_DRAW_RULES: flag.default(true),
  /** Messages between a reviewer and a musician within so many days are a conflict of interest; 0 for none. */
  REVIEW_CONFLICT_DAYS: whole.min(0).max(3650).default(90),
  /** Songs or videos with a score of 90 or more that earn the Master Chef badge. */
  MASTER_CHEF_ITEMS: whole.min(3).max(5).default(5),
  /** Shuffles Perfectly Seasoned at every visit, instead of newest first. */
  RANDOMIZE_PERFECTLY_SEASONED: flag.default(false),
  /** Shuffles genres and moods at every visit, instead of the order that administrators arranged. */
  SHUFFLE_PLAYLISTS: flag.default(true),
  /** Owners of a song or video may delete other users' comments on it. */
  COMMENTS_OWNER_CAN_DELETE: flag.default(false),
});

/** The settings before related ones are combined. */
export type Given = z.output<typeof Settings>;
