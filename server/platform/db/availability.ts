import { setTimeout as wait } from 'node:timers/promises';
import { SettingError } from '../env.ts';
import type { Logger } from '../log.ts';
import { connect } from './connection.ts';

/** The database doesn't answer now, but may soon: codes of Node, of the driver, and SQLSTATEs of PostgreSQL. */
const UNAVAILABLE_CODES = new Set(
  [
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH',
    // The host name is unknown, for example that of a container that hasn't started yet.
    'ENOTFOUND EAI_AGAIN',
    'CONNECTION_CLOSED CONNECT_TIMEOUT',
    // SQLSTATEs: PostgreSQL is stopping, has crashed or is starting, or has no free connection.
    '57P01 57P02 57P03 53300',
  ].flatMap((codes) => codes.split(' ')),
);

/** pg, the queue's driver, reports these without a code. */
const UNAVAILABLE_MESSAGE = /^Connection terminated|^timeout exceeded when trying to connect$/;

/** The first pause before a retry, doubled each time up to MAX_PAUSE (milliseconds). */
const FIRST_PAUSE = 100;
const MAX_PAUSE = 5000;

/** True if the error means that the database can't be reached for now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE_CODES.has((error as { code?: string }).code ?? '') || UNAVAILABLE_MESSAGE.test(error.message);
}

/** The fault in DATABASE_URL if that is why the database refuses us, or null. */
function settingFault(error: unknown): string | null {
  if (error instanceof URIError) return 'it is not an address';
  switch ((error as { code?: string }).code) {
    case 'ERR_INVALID_URL':
      return 'it is not an address';
    case '28000':
    case '28P01':
      return 'the server refuses this user or password';
    case '3D000':
      return 'the server has no database of that name';
    case '42501':
      return 'this user may not create tables there';
    default:
      return null;
  }
}

/**
 * Checks that the database answers. Throws an error that `isUnavailable` recognizes, or a SettingError with a sentence
 * that names DATABASE_URL, or the reason of `stop` when that aborts.
 */
export async function pingDatabase(databaseUrl: string, stop: AbortSignal): Promise<void> {
  await withSettingError(async () => {
    const db = connect(databaseUrl, { max: 1 });
    try {
      await Promise.race([db`select 1`, abortOf(stop)]);
    } finally {
      await db.end({ timeout: 0 });
    }
  });
}

/**
 * Retries `open`, with growing pauses in between, as long as it fails because the database is unavailable. Rejects if
 * it fails for another reason (with SettingError if DATABASE_URL is wrong), or with the reason of `stop` when that
 * aborts.
 * @param open may be called again after it failed, so it must close everything that it opened
 * @param waits is called whenever an attempt finds the database unavailable
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  { stop, log, waits }: { stop: AbortSignal; log: Logger; waits: () => void },
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const opened = await withSettingError(open);
      if (tries > 0) log.info('the database is available again');
      return opened;
    } catch (error) {
      stop.throwIfAborted();
      if (!isUnavailable(error)) throw error;
      waits();
      if (tries === 0) log.warn({ err: error }, 'the database is unavailable: this process waits for it');
    }
    await Promise.race([wait(Math.min(FIRST_PAUSE * 2 ** tries, MAX_PAUSE)), abortOf(stop)]);
  }
}

async function withSettingError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = settingFault(error);
    // The error has no cause, because the driver's error may contain the address and its password.
    if (fault !== null) throw new SettingError(`The setting DATABASE_URL is not usable: ${fault}.`);
    throw error;
  }
}

/** Rejects with the signal's reason once it aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
