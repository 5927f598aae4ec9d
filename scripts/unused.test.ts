import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js');

/** A small product with the real configuration: entry files, and the files that they need of each side. */
const FILES: Record<string, string> = {
  'server/main.ts':
    "import { limit } from '@scoville/contract/limits.ts';\nimport { start } from './start.ts';\n\nstart(limit);\n",
  'server/start.ts': 'export const start = (limit: number): void => console.log(limit);\n',
  'web/index.html': '<!doctype html><script type="module" src="/main.tsx"></script>\n',
  'web/main.tsx': "import { limit } from '@scoville/contract/limits.ts';\n\nconsole.log(limit);\n",
  'contract/limits.ts': 'export const limit = 1;\n',
};

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scoville-unused-'));
  for (const file of ['knip.jsonc', 'tsconfig.json']) await cp(join(ROOT, file), join(root, file));
  for (const side of ['contract', 'server', 'web']) {
    await mkdir(join(root, 'node_modules/@scoville'), { recursive: true });
    await mkdir(join(root, side));
    await cp(join(ROOT, side, 'package.json'), join(root, side, 'package.json'));
    await symlink(join(root, side), join(root, 'node_modules/@scoville', side));
  }
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
  // The programs that its scripts start don't exist here.
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...own, scripts: {} }));
  for (const [file, text] of Object.entries(FILES)) await writeFile(join(root, file), text);
});
afterEach(() => rm(root, { recursive: true }));

/** The result of the check for the product with these additional files: its exit status, and `<kind> <file> <name>`. */
async function check(files: Record<string, string>): Promise<{ status: number | null; found: string[] }> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [KNIP, '--no-progress', '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { issues } = JSON.parse(stdout) as { issues: ({ file: string } & Record<string, { name: string }[]>)[] };
  const found = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, some]) => some.map(({ name }) => `${kind} ${file} ${name}`)),
  );
  return { status, found };
}

it('accepts a product in which every export and file is used', async () => {
  expect(await check({})).toEqual({ status: 0, found: [] });
});

it('rejects an unused export or file', async () => {
  const more = (file: string, text: string) => ({ [file]: `${FILES[file]}${text}\n` });
  const { status, found } = await check({
    ...more('contract/limits.ts', 'export const most = 2;'),
    ...more('server/main.ts', 'export const inWhatIsRun = 1;'),
    ...more('server/start.ts', 'export const half = 0.5;\nconsole.log(half);\nexport interface Stop {}'),
    'contract/dead.ts': 'export const dead = 1;\n',
    'server/media/dead.ts': 'console.log(1);\n',
    'web/media/dead.tsx': 'console.log(1);\n',
    'demo/dead.ts': 'console.log(1);\n',
    'bench/parts/dead.ts': 'console.log(1);\n',
  });
  expect(found.toSorted()).toEqual([
    'exports contract/limits.ts most',
    'exports server/main.ts inWhatIsRun',
    'exports server/start.ts half',
    'files bench/parts/dead.ts bench/parts/dead.ts',
    'files contract/dead.ts contract/dead.ts',
    'files demo/dead.ts demo/dead.ts',
    'files server/media/dead.ts server/media/dead.ts',
    'files web/media/dead.tsx web/media/dead.tsx',
    'types server/start.ts Stop',
  ]);
  expect(status).toBe(1);
});
