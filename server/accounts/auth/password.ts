import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Parameters of Argon2 (RFC 9106): memory in KiB, passes over it, and lanes. */
export interface HashCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's Password Storage Cheat Sheet recommends this for Argon2id: 19 MiB, two passes, one lane. */
export const HASH_COST: Readonly<HashCost> = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

let cost = HASH_COST;

/** Changes the cost of later hashes in this process. For tests, which create thousands of accounts. */
export function setHashCost(next: Readonly<HashCost>): void {
  cost = next;
}

const tagOf = (password: string, nonce: Buffer, at: Readonly<HashCost>): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength: TAG_BYTES, ...at });

/** A salted hash as text: `argon2id$19456$2$1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  const tag = await tagOf(password, salt, cost);
  return `argon2id$${memory}$${passes}$${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

const HASH = /^argon2id\$(\d+)\$(\d+)\$(\d+)\$([\w-]{22})\$([\w-]{43})$/;

/** Splits a hash made by `hashPassword`; returns null for any other text. */
function parse(hash: string) {
  const [, memory, passes, parallelism, salt, tag] = HASH.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  };
}

/** A hash that matches no password, for the comparison if no password is stored. */
const nobody = () => ({ cost, salt: randomBytes(16), tag: randomBytes(TAG_BYTES) });

/**
 * Compares in constant time, at the cost of the stored hash. The comparison takes as long without a stored hash, so the
 * time doesn't reveal which addresses have an account.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const hash = stored === null ? null : parse(stored);
  const { cost: at, salt, tag } = hash ?? nobody();
  const given = await tagOf(password, salt, at);
  return hash !== null && timingSafeEqual(given, tag);
}
