import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

/** Milliseconds that one code lasts. */
const PERIOD = 30_000;

/** What an app shows in this half minute, or so many steps after it; each code can be used once. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * PERIOD,
  });

/**
 * The code of the half minute before this one, so that this one's can be used after it. It is taken as long as this one
 * lasts: where less of that is left than the call may need (`margin`, milliseconds), the next one is waited for.
 */
export async function codeBefore(secret: string, margin = 5000): Promise<string> {
  const left = PERIOD - (Date.now() % PERIOD);
  // A timer may be a millisecond early.
  if (left < margin) await setTimeout(left + 10);
  return codeOf(secret, -1);
}
