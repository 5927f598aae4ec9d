import { createHash, randomInt } from 'node:crypto';

/** Digits and letters without easily confused ones (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HOW_MANY = 10;

/** Ten codes of 80 bits each, in four groups. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: HOW_MANY }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(32)]).join('')).join('-'),
  );

/** The stored hash of a code. A code's 80 random bits need no slow hash. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(code.replaceAll('-', '')).digest();
