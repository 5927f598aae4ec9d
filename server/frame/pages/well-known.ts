import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { FastifyInstance } from 'fastify';

const DAY = 86_400_000;
/** Days until security.txt expires. */
const VALID = 365;

/** Serves well-known URIs (RFC 8615). */
export function serveWellKnown(server: FastifyInstance, publicUrl: string): void {
  // For password managers (W3C, A Well-Known URL for Changing Passwords).
  server.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(SCREENS.reset.path, 302),
  );
  // RFC 9116. The expiry changes once a day, so that answers can be cached.
  server.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date((Math.floor(Date.now() / DAY) + VALID) * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: ${publicUrl}${SCREENS.contact.path}`,
          `Expires: ${expires}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
}
