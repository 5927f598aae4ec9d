import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

/** The server runs, but doesn't accept queries yet, for example with "The database system is starting up". */
const CANNOT_CONNECT_NOW = '57P03';
/** Most milliseconds without any answer of the server. */
const PATIENCE = 60_000;
/** A shorter recovery isn't logged (milliseconds). */
const WORTH_SAYING = 5000;

/** PostgreSQL's progress report during a recovery, once a minute (`log_startup_progress_interval`). */
const PROGRESS = /LOG: +(.+, elapsed time: .+)/g;

interface Starting {
  server: ChildProcess;
  url: string;
  /** The server's last output. */
  output: readonly string[];
  log: (line: string) => void;
  /** Ends the wait; the promise rejects with its reason. */
  stop?: AbortSignal | undefined;
  patience?: number;
}

/**
 * Waits until a started server answers. It waits without limit for a recovery, as after a power failure, because a
 * server that is killed must start its recovery over. Rejects with a sentence if the server ended, refuses the
 * password, or doesn't answer.
 */
export async function waitUntilReady({ server, url, output, log, stop, patience = PATIENCE }: Starting): Promise<void> {
  let failed: string | null = null;
  server.once('exit', () => (failed = reason(output)));
  server.once('error', (error) => (failed = error.message));
  const report = recoveryReport(output, log);
  let lastSign = Date.now();
  for (;;) {
    stop?.throwIfAborted();
    if (failed !== null) throw new Error(`The database server did not start: ${failed}`);
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '28P01')
        throw new Error(
          'The database does not accept the password in postgres-password.txt. Put back the one it was created with.',
          {
            cause: error,
          },
        );
      if (code === CANNOT_CONNECT_NOW) {
        lastSign = Date.now();
        report();
      } else if (Date.now() > lastSign + patience)
        throw new Error(`The database server does not answer: ${reason(output)}`, { cause: error });
      await wait(50);
    } finally {
      await sql.end();
    }
  }
}

/** Logs once that the database is recovering, and then each new progress report. */
function recoveryReport(output: readonly string[], log: (line: string) => void): () => void {
  const since = Date.now();
  let isSaid = false;
  let last: string | undefined;
  return () => {
    const progress = [...output.join('').matchAll(PROGRESS)].at(-1)?.[1];
    if (!isSaid && (progress !== undefined || Date.now() > since + WORTH_SAYING)) {
      isSaid = true;
      log('The database was cut off and is recovering, which may take minutes. The start goes on when that is done.');
    }
    if (progress !== undefined && progress !== last) log(`The database is recovering: ${progress}`);
    last = progress;
  };
}

/** The end of a server's output, as a sentence. */
export function reason(output: readonly string[]): string {
  const text = output.join('');
  if (/No space left on device/.test(text))
    return 'the disk is full. Make room and start again; nothing that was confirmed is lost.';
  return text.trim().split('\n').slice(-3).join(' ') || 'it said nothing.';
}
