import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import { replyFault } from '@scoville/contract/testkit/reply-fault.ts';

/** Throws if the body of a successful answer violates the contract of its call. */
export type CheckReply = (method: string, url: string, status: number, body: unknown) => void;

export function checkerOf(endpoints: readonly Endpoint[]): CheckReply {
  const calls = endpoints
    .filter(({ type }) => type === undefined)
    // Paths without parameters first, because a path with a parameter may match them, too.
    .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')))
    .map((endpoint) => ({
      endpoint,
      path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    }));
  return (method, url, status, body) => {
    const [path = ''] = url.split('?', 1);
    const call = calls.find(({ endpoint, path: at }) => endpoint.method === method && at.test(path));
    if (call?.endpoint.status !== status) return;
    const fault = replyFault(call.endpoint, body);
    if (fault !== null) throw new Error(fault);
  };
}
