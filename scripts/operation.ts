import { BackupRefusal } from '../server/frame/backup/manifest.ts';
import { isUnavailable } from '../server/platform/db/availability.ts';
import { SettingError } from '../server/platform/env.ts';
import { reasonOf } from '../server/frame/health/check.ts';
import { folderTrouble } from '../server/platform/storage/folder-trouble.ts';
import { FolderInUse } from '../server/frame/supervisor/running.ts';
import { ignoreClosedOutput } from '../server/frame/supervisor/unread-output.ts';

/**
 * Runs a command with its arguments. An interruption aborts `stop`, so that the command ends what it started before it
 * exits: the product's own database would otherwise continue to run.
 */
export async function operate(work: (given: string[], stop: AbortSignal) => Promise<void>): Promise<void> {
  // The terminal itself may be gone.
  ignoreClosedOutput();
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

/** Prints an error that the user can correct as a sentence, and any other error with its stack. */
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
