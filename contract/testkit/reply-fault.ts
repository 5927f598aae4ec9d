import { safeParse } from 'zod/mini';
import type { Endpoint } from '../platform/http/endpoint.ts';

/**
 * Returns how a successful response breaks the contract of its call, as a sentence; null if it has all fields of the
 * contract and no others. The server's tests check every response with it, and screen tests check every fake, so the
 * two can't drift apart.
 */
export function replyFault({ method, path, reply }: Endpoint, body: unknown): string | null {
  const parsed = safeParse(reply, body);
  if (!parsed.success) return `${method} ${path} doesn't answer what the contract promises: ${parsed.error.message}`;
  return isSame(body, parsed.data) ? null : `${method} ${path} answers more than the contract names.`;
}

/** Are two values parsed from JSON equal? */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [definedIn(one), definedIn(other)];
  return ones.length === others.length && ones.every(([name, value]) => isSame(value, fieldOf(other, name)));
}

/** JSON has no `undefined`, but zod may add it for an optional field. */
const definedIn = (value: object) => Object.entries(value).filter(([, part]) => part !== undefined);

const fieldOf = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];
