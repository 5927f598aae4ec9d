import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { SIGNATURE_HEADERS, type Signature } from './paypal.ts';

/** PayPal repeats an event for three days; one more day allows for clocks and queues. */
const OLDEST_MS = 4 * 24 * 3600_000;
/** How far the clock of this machine may be behind. */
const AHEAD_MS = 3600_000;

const Sent = z.iso.datetime({ offset: true });

/**
 * Reads the signature of an event and checks it without a call to PayPal: all its parts have PayPal's format, it was
 * sent within the last four days, and its certificate is on PayPal's host. Returns null for other events, because they
 * can't be genuine.
 * @param apiUrl the address of PayPal's API, whose host may also serve the certificate
 */
export function readSignature(headers: IncomingHttpHeaders, apiUrl: string, now = Date.now()): Signature | null {
  const parts = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, headers[name]]));
  const known = Shape.safeParse(parts);
  if (!known.success) return null;
  const age = now - Date.parse(known.data['paypal-transmission-time']);
  if (age > OLDEST_MS || age < -AHEAD_MS) return null;
  return isOfPayPal(known.data['paypal-cert-url'], apiUrl) ? known.data : null;
}

const Shape = z.object({
  'paypal-auth-algo': z.string().regex(/^[\w-]{1,50}$/),
  'paypal-cert-url': z.url().max(500),
  'paypal-transmission-id': z.string().regex(/^[\w-]{1,100}$/),
  'paypal-transmission-sig': z.string().regex(/^[A-Za-z0-9+/]{4,1000}={0,2}$/),
  'paypal-transmission-time': Sent,
});

function isOfPayPal(certificate: string, apiUrl: string): boolean {
  const { protocol, hostname, origin, username, password } = new URL(certificate);
  if (username !== '' || password !== '') return false;
  return origin === new URL(apiUrl).origin || (protocol === 'https:' && hostname.endsWith('.paypal.com'));
}
