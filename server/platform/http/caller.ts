import { isIP, isIPv4 } from 'node:net';

/** Used for all callers behind a proxy that doesn't name an address. Don't use it to limit sign-ins. */
export const UNKNOWN = 'unknown';

/**
 * The name under which a visitor's calls are counted everywhere: an IPv4 address, or the first 64 bits of an IPv6
 * address, because a household (and every rented server) can use any address that begins with them. Anything else, such
 * as a header that a proxy passed on unchecked, becomes UNKNOWN, one name for all.
 * @param request its `ip` is the socket's address, or the one named by a proxy of TRUSTED_PROXIES
 */
export const callerOf = (request: { ip: string }): string => networkOf(request.ip);

/** Like `callerOf`, for an address. */
export function networkOf(address: string): string {
  // A zone of a link-local address follows the % (RFC 4007).
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return bare;
  if (isIP(bare) === 0) return UNKNOWN;
  // The URL parser writes every IPv6 address in one way: lower case, no leading zeros, `::` for the longest gap.
  const [before = '', after = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const head = before === '' ? [] : before.split(':');
  // If nothing follows the gap, the last group is an empty text instead of 0, but is never read.
  const tail = after.split(':');
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') return mapped(groups);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address as IPv6 sockets name it (RFC 4291, section 2.5.5.2). */
const mapped = (groups: readonly string[]): string =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
