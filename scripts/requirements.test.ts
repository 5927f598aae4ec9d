import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = 'docs/requirements.md';
/** Follows the number of a requirement that no test proves yet. */
const TO_COME = '_to come:_';

/** The numbers at the beginning of a test's name: `'ME-33 '`, `'F8 C27 '`; "UTF-16" is the name of an encoding. */
const NUMBERS = /['"`]((?:(?!UTF)(?:[A-Z]{1,3}-\d{2}|[FCe]\d{1,2})(?: |(?=['"`])))+)/g;

const tests = globSync('{contract,server,web,scripts,bench,journeys}/**/*.{test,spec}.{ts,tsx}', {
  cwd: ROOT,
  exclude: (path) => /node_modules|dist/.test(path),
});
const proved = new Set(
  tests.flatMap((file) =>
    [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(NUMBERS)].flatMap(([, numbers]) =>
      numbers!.trim().split(' '),
    ),
  ),
);
const lines = [...readFileSync(resolve(ROOT, PAGE), 'utf8').matchAll(/^- \*\*(\S+)\*\* (.*)$/gm)].map(
  ([, number, text]) => ({ number: number!, toCome: text!.startsWith(TO_COME) }),
);

it('every number that a test names is explained', () => {
  const explained = new Set(lines.map(({ number }) => number));
  expect([...proved].filter((number) => !explained.has(number))).toEqual([]);
});

it('every line has a number of its own', () => {
  const numbers = lines.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)]);
});

it('a line is marked as to come if and only if no test names its number', () => {
  const wrong = lines.filter(({ number, toCome }) => proved.has(number) === toCome);
  expect(wrong).toEqual([]);
});
