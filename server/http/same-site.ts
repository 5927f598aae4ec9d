import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

const CHANGES = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

/** What our own pages send with every call, and what no link, form or picture of another site can send. */
const OWN_HEADER = 'x-timezone-offset';

/**
 * Refuses a change of state that another site caused. Browsers say where a request comes from (Sec-Fetch-Site, else
 * Origin); a client that says neither is no browser, and carries no cookies that another site could borrow. Except for
 * GET: older browsers (Safari before 16.4) follow a link with cookies and say nothing, so that such a call needs a header
 * of ours. What is for other sites may come from anywhere without cookies, which nobody's account can act by.
 */
export function checkSameSite(
  request: FastifyRequest,
  publicUrl: string,
  { changesState = CHANGES.has(request.method), forOtherSites = false } = {},
): void {
  if (!changesState || (forOtherSites && !request.headers.cookie)) return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined) {
    if (origin === undefined) {
      if (CHANGES.has(request.method) || request.headers[OWN_HEADER] !== undefined) return;
      throw forbidden('Send the header X-Timezone-Offset with this call: a link on another site cannot.');
    }
    if (isOwnOrigin(origin, request, publicUrl)) return;
  }
  throw forbidden('This request came from another site.');
}

function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string): boolean {
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}
