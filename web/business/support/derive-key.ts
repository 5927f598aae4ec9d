import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { deriveKey as deriveKeyBySubtle } from 'altcha-lib/algorithms/web/pbkdf2';

/**
 * Derives the same keys as altcha's own function, but in JavaScript, for pages loaded over plain http from another
 * machine, where browsers have no `crypto.subtle`. Takes a few times as long.
 */
export const deriveKey: typeof deriveKeyBySubtle = ({ algorithm, cost, keyLength = 32 }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') return Promise.reject(new Error(`Nothing here makes keys by ${algorithm}.`));
  const derivedKey = pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength });
  return Promise.resolve({ parameters: {}, derivedKey });
};
