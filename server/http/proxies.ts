import { isIP, isIPv4 } from 'node:net';

/** What the words stand for. */
const WORDS = new Map<string, readonly string[]>([
  ['none', []],
  ['loopback', ['127.0.0.0/8', '::1']],
]);

/**
 * The proxies whose word about the caller is taken (X-Forwarded-For, -Proto), from a list with commas: addresses, ranges
 * such as `10.0.0.0/8`, and `loopback`; or `none`. Throws a sentence that names the first part that is none of these, or
 * that trusts everybody: then each visitor could choose an address, and with it a count of their own.
 */
export function parseProxies(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 1 && parts.includes('none')) throw new Error('names `none` beside others');
  return parts.flatMap((part) => WORDS.get(part) ?? [range(part)]);
}

function range(part: string): string {
  const [address = '', bits, ...more] = part.split('/');
  const most = isIPv4(address) ? 32 : 128;
  if (
    isIP(address) === 0 ||
    address.includes('%') ||
    more.length > 0 ||
    (bits !== undefined && !/^\d{1,3}$/.test(bits))
  )
    throw new Error(
      `has \`${part}\`, which is no address, no range such as 10.0.0.0/8, and not \`loopback\` or \`none\``,
    );
  if (bits !== undefined && Number(bits) > most)
    throw new Error(`has \`${part}\`, but such an address has ${most} bits`);
  if (bits !== undefined && Number(bits) === 0)
    throw new Error(`has \`${part}\`, which trusts everybody: name your proxies only`);
  return part;
}
