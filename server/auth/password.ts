import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names second: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const hash = (password: string, salt: Buffer): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...COST });

/** A salted hash as text: `argon2id$19456$2$1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await hash(password, salt);
  return `argon2id$${COST.memory}$${COST.passes}$${COST.parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

const NOBODY = `argon2id$19456$2$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

/** Compares in constant time; without an account it takes as long, so that the time reveals nobody's address. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (stored ?? NOBODY).split('$');
  const expected = Buffer.from(tag, 'base64url');
  const given = await hash(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(given, expected) && stored !== null;
}
