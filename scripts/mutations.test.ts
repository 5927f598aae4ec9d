import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Mutations {
  default: { mutate: string[] };
  quickTests: string[];
  databaseTests: string[];
}

it('every file whose changes tests must notice is there, with its test', async () => {
  const root = join(import.meta.dirname, '..');
  const config = (await import(join(root, 'stryker.config.mjs'))) as Mutations;
  const named = [...config.default.mutate, ...config.quickTests, ...config.databaseTests];
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
