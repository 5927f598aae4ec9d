import type { HealthFinding } from '@scoville/contract/frame/health.ts';
import type { Env } from '../../platform/env.ts';

export type Finding = HealthFinding;
/** The result of a check, in sentences for the operator. */
export type Result = Omit<Finding, 'part'>;

/** Checks one part of an installation. An exception counts as a failure of that part. */
export interface Check {
  part: string;
  /**
   * Set for a check that signs in somewhere, sends requests to other servers or writes a file. Its results are cached
   * for longer.
   */
  isCostly?: true;
  /** The check's own limit (ms), if longer than usual because it starts programs, which are slow on a busy machine. */
  patience?: number;
  run: (signal: AbortSignal) => Promise<Result[]>;
}

export const ok = (text: string): Result => ({ level: 'ok', text, todo: null });
export const warn = (text: string, todo: string): Result => ({ level: 'warn', text, todo });
export const fail = (text: string, todo: string): Result => ({ level: 'fail', text, todo });

/**
 * Runs checks concurrently, and returns their findings in the order of the checks. A check that takes longer than both
 * `patience` (ms) and its own patience fails, so that others don't wait for it.
 * @param secrets are removed from all findings, even from quoted errors
 */
export async function runChecks(
  checks: readonly Check[],
  { patience, secrets }: { patience: number; secrets: readonly string[] },
): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ part, run, patience: own = 0 }) =>
      (await within(Math.max(patience, own), run)).map((result) => ({ part, ...result })),
    ),
  );
  return found.flat().map((finding) => ({
    ...finding,
    text: withoutSecrets(finding.text, secrets),
    todo: finding.todo && withoutSecrets(finding.todo, secrets),
  }));
}

async function within(patience: number, run: Check['run']): Promise<Result[]> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result[]>((resolve) => {
    timer = setTimeout(() => {
      resolve([
        fail(
          `No answer within ${Math.round(patience / 1000)} seconds.`,
          'See whether what stands behind it runs and can be reached from this machine.',
        ),
      ]);
      over.abort(new Error('The check took too long.'));
    }, patience);
  });
  try {
    return await Promise.race([late, run(over.signal).catch((error: unknown) => [unexpected(error)])]);
  } finally {
    clearTimeout(timer);
  }
}

/** PostgreSQL's error codes for a missing table or column. */
const NOT_IN_SCHEMA = ['42P01', '42703'];

function unexpected(error: unknown): Result {
  if (NOT_IN_SCHEMA.includes(String((error as { code?: unknown }).code)))
    return warn(
      'This was not checked: the schema is older than this version of the product.',
      'Start the product once.',
    );
  return fail(`This could not be checked: ${reasonOf(error)}.`, 'Fix this and check again.');
}

/** The reason of an error, without the stack: the innermost cause is the most specific. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (inner instanceof Error) return reasonOf(inner);
  const text = error.message === '' ? error.name : error.message.split('\n', 1)[0]!.replace(/\.$/, '');
  return typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
}

/** Shorter secrets would also remove unrelated words. */
const SHORTEST_SECRET = 4;

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((before, secret) => before.replaceAll(secret, '…'), text);
}

/** Every secret in the settings, in its written and its decoded form. */
export function secretsOf(env: Partial<Env>): string[] {
  const given = [
    ...[env.DATABASE_URL, env.SMTP_URL].map(passwordOf),
    env.ADMIN_PASSWORD,
    env.PAYPAL?.secret,
    env.S3?.secretAccessKey,
    env.RECAPTCHA?.secret,
    ...(env.SIGN_IN_PROVIDERS ?? []).map(({ clientSecret }) => clientSecret),
  ].filter((one) => one !== undefined && one !== null && one !== '') as string[];
  return [...new Set(given.flatMap((one) => [one, encodeURIComponent(one), decoded(one)]))];
}

function passwordOf(url: string | null | undefined): string | undefined {
  // Matched with a pattern, because an error also quotes a malformed address.
  return url === null || url === undefined ? undefined : /^[^:]+:\/\/[^/]*?:(.*)@/.exec(url)?.[1];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
