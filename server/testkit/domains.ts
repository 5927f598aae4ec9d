import { type Domains, type Fill, createDomains } from '../platform/ports.ts';

/** These domains, with other things in some of the ports. */
export function refilled(domains: Domains, fills: readonly Fill[]): Domains {
  const others = createDomains(fills);
  return { given: (port) => (fills.some((one) => one.port === port) ? others : domains).given(port) };
}
