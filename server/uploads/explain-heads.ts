import type { FastifyInstance } from 'fastify';
import { REFUSAL_HEADER } from '@scoville/contract/uploads.ts';

/** Adds the body of each refusal to a HEAD as a header: a HEAD's own answer has none, and its sender is to know why. */
export function explainHeads(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'HEAD' && reply.statusCode >= 400 && typeof payload === 'string')
      void reply.header(REFUSAL_HEADER, inAscii(payload));
    return payload;
  });
}

/** JSON that says the same in characters that a header may have. Pure. */
export const inAscii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
