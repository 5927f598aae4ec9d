import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@scoville/contract/endpoint.ts';
import * as z from 'zod';

/** Throws when the body of a successful answer is not what the contract says of its call: nothing missing, nothing more. */
export type CheckReply = (method: string, url: string, status: number, body: unknown) => void;

export function checkerOf(endpoints: readonly Endpoint[]): CheckReply {
  const calls = endpoints
    .filter(({ type }) => type === undefined)
    // A path of words alone goes before one that a parameter makes fit.
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map((endpoint) => ({
      endpoint,
      path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    }));
  return (method, url, status, body) => {
    const [path = ''] = url.split('?', 1);
    const call = calls.find(({ endpoint, path: at }) => endpoint.method === method && at.test(path));
    if (call?.endpoint.status !== status) return;
    const parsed = z.safeParse(call.endpoint.reply, body);
    if (!parsed.success)
      throw new Error(`${method} ${path} answers what the contract does not: ${parsed.error.message}`);
    if (!isDeepStrictEqual(body, parsed.data))
      throw new Error(`${method} ${path} answers more than the contract names.`);
  };
}
