import { BackupRefusal } from '../server/backup/manifest.ts';
import { isUnavailable } from '../server/db/availability.ts';
import { SettingError } from '../server/env.ts';
import { reasonOf } from '../server/health/check.ts';
import { folderTrouble } from '../server/storage/folder-trouble.ts';
import { FolderInUse } from '../server/supervisor/running.ts';

/** Runs a command with its arguments. */
export async function operate(work: (given: string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2));
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
