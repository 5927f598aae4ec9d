import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { floatingPromises } from './floating-promises.ts';

const GIVEN = `
declare const make: () => Promise<number>;
declare const maybe: { make(): Promise<number> } | undefined;
declare const isLate: boolean;
declare const reply: { then(next: () => void): void };
declare function on(name: string, listener: (value: number) => void): void;
declare function hook(listener: (value: number) => void): void;
declare function hook(listener: (value: number) => Promise<void>): void;
`;

const FLOATING = [
  'make();',
  'maybe?.make();',
  'make().then(() => 1);',
  'make().finally(() => {});',
  'isLate ? make() : 0;',
  'isLate && make();',
  "on('change', async () => {});",
  "on('change', () => make());",
  '[1].forEach(async () => {});',
  'new Promise<void>(async (resolve) => resolve()).catch(() => {});',
];
const WAITED_FOR = [
  'await make();',
  'void make();',
  'make().catch(() => {});',
  'make().then(() => 1, () => 2);',
  'make().catch(() => {}).finally(() => {});',
  'const kept = make();',
  'let later; later = make();',
  'hook(async () => {});',
  '[1].map(async () => {});',
  "on('change', () => void make());",
  'reply;',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-promises-'));
  const compilerOptions = { target: 'es2024', lib: ['es2024'], module: 'nodenext', strict: true, types: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'inside'));
  const all = [...FLOATING, ...WAITED_FOR];
  for (const [at, text] of all.entries())
    await writeFile(join(folder, 'inside', `probe${at}.ts`), `${GIVEN}${text}\nexport {};\n`);
});
afterAll(() => rm(folder, { recursive: true }));

it('a promise that nobody waits for is named with its line, and one that somebody does is not', () => {
  const found = floatingPromises(join(folder, 'tsconfig.json'));
  const files = found.map((line) => line.split(': ')[0]);
  expect(files.toSorted()).toEqual(FLOATING.map((_, at) => `inside/probe${at}.ts:9`).toSorted());
  expect(found).toContain('inside/probe0.ts:9: make()');
});
