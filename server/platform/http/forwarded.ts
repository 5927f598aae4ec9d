import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import parseForwarded from 'forwarded-parse';

/** `203.0.113.7:80`, `[2001:db8::1]`, `[2001:db8::1]:80`. The port may also be an obfuscated name (RFC 7239, section 6). */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/** Removes brackets and port from an address; returns other texts unchanged. */
export function withoutPort(written: string): string {
  const { v6, v4 } = WITH_PORT.exec(written.trim())?.groups ?? {};
  const address = v6 ?? v4 ?? '';
  return isIP(address) === 0 ? written.trim() : address;
}

/**
 * Rewrites the headers of proxies into the form that Fastify reads: `X-Forwarded-For` without ports. `Forwarded` (RFC 7239)
 * is used only if `X-Forwarded-For` is missing, because a proxy that writes the latter may pass on a forged `Forwarded`.
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
