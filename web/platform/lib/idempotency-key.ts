/**
 * An idempotency key for one write, by which the server recognizes a retry: 128 random bits in hexadecimal. Not
 * `crypto.randomUUID`, which browsers don't offer to an installation without HTTPS.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
