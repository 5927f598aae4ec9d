import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

/** Milliseconds for which one code is valid. */
const PERIOD = 30_000;

/**
 * The code of an authenticator app in this period of 30 seconds, or `steps` periods later. Each code can be used once.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * PERIOD,
  });

/**
 * The code of the previous period, so that the current one can still be used afterwards. The server accepts it until
 * the current period ends, so this waits for the next period if less time than `margin` (milliseconds) is left for the
 * call.
 */
export async function codeBefore(secret: string, margin = 5000): Promise<string> {
  const left = PERIOD - (Date.now() % PERIOD);
  // A timer may be a millisecond early.
  if (left < margin) await setTimeout(left + 10);
  return codeOf(secret, -1);
}
