/** The router's link props for one of our own addresses, which may have a query and a fragment. */
export function linkTo(path: string): { to: string; search: Record<string, string>; hash: string } {
  const { pathname, searchParams, hash } = new URL(path, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) };
}
