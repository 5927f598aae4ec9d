import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressBuilt } from './compress-built.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-built-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('built files get compressed copies beside them if compression saves space', async () => {
  const long = 'a long script that is worth making small '.repeat(40);
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  const files = { 'assets/a.js': long, 'b.svg': long, 'c.js': 'short', 'd.woff2': long, '.vite/manifest.json': long };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await compressBuilt(folder);
  const found = (await readdir(folder, { recursive: true })).filter((name) => /\.(br|gz)$/.test(name));
  expect(found.toSorted()).toEqual(['assets/a.js.br', 'assets/a.js.gz', 'b.svg.br', 'b.svg.gz']);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))).toString()).toBe(long);
  expect(gunzipSync(await readFile(join(folder, 'b.svg.gz'))).toString()).toBe(long);
});
