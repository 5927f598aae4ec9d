import { BackupRefusal } from '../server/backup/manifest.ts';
import { isUnavailable } from '../server/db/availability.ts';
import { SettingError } from '../server/env.ts';
import { reasonOf } from '../server/health/check.ts';
import { folderTrouble } from '../server/storage/folder-trouble.ts';
import { FolderInUse } from '../server/supervisor/running.ts';
import { outliveReaders } from '../server/supervisor/unread-output.ts';

/**
 * Runs a command with its arguments. Whoever interrupts it aborts `stop`, so that it ends what it started before it ends:
 * the database that comes with the product runs on by itself.
 */
export async function operate(work: (given: string[], stop: AbortSignal) => Promise<void>): Promise<void> {
  // The terminal may be what is gone.
  outliveReaders();
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new BackupRefusal('It was stopped before it was done.')));
  try {
    await work(process.argv.slice(2), stop.signal);
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}

/** Says in a sentence what the person at the keyboard can put right, and anything else with its stack. */
export function printError(error: unknown): void {
  console.error(sentenceOf(error) ?? error);
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof BackupRefusal || error instanceof SettingError || error instanceof FolderInUse)
    return error.message;
  const trouble = folderTrouble(error);
  if (trouble !== null) return trouble;
  return isUnavailable(error) ? `The database does not answer: ${reasonOf(error)}. Start it and try again.` : null;
}
