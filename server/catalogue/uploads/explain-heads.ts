import type { FastifyInstance } from 'fastify';
import { REFUSAL_HEADER } from '@scoville/contract/catalogue/uploads.ts';

/**
 * Copies the body of each refused HEAD into a header, because the response to a HEAD has no body and the client needs
 * the reason.
 */
export function explainHeads(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'HEAD' && reply.statusCode >= 400 && typeof payload === 'string')
      void reply.header(REFUSAL_HEADER, inAscii(payload));
    return payload;
  });
}

/** Escapes the characters of a JSON text that a header can't contain; the value stays the same. Pure. */
export const inAscii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
