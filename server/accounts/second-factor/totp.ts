import type { TOTP } from 'otpauth';

/** Seconds of one code; the one before and the one after are taken as well, for clocks that differ. */
const PERIOD = 30;

/** As apps know it: SHA-1, six digits, 30 seconds. Others are read by few of them. */
async function totpOf(secret: string, issuer = '', label = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) });
}

/** A new secret of 160 bits, in base 32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** The address that an app reads from a QR code. */
export async function totpUri(secret: string, product: string, email: string): Promise<string> {
  return (await totpOf(secret, product, email)).toString();
}

/**
 * Which step of time a code belongs to; null for a wrong one, and for one of `after` or before: it was used.
 * @param now milliseconds
 */
export async function stepOf(
  secret: string,
  code: string,
  after: number | null,
  now = Date.now(),
): Promise<number | null> {
  const delta = (await totpOf(secret)).validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / PERIOD) + delta;
  return after !== null && step <= after ? null : step;
}
