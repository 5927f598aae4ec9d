import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import parseForwarded from 'forwarded-parse';

/** `203.0.113.7:80`, `[2001:db8::1]`, `[2001:db8::1]:80`; in place of a port a proxy may write a name (RFC 7239, section 6). */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/** The address in what a proxy wrote, without a port; as it was written where there is none. */
export function withoutPort(written: string): string {
  const { v6, v4 } = WITH_PORT.exec(written.trim())?.groups ?? {};
  const address = v6 ?? v4 ?? '';
  return isIP(address) === 0 ? written.trim() : address;
}

/**
 * Writes what proxies say of a caller in the one way that Fastify reads: `X-Forwarded-For` without ports. The header
 * `Forwarded` (RFC 7239) counts where the other one is missing: a proxy that writes only that one passes on a `Forwarded`
 * that the caller made up.
 */
export function readForwarded(headers: IncomingHttpHeaders): void {
  const addresses = [headers['x-forwarded-for'] ?? []].flat();
  if (addresses.length > 0) {
    headers['x-forwarded-for'] = addresses.join().split(',').map(withoutPort).join(', ');
    return;
  }
  if (!headers.forwarded) return;
  let hops: Record<string, string>[];
  try {
    hops = parseForwarded(headers.forwarded);
  } catch {
    hops = [{}];
  }
  headers['x-forwarded-for'] = hops.map((hop) => withoutPort(hop['for'] ?? 'unknown')).join(', ');
  const proto = hops.at(-1)?.['proto'];
  if (proto !== undefined) headers['x-forwarded-proto'] ??= proto.toLowerCase();
}
