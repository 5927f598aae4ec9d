// The scripts that must be loaded before Home can be drawn, and before the embedded player can: their number, and their
// size in bytes as sent. The library that streams videos in parts is loaded when a video is played, so it isn't
// included. Then the size that each other screen adds to the first load.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { line } from './ratio.ts';

const dist = resolve(import.meta.dirname, '../web/dist');
const FRAME = 'index.html';
const HOME = 'listening/discovery/home-screen.tsx';
const PAGES = [
  { name: 'Home', entries: [FRAME, HOME], bytes: 110_000, files: 4 },
  { name: 'the player in other sites’ pages', entries: ['listening/embeds/embed.ts'], bytes: 60_000, files: 4 },
];
/** Mean size that the screens except Home add. */
const SCREENS = { bytes: 37_000, files: 8 };

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** The scripts of these entries and of all their imports. */
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

async function bytesOf(file: string): Promise<number> {
  const { size } = await stat(`${dist}/${file}.br`).catch(() => stat(`${dist}/${file}`));
  return size;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const print = (bytes: number, text: string): void => console.log(`${String(bytes).padStart(8)}  ${text}`);
const holds: boolean[] = [];

for (const { name, entries, bytes, files } of PAGES) {
  const scripts = scriptsOf(entries);
  const sizes = await Promise.all(scripts.map(bytesOf));
  for (const [index, file] of scripts.entries()) print(sizes[index] ?? 0, file);
  holds.push(line(`${name}: bytes of brotli`, sum(sizes), { most: bytes }));
  holds.push(line(`${name}: files`, scripts.length, { most: files }));
}

const frame = new Set(scriptsOf([FRAME]));
const screens = Object.keys(manifest).filter((key) => key.endsWith('-screen.tsx') && key !== HOME);
const added = await Promise.all(
  screens.toSorted().map(async (screen) => {
    const scripts = scriptsOf([screen]).filter((file) => !frame.has(file));
    return { screen, files: scripts.length, bytes: sum(await Promise.all(scripts.map(bytesOf))) };
  }),
);
for (const { screen, files, bytes } of added) print(bytes, `in ${files} files: ${screen}`);
for (const unit of ['bytes', 'files'] as const) {
  const mean = sum(added.map((one) => one[unit])) / added.length;
  holds.push(line(`a screen beyond the first load, on average: ${unit}`, mean, { most: SCREENS[unit] }));
}
if (holds.includes(false)) process.exitCode = 1;
