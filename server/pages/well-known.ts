import { SCREENS } from '@scoville/contract/addresses.ts';
import type { FastifyInstance } from 'fastify';

const DAY = 86_400_000;
/** Days for which what we say of ourselves may be believed. */
const VALID = 365;

/** Addresses at which browsers and programs look for the same of every site (RFC 8615). */
export function serveWellKnown(server: FastifyInstance, publicUrl: string): void {
  // Where password managers lead whoever wants another password (W3C, A Well-Known URL for Changing Passwords).
  server.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(SCREENS.reset.path, 302),
  );
  // Whom to tell of a weakness (RFC 9116). Its end moves along by days, so that caches have one answer.
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
