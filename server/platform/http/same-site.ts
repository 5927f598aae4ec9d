import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

const CHANGES = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

/** Sent by our own pages with every call. Links, forms and images of another site can't send it. */
const OWN_HEADER = 'x-timezone-offset';

/**
 * Refuses a change of state that another site caused. Browsers send the origin of a request (Sec-Fetch-Site, else
 * Origin). A client that sends neither isn't a browser, and has no cookies that another site could misuse. GETs are the
 * exception, because older browsers (Safari before 16.4) follow a link with cookies and send neither header; so such a
 * call needs our own header. Endpoints for other sites accept calls from anywhere if these have no cookies, because
 * such calls can't act for an account.
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
