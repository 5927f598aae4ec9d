import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Mutations {
  default: { mutate: string[] };
  quickTests: string[];
  databaseTests: string[];
}

it('every file and test that the mutation configurations name exists', async () => {
  const rules = (await import(join(root, 'stryker.config.mjs'))) as Mutations;
  const named = [...rules.default.mutate, ...rules.quickTests, ...rules.databaseTests];
  for (const part of ['web', 'screens']) {
    const { default: config } = (await import(join(root, `stryker.${part}.config.mjs`))) as Pick<Mutations, 'default'>;
    named.push(...config.mutate);
  }
  expect(named.length).toBeGreaterThan(90);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
