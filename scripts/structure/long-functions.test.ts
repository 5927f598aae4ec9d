import { expect, it } from 'vitest';
import { longFunctions } from './long-functions.ts';

/** The body of a function, with `lines` lines between its first and its last. */
const body = (lines: number): string => `{\n${'  go();\n'.repeat(lines)}}`;

it('names functions of each kind, with their first line and their length', () => {
  const source = [
    `function declared() ${body(3)}`,
    `const arrow = () => ${body(4)};`,
    `const object = { method() ${body(5)}, field: function () ${body(6)} };`,
    `class Queue { add() ${body(7)} }`,
    `run(() => ${body(8)});`,
  ].join('\n');
  expect(longFunctions('queue.ts', source, 2)).toEqual([
    { name: 'declared', line: 1, lines: 5 },
    { name: 'arrow', line: 6, lines: 6 },
    { name: 'method', line: 12, lines: 7 },
    { name: 'field', line: 18, lines: 8 },
    { name: 'add', line: 26, lines: 9 },
    { name: 'without a name', line: 35, lines: 10 },
  ]);
});

it('counts from the first line to the last, and finds a function within another', () => {
  const source = `const Form = () => {\n  const inner = () => ${body(10)};\n  return <p>{inner()}</p>;\n};`;
  expect(longFunctions('form.tsx', source, 12).map(({ name }) => name)).toEqual(['Form']);
  expect(longFunctions('form.tsx', source, 11).map(({ name, lines }) => [name, lines])).toEqual([
    ['Form', 15],
    ['inner', 12],
  ]);
  expect(longFunctions('form.tsx', source, 15)).toEqual([]);
});
