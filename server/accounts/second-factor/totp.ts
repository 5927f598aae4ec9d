import type { TOTP } from 'otpauth';

/** Seconds for which a code is valid. The previous and the next code are accepted, too, for clocks that differ. */
const PERIOD = 30;

/** The parameters that authenticator apps support: SHA-1, six digits, 30 seconds. Few apps support others. */
async function totpOf(secret: string, issuer = '', label = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) });
}

/** A new secret of 160 bits, in base 32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** The URI that an app reads from a QR code. */
export async function totpUri(secret: string, product: string, email: string): Promise<string> {
  return (await totpOf(secret, product, email)).toString();
}

/**
 * The time step of a code; null if the code is wrong, or its step isn't later than `after`, the last used one.
 * @param now milliseconds
 */
export async function matchStep(
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
