// What has to be loaded before Home can be drawn, and before the player in another site's page can: scripts, in bytes as
// they are sent. The library that plays videos in parts comes when one is played, and is none of it.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { line } from './ratio.ts';

const dist = resolve(import.meta.dirname, '../web/dist');
const PAGES = [
  { name: 'Home', entries: ['index.html', 'discovery/home-screen.tsx'], limit: 120_000 },
  { name: 'the player in other sites’ pages', entries: ['embeds/embed.ts'], limit: 60_000 },
];

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** The scripts of these entries and of everything that they import. */
function scriptsOf(entries: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}: build the web first.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files].filter((file) => file.endsWith('.js'));
}

for (const { name, entries, limit } of PAGES) {
  let total = 0;
  for (const file of scriptsOf(entries)) {
    const { size: bytes } = await stat(`${dist}/${file}.br`).catch(() => stat(`${dist}/${file}`));
    total += bytes;
    console.log(`${String(bytes).padStart(8)}  ${file}`);
  }
  if (!line(`${name}: bytes of brotli`, total, { most: limit })) process.exitCode = 1;
}
