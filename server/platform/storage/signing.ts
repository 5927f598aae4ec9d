import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Key, isKey } from './storage.ts';

/** Addresses are valid for at least this long, and at most twice as long (seconds). */
export const ADDRESS_LIFE = 6 * 3600;

/** One signature covers the first three segments of a key, so that the segments of a playlist inherit it. */
const PREFIX_SEGMENTS = 3;

/**
 * The expiry (seconds in base 36), the signature (128 bits in base64url), and the id of the private link by which the
 * address was given, if any.
 */
const TOKEN = /^(?<expiry>[0-9a-z]{1,10})\.(?<given>[\w-]{22})(?:\.(?<link>[0-9a-f-]{36}))?$/;

/** Maximum number of cached signatures. */
const KNOWN = 20_000;

export interface Signer {
  /**
   * `/files/{expiry}.{signature}/{key}`. All clients get the same address within a window, so that browsers can cache
   * the bytes.
   */
  address(key: Key, now?: number): string;
  /** Makes addresses that are valid only while the song or video has this private link. */
  within(linkId: string): Pick<Signer, 'address'>;
  /** Whether the token of an address fits its key and has not expired. */
  accepts(token: string, key: Key, now?: number): boolean;
  /** When the address of an accepted token expires (milliseconds since 1970). */
  endOf(token: string): number;
  /** The private link by which an accepted token was given; null for a token without one. */
  linkOf(token: string): string | null;
}

/** HMAC-SHA256 over expiry and prefix, cut to 128 bits (RFC 2104, section 5). */
export function createSigner(secret: string): Signer {
  const textOf = (expiry: string, key: Key, link: string | null = null) =>
    `${expiry}\n${prefixOf(key)}${link === null ? '' : `\n${link}`}`;
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest().subarray(0, 16);
  // A list signs the same few prefixes repeatedly. Only signatures that we issue are cached, never those that strangers
  // send.
  const known = new LRUCache<string, Buffer>({ max: KNOWN, memoMethod: (text) => sign(text) });
  const addressOf = (key: Key, link: string | null, now: number): string => {
    const window = Math.floor(now / 1000 / ADDRESS_LIFE) + 2;
    const expiry = (window * ADDRESS_LIFE).toString(36);
    const text = textOf(expiry, key, link);
    const signature = known.memo(text);
    return `/files/${expiry}.${signature.toString('base64url')}${link === null ? '' : `.${link}`}/${key}`;
  };
  return {
    address: (key, now = Date.now()) => addressOf(key, null, now),
    within: (link) => ({ address: (key, now = Date.now()) => addressOf(key, link, now) }),
    accepts(token, key, now = Date.now()) {
      const parts = TOKEN.exec(token)?.groups as { expiry: string; given: string; link?: string } | undefined;
      if (parts === undefined || !isKey(key)) return false;
      const ends = Number.parseInt(parts.expiry, 36);
      // An expiry later than any that we issue is forged.
      if (ends * 1000 <= now || ends > now / 1000 + 2 * ADDRESS_LIFE) return false;
      const text = textOf(parts.expiry, key, parts.link);
      return timingSafeEqual(Buffer.from(parts.given, 'base64url'), known.get(text) ?? sign(text));
    },
    endOf: (token) => Number.parseInt(TOKEN.exec(token)?.groups?.['expiry'] ?? '0', 36) * 1000,
    linkOf: (token) => TOKEN.exec(token)?.groups?.['link'] ?? null,
  };
}

const prefixOf = (key: Key): string => key.split('/').slice(0, PREFIX_SEGMENTS).join('/');
