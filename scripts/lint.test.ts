import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

/** What each of these breaks, or nothing. */
const PROBES: [file: string, text: string, rule: string | null][] = [
  ['server/media/a.ts', "export const port = process.env['PORT'];\n", 'node(no-process-env)'],
  ['web/media/b.ts', "export const port = process.env['PORT'];\n", 'node(no-process-env)'],
  ['server/env.ts', "export const port = process.env['PORT'];\n", null],
  ['contract/e.ts', "import { join } from 'node:path';\n\nexport { join };\n", 'eslint(no-restricted-imports)'],
  ['web/media/c.tsx', "import { lazy } from 'react';\n\nexport { lazy };\n", 'eslint(no-restricted-imports)'],
  ['web/media/d.tsx', "import { Suspense } from 'react';\n\nexport { Suspense };\n", null],
  ['web/ui/g.tsx', "import { lazy } from 'react';\n\nexport { lazy };\n", null],
  ['web/ui/f.ts', "import { call } from '../lib/call.ts';\n\nexport { call };\n", 'eslint(no-restricted-imports)'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-lint-'));
  await copyFile(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [file, text] of PROBES) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

it('the linter says what breaks a rule of ours, and nothing of what does not', () => {
  const { stdout } = spawnSync(process.execPath, [OXLINT, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  const said = PROBES.map(([file]) => diagnostics.find(({ filename }) => filename.endsWith(file))?.code ?? null);
  expect(said).toEqual(PROBES.map(([, , rule]) => rule));
});
