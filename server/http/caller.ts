import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that a caller's address belongs to, for counts by caller: an IPv4 address as it is (also when it is
 * written as IPv6), of an IPv6 address the first 64 bits, since whoever has one of these has all of them. What is no
 * address is its own network.
 * @param address as the proxy or the socket gives it; a zone (`%eth0`) does not matter
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%', 1);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a well-formed IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, before = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const hex = dotted ? `${before}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}` : address;
  const [head = '', tail] = hex.split('::');
  const some = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const first = some(head);
  const last = some(tail ?? '');
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
