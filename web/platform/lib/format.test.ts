import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { numberText } from './format.ts';

it('formats numbers in groups of three digits, like English', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(numberText(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});

it('no module creates an Intl object while it loads', () => {
  const web = join(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', {
    cwd: web,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'testkit',
  });
  expect(files.length).toBeGreaterThan(500);
  const early = /^(?:export )?(?:const|let) \w+ = (?:new Intl\.|[^=>\n]*\.toLocale)/m;
  expect(files.filter((file) => !file.includes('.test.') && early.test(readFileSync(join(web, file), 'utf8')))).toEqual(
    [],
  );
});
