import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Key, isKey } from './storage.ts';

/** Addresses live this long at least, and at most twice as long (seconds). */
export const ADDRESS_LIFE = 6 * 3600;

/** The first three segments of a key are what one signature covers, so that a playlist's segments inherit it. */
const PREFIX_SEGMENTS = 3;

/** Characters of a signature: 128 bits in base64url. */
const SIGNATURE = 22;

/** Signatures that are kept at hand. */
const KNOWN = 20_000;

export interface Signer {
  /** `/files/{expiry}.{signature}/{key}`. The same for everybody within a window, so that browsers can keep the bytes. */
  address(key: Key, now?: number): string;
  /** True when the token of an address fits its key and has not expired. */
  accepts(token: string, key: Key, now?: number): boolean;
}

/** HMAC-SHA256 over expiry and prefix, cut to 128 bits (RFC 2104, section 5). */
export function createSigner(secret: string): Signer {
  // A list signs the same few prefixes again and again.
  const known = new Map<string, Buffer>();
  const textOf = (expiry: string, key: Key) => `${expiry}\n${prefixOf(key)}`;
  const made = (text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, 16);
  const keep = (text: string, signature: Buffer) => {
    if (known.size >= KNOWN) known.clear();
    known.set(text, signature);
    return signature;
  };
  const signature = (expiry: string, key: Key): Buffer => {
    const text = textOf(expiry, key);
    return known.get(text) ?? keep(text, made(text));
  };
  return {
    address(key, now = Date.now()) {
      const window = Math.floor(now / 1000 / ADDRESS_LIFE) + 2;
      const expiry = (window * ADDRESS_LIFE).toString(36);
      return `/files/${expiry}.${signature(expiry, key).toString('base64url')}/${key}`;
    },
    accepts(token, key, now = Date.now()) {
      const [expiry = '', given = '', ...more] = token.split('.');
      if (!/^[0-9a-z]{1,10}$/.test(expiry) || given.length !== SIGNATURE || more.length > 0 || !isKey(key))
        return false;
      const ends = Number.parseInt(expiry, 36);
      // What lies further ahead than any address that we gave is not ours.
      if (ends * 1000 <= now || ends > now / 1000 + 2 * ADDRESS_LIFE) return false;
      const bytes = Buffer.from(given, 'base64url');
      const text = textOf(expiry, key);
      const before = known.get(text);
      const expected = before ?? made(text);
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false;
      // Only what is right is kept: what strangers make up would push the good ones out.
      if (before === undefined) keep(text, expected);
      return true;
    },
  };
}

const prefixOf = (key: Key): string => key.split('/').slice(0, PREFIX_SEGMENTS).join('/');
