import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');
const COPIED = ['.oxlintrc.json', 'scripts/journey-rules.ts'];
// These options leave out the types of packages, because a temporary folder has none.
const COMPILER = { target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', strict: true, types: [] };

const LATE = 'journeys(late-wait)';
const ONCE = 'journeys(read-once)';
const RESTRICTED = 'eslint(no-restricted-properties)';
const journey = (text: string) =>
  `import { ${text.includes('expect') ? 'expect, ' : ''}test } from './test.ts';\n\ntest('a journey', async ({ page }) => {\n  ${text}\n});\n`;

/** Files, and the rule that each breaks, or null. */
const PROBES: [file: string, text: string, rule: string | null][] = [
  ['server/catalogue/media/a.ts', "export const port = process.env['PORT'];\n", 'node(no-process-env)'],
  ['web/catalogue/media/b.ts', "export const port = process.env['PORT'];\n", 'node(no-process-env)'],
  ['server/platform/env.ts', "export const port = process.env['PORT'];\n", null],
  ['contract/e.ts', "import { join } from 'node:path';\n\nexport { join };\n", 'eslint(no-restricted-imports)'],
  ['web/catalogue/media/c.tsx', "import { lazy } from 'react';\n\nexport { lazy };\n", 'eslint(no-restricted-imports)'],
  ['web/catalogue/media/d.tsx', "import { Suspense } from 'react';\n\nexport { Suspense };\n", null],
  ['web/platform/ui/g.tsx', "import { lazy } from 'react';\n\nexport { lazy };\n", null],
  [
    'web/platform/ui/f.ts',
    "import { call } from '../lib/call.ts';\n\nexport { call };\n",
    'eslint(no-restricted-imports)',
  ],
  ['journeys/h.spec.ts', journey("await page.waitForResponse('**/api/player');"), LATE],
  ['journeys/i.spec.ts', journey("await (await page.waitForEvent('download')).path();"), LATE],
  ['journeys/j.spec.ts', journey("const asked = page.waitForRequest('**/api');\n  await asked;"), null],
  ['journeys/k.spec.ts', journey("expect(await page.getByRole('listitem').count()).toBe(2);"), ONCE],
  ['journeys/l.spec.ts', journey("expect(await page.getByRole('alert').isVisible()).toBe(true);"), ONCE],
  ['journeys/m.spec.ts', journey("await expect(page.getByRole('listitem')).toHaveCount(2);"), null],
  [
    'journeys/n.spec.ts',
    journey("await expect(async () => {\n    expect(await page.locator('li').count()).toBe(2);\n  }).toPass();"),
    null,
  ],
  ['journeys/o.spec.ts', journey('await page.waitForTimeout(100);'), RESTRICTED],
  ['journeys/p.spec.ts', journey("await page.$('main');"), RESTRICTED],
];

const GIVEN = `
declare const make: () => Promise<number>;
declare const maybe: { make(): Promise<number> } | undefined;
declare const isLate: boolean;
declare const reply: { then(next: () => void): void };
declare const emitter: { on(name: string, listener: () => void): void };
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
  '[make()];',
  '[1].map(() => make());',
  "on('change', async () => {});",
  "on('change', () => make());",
  "on('change', (value) => (value > 1 ? make() : undefined));",
  "on('change', make);",
  "emitter.on('change', async () => {});",
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
  'await Promise.all([1].map(async () => {}));',
  "on('change', () => void make());",
  'reply;',
];
const PROMISE_RULES = ['typescript(no-floating-promises)', 'typescript(no-misused-promises)'];
const promiseFile = (text: string) => `server/promises/probe${[...FLOATING, ...WAITED_FOR].indexOf(text)}.ts`;

interface Finding {
  filename: string;
  code: string;
}

let folder: string;
let findings: Finding[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-lint-'));
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  for (const [file, text] of PROBES) await put(file, text);
  for (const text of [...FLOATING, ...WAITED_FOR]) await put(promiseFile(text), `${GIVEN}${text}\nexport {};\n`);
  await put('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER }));
  await put('package.json', '{ "type": "module" }');
  await mkdir(join(folder, 'scripts'));
  for (const file of COPIED) await copyFile(join(ROOT, file), join(folder, file));
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--format=json'], { cwd: folder, encoding: 'utf8' });
  findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
});
afterAll(() => rm(folder, { recursive: true }));

it('the linter reports each violation of our rules, and nothing else', () => {
  const said = PROBES.map(([file]) => findings.find(({ filename }) => filename.endsWith(file))?.code ?? null);
  expect(said).toEqual(PROBES.map(([, , rule]) => rule));
});

it('the linter rejects a promise without a handler, and accepts one that is awaited, caught, kept or marked', () => {
  const isRejected = (text: string) =>
    findings.some(({ filename, code }) => filename === promiseFile(text) && PROMISE_RULES.includes(code));
  expect([...FLOATING, ...WAITED_FOR].filter(isRejected)).toEqual(FLOATING);
});
