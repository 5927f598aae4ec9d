/** Error codes of a folder that we may not read or write, or of a path that is not a folder. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** A sentence for the operator about a folder problem that can be fixed; null for any other error. */
export function folderTrouble(error: unknown, folder?: string): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const place = folder ?? path;
  if (code === 'ENOSPC')
    return `There is no room left ${place === undefined ? 'on the disk' : `in ${place}`}. Make room, or name a folder on another disk.`;
  return REFUSED.has(code)
    ? `${place ?? 'A folder'} cannot be used (${code}): see whose it is, and what may be written there.`
    : null;
}
