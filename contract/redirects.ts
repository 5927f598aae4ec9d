/**
 * Where to go after signing in (RT-11 to RT-13): the address that a guard interrupted, else the last page
 * of this visit, else /browse. Anything that is not a path of ours is ignored.
 */
export function afterLogin(attempted: string | null, previous: string | null): string {
  return [attempted, previous].find((path) => path !== null && isOwnPath(path)) ?? '/browse';
}

/** What a page change records as the place to come back to; null leaves the last one. */
export function recordedPath(path: string): string | null {
  if (/^\/(login|logout)([/?#]|$)/.test(path)) return '/';
  // Among them those of mailed links, which work once.
  if (/^\/(signup|forgot|reset|verify)([/?#]|$)/.test(path)) return null;
  return path;
}

/** A path inside this site: neither another host (`//evil`, `/\evil`) nor a control character. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(path);
