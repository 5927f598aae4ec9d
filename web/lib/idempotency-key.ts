/**
 * A name for one write, so that the same write sent again is known as that: 128 random bits in hexadecimal. Not
 * `crypto.randomUUID`, which browsers withhold from an installation without HTTPS.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
