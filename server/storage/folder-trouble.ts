/** What a system says of a folder that we may not read or write, or that is none. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** What a person can put right about a folder, in a sentence; null where the error is of another kind. */
export function folderTrouble(error: unknown, folder?: string): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const place = folder ?? path;
  if (code === 'ENOSPC')
    return `There is no room left ${place === undefined ? 'on the disk' : `in ${place}`}. Make room, or name a folder on another disk.`;
  return REFUSED.has(code)
    ? `${place ?? 'A folder'} cannot be used (${code}): see whose it is, and what may be written there.`
    : null;
}
