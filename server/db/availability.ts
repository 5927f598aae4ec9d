import { setTimeout as wait } from 'node:timers/promises';
import { SettingError } from '../env.ts';
import type { Logger } from '../log.ts';
import { connect } from './connection.ts';

/** Nobody answers now, and somebody may soon: codes of Node, of the driver, and SQLSTATEs of PostgreSQL. */
const UNAVAILABLE_CODES = new Set(
  [
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH',
    // The name of a container that is not there yet.
    'ENOTFOUND EAI_AGAIN',
    'CONNECTION_CLOSED CONNECT_TIMEOUT',
    // It stops, it crashed, it starts; it has no place for one more connection.
    '57P01 57P02 57P03 53300',
  ].flatMap((codes) => codes.split(' ')),
);

/** pg, through which the queue speaks, gives its own words without a code. */
const UNAVAILABLE_MESSAGE = /^Connection terminated|^timeout exceeded when trying to connect$/;

/** The first pause before another try, doubled each time up to the longest (milliseconds). */
const FIRST_PAUSE = 100;
const MAX_PAUSE = 5000;

/** Whether an error says that the database cannot be reached for now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE_CODES.has((error as { code?: string }).code ?? '') || UNAVAILABLE_MESSAGE.test(error.message);
}

/** What is wrong with DATABASE_URL when that is why the database refuses us, or null. */
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
 * Asks the database for an answer. Throws what `isUnavailable` knows, or SettingError with a sentence that names
 * DATABASE_URL; when `stop` aborts, its reason.
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
 * Calls `open` until it no longer fails because the database is unavailable, with growing pauses in between. Rejects when it
 * fails for another reason (SettingError when that is DATABASE_URL), or with the reason of `stop` when that aborts.
 * @param open may be called again after it failed, so it must close what it opened
 * @param waits is called whenever an attempt found it unavailable
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
    // Without its cause: the address and its password may be part of that.
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
