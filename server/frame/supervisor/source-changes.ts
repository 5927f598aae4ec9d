import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Files that our processes read when they start, without tests. */
const SOURCE = /(?<!\.test)\.(ts|mjs|sql|json)$/;
/**
 * Milliseconds to wait for further changes, because editors write a file in several steps, and several files at once.
 */
const QUIET = 100;

/**
 * Calls `changed` when a source below the folders has been changed, created or deleted, once for changes in quick
 * succession. It watches each folder separately, because Node's own recursive watch opens one watch for every file.
 * @param changed gets the path of one of the changed files
 */
export function watchSources(folders: readonly string[], changed: (file: string) => void, stop: AbortSignal): void {
  const watched = new Map<string, FSWatcher>();
  let soon: NodeJS.Timeout | undefined;
  const notice = (file: string) => {
    clearTimeout(soon);
    soon = setTimeout(() => changed(file), QUIET);
  };
  const forget = (folder: string) => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };
  const look = (folder: string, isNew: boolean) => {
    if (watched.has(folder)) return;
    const watcher = watch(folder, (_kind, name) => {
      const path = join(folder, name ?? '');
      if (isFolder(path)) look(path, true);
      else if (SOURCE.test(path)) notice(path);
    });
    // The folder was deleted while it was watched.
    watcher.on('error', () => forget(folder));
    watched.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) look(path, isNew);
      // A file of a new folder may have been written before the folder was watched, so it counts as a change.
      else if (isNew && SOURCE.test(path)) notice(path);
    }
  };
  for (const folder of folders) if (isFolder(folder)) look(folder, false);
  stop.addEventListener('abort', () => {
    clearTimeout(soon);
    for (const watcher of watched.values()) watcher.close();
  });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
