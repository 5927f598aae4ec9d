import { isIP, isIPv4 } from 'node:net';

/** The ranges behind each keyword. */
const WORDS = new Map<string, readonly string[]>([
  ['none', []],
  ['loopback', ['127.0.0.0/8', '::1']],
]);

/**
 * Parses the list of proxies that may name the caller (X-Forwarded-For, -Proto): comma-separated addresses, ranges such
 * as `10.0.0.0/8`, and `loopback`; or `none` alone. Throws an error that names the first malformed part. A range of all
 * addresses is also an error, because every visitor could then choose an address, and with it a limit of their own.
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
