import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';

const CONTRACT = join(import.meta.dirname, '../../contract');

/** Every endpoint that the contract's files declare. */
export const declaredEndpoints = async (): Promise<Endpoint[]> => [...(await declaredEndpointNames()).values()];

/** Maps the names of the endpoints' constants to the endpoints. */
export async function declaredEndpointNames(): Promise<Map<string, Endpoint>> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter(
    (name) => /^[a-z/-]+\.ts$/.test(name) && !name.startsWith('testkit/'),
  );
  const declared = new Map<string, Endpoint>();
  for (const file of files) {
    const module = (await import(join(CONTRACT, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      if (typeof value === 'object' && value !== null && 'access' in value && 'path' in value)
        declared.set(name, value as Endpoint);
  }
  return declared;
}
