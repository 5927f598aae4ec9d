import type { FastifyInstance } from 'fastify';
import { createBudget, ownTime } from './budget.ts';
import { UNKNOWN, callerOf } from './caller.ts';
import { badRequest } from './errors.ts';
import { NETWORK_USED_UP, PER_SECOND } from './work.ts';

/** How deep a body's lists and objects can be nested. Those of the contract have a few levels. */
const MOST_DEPTH = 32;
const TOO_DEEP = `The lists and objects in this request are nested too deeply. At most ${MOST_DEPTH} levels are possible.`;

/**
 * Parses JSON bodies. One of the largest size can take 40 ms, and a caller needs no account to send it. So each network
 * pays for its parsing, and gets 429 when its budget is used up. This budget pays only for parsing, so the reads of
 * other users in a network can't block its writes.
 * @param factor multiplies the budget; 0 turns the limit off
 */
export function readJsonBodies(
  app: FastifyInstance,
  factor: number,
  { clock = () => performance.now(), cpu = ownTime } = {},
): void {
  const budget = createBudget(PER_SECOND * factor, NETWORK_USED_UP, clock);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const network = callerOf(request);
    const began = cpu();
    const isPaid = factor > 0 && network !== UNKNOWN;
    try {
      if (isPaid) budget.check(network);
      if (isTooDeep(body)) throw badRequest(TOO_DEEP);
    } catch (error) {
      done(error as Error);
      return;
    }
    // The parser calls back synchronously.
    void parse(request, body, (error, value) => {
      if (isPaid) budget.take(network, cpu() - began);
      done(error, value);
    });
  });
}

/** Counts the brackets outside of strings, which is a hundred times cheaper than parsing a deep body. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') inText = !inText;
    else if (inText) {
      if (sign === '\\') at += 1;
    } else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}
