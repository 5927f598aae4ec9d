import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** What first load may cost, in bytes as they are sent. */
const LIMIT = 120_000;
const dist = resolve(import.meta.dirname, '../web/dist');

interface Chunk {
  file: string;
  imports?: string[];
}

/** The scripts that Home needs before it can be drawn: the entry, Home's own chunk and everything both import. */
async function scriptsOfHome(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}: build the web first.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit('index.html');
  visit('discovery/home-screen.tsx');
  return [...files].filter((file) => file.endsWith('.js'));
}

let total = 0;
for (const file of await scriptsOfHome()) {
  const { size: bytes } = await stat(`${dist}/${file}.br`).catch(() => stat(`${dist}/${file}`));
  total += bytes;
  console.log(`${String(bytes).padStart(8)}  ${file}`);
}
console.log(
  `${String(total).padStart(8)}  bytes of brotli, as they are sent; ${LIMIT} are allowed (ratio ${(total / LIMIT).toFixed(2)})`,
);
if (total > LIMIT) process.exitCode = 1;
