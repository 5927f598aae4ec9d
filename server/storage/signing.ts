import { createHmac, timingSafeEqual } from 'node:crypto';
import { setBounded } from '../bounded-map.ts';
import { type Key, isKey } from './storage.ts';

/** Addresses live this long at least, and at most twice as long (seconds). */
export const ADDRESS_LIFE = 6 * 3600;

/** The first three segments of a key are what one signature covers, so that a playlist's segments inherit it. */
const PREFIX_SEGMENTS = 3;

/** Expiry and signature: seconds in base 36, and 128 bits in base64url; and the private link by which it was given, an id. */
const TOKEN = /^(?<expiry>[0-9a-z]{1,10})\.(?<given>[\w-]{22})(?:\.(?<link>[0-9a-f-]{36}))?$/;

/** Signatures that are kept at hand. */
const KNOWN = 20_000;

export interface Signer {
  /** `/files/{expiry}.{signature}/{key}`. The same for everybody within a window, so that browsers can keep the bytes. */
  address(key: Key, now?: number): string;
  /** Addresses that are good only as long as the media that they are about has this private link. */
  within(linkId: string): Pick<Signer, 'address'>;
  /** True when the token of an address fits its key and has not expired. */
  accepts(token: string, key: Key, now?: number): boolean;
  /** When the address of an accepted token expires (milliseconds since 1970). */
  endOf(token: string): number;
  /** The private link by which an accepted token was given; null where everybody is given the same. */
  linkOf(token: string): string | null;
}

/** HMAC-SHA256 over expiry and prefix, cut to 128 bits (RFC 2104, section 5). */
export function createSigner(secret: string): Signer {
  const textOf = (expiry: string, key: Key, link: string | null = null) =>
    `${expiry}\n${prefixOf(key)}${link === null ? '' : `\n${link}`}`;
  const made = (text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, 16);
  // A list signs the same few prefixes again and again. Only what we sign is kept: what strangers make up is not.
  const known = new Map<string, Buffer>();
  const addressOf = (key: Key, link: string | null, now: number): string => {
    const window = Math.floor(now / 1000 / ADDRESS_LIFE) + 2;
    const expiry = (window * ADDRESS_LIFE).toString(36);
    const text = textOf(expiry, key, link);
    const signature = known.get(text) ?? setBounded(known, text, made(text), KNOWN);
    return `/files/${expiry}.${signature.toString('base64url')}${link === null ? '' : `.${link}`}/${key}`;
  };
  return {
    address: (key, now = Date.now()) => addressOf(key, null, now),
    within: (link) => ({ address: (key, now = Date.now()) => addressOf(key, link, now) }),
    accepts(token, key, now = Date.now()) {
      const parts = TOKEN.exec(token)?.groups as { expiry: string; given: string; link?: string } | undefined;
      if (parts === undefined || !isKey(key)) return false;
      const ends = Number.parseInt(parts.expiry, 36);
      // What lies further ahead than any address that we gave is not ours.
      if (ends * 1000 <= now || ends > now / 1000 + 2 * ADDRESS_LIFE) return false;
      const text = textOf(parts.expiry, key, parts.link);
      return timingSafeEqual(Buffer.from(parts.given, 'base64url'), known.get(text) ?? made(text));
    },
    endOf: (token) => Number.parseInt(TOKEN.exec(token)?.groups?.['expiry'] ?? '0', 36) * 1000,
    linkOf: (token) => TOKEN.exec(token)?.groups?.['link'] ?? null,
  };
}

const prefixOf = (key: Key): string => key.split('/').slice(0, PREFIX_SEGMENTS).join('/');
