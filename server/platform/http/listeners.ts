import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LISTENER_HEADER, listenerIn } from '@scoville/contract/platform/lib/listener.ts';
import type { FastifyRequest } from 'fastify';

/** Names for listeners without our cookie: those who use players in pages of other sites. */
export interface Listeners {
  /** A new name with our signature, as one text of letters, digits, `-`, `_` and a dot. */
  issue(): string;
  /** The name in a request's header or in the address of a file; null if we didn't sign it. */
  nameOf(request: Pick<FastifyRequest, 'headers' | 'url'>): string | null;
}

/**
 * Signs names with HMAC-SHA256, cut to 96 bits. A name only serves to count its listener; it gives access to no
 * account.
 */
export function createListeners(secret: string): Listeners {
  const sign = (name: string) => createHmac('sha256', secret).update(name).digest().subarray(0, 12);
  return {
    issue() {
      const name = randomBytes(16).toString('base64url');
      return `${name}.${sign(name).toString('base64url')}`;
    },
    nameOf({ headers, url }) {
      const inAddress = url.startsWith('/files/') ? listenerIn(url.split('/', 3)[2] ?? '').listener : null;
      const [name = '', signature = ''] = String(headers[LISTENER_HEADER] ?? inAddress ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      return name.length === 22 && given.length === 12 && timingSafeEqual(given, sign(name)) ? name : null;
    },
  };
}
