import { afterEach, describe, expect, it } from 'vitest';
import { HASH_COST, hashPassword, passwordMatches, setHashCost } from './password.ts';

const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
afterEach(() => setHashCost(CHEAP));

describe('a password', () => {
  it('is hashed with Argon2id at the cost that OWASP recommends, with its own salt', async () => {
    setHashCost(HASH_COST);
    const hashes = await Promise.all([hashPassword('a long password'), hashPassword('a long password')]);
    for (const hash of hashes) expect(hash).toMatch(/^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('matches only its own hash, with composed or decomposed accents', async () => {
    const hash = await hashPassword('caf\u00E9 au lait');
    expect(await passwordMatches('caf\u00E9 au lait', hash)).toBe(true);
    expect(await passwordMatches('cafe\u0301 au lait', hash)).toBe(true);
    expect(await passwordMatches('cafe au lait', hash)).toBe(false);
  });

  it('still matches after the cost has changed', async () => {
    const hash = await hashPassword('a long password');
    setHashCost({ memory: 16, passes: 2, parallelism: 1 });
    expect(await passwordMatches('a long password', hash)).toBe(true);
    expect(await passwordMatches('another password', hash)).toBe(false);
  });

  it.each([null, '', 'no hash', 'argon2id$another', 'argon2id$8$1$1$salt', 'argon2id$8$1$1$c2FsdHNhbHQ$dGFn'])(
    'doesn’t match a stored %o',
    async (stored) => {
      expect(await passwordMatches('a long password', stored)).toBe(false);
    },
  );
});
