import { readdir } from 'node:fs/promises';
import type { Endpoint } from '@scoville/contract/endpoint.ts';

/** Every endpoint that the contract's files declare. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(new URL('../../contract', import.meta.url))).filter((name) =>
    /^[a-z-]+\.ts$/.test(name),
  );
  const declared: Endpoint[] = [];
  for (const file of files) {
    const module = (await import(`../../contract/${file.replace('.ts', '')}.ts`)) as Record<string, unknown>;
    for (const value of Object.values(module))
      if (typeof value === 'object' && value !== null && 'access' in value && 'path' in value)
        declared.push(value as Endpoint);
  }
  return declared;
}
