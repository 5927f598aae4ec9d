import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

const CHANGES = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

/**
 * Refuses a change of state that another site caused. Browsers say where a request comes from (Sec-Fetch-Site, else
 * Origin); a client that says neither is no browser, and carries no cookies that another site could borrow.
 */
export function checkSameSite(
  request: FastifyRequest,
  publicUrl: string,
  changesState = CHANGES.has(request.method),
): void {
  if (!changesState) return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOwnOrigin(origin, request, publicUrl)) return;
  throw forbidden('This request came from another site.');
}

function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}
