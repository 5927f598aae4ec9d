/** What a link takes that leads to an address of ours, which may hold a query and a place on its page. */
export function linkTo(path: string): { to: string; search: Record<string, string>; hash: string } {
  const { pathname, searchParams, hash } = new URL(path, location.origin);
  return { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) };
}
