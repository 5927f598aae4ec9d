/**
 * The address to go to after signing in (RT-11 to RT-13): the one that a guard interrupted, otherwise the last page of
 * this visit, otherwise /browse. Anything but a path of our own is ignored.
 */
export function afterLogin(attempted: string | null, previous: string | null): string {
  return [attempted, previous].find((path) => path !== null && isOwnPath(path)) ?? '/browse';
}

/** The path that a page change records as the one to return to; null keeps the last one. */
export function recordedPath(path: string): string | null {
  if (/^\/(login|logout)([/?#]|$)/.test(path)) return '/';
  // Among these are the pages of mailed links, which work only once.
  if (/^\/(signup|forgot|reset|verify)([/?#]|$)/.test(path)) return null;
  return path;
}

/** A path within this site: it can't lead to another host (`//evil`, `/\evil`) and has no control characters. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(path);
