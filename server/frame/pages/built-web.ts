import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Asset, Web } from './web.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
};

/** The source of the players that other sites embed. */
export const EMBED = 'listening/embeds/embed.ts';

const DIST = resolve(import.meta.dirname, '../../../web/dist');

/**
 * The built browser app: its files and their compressed forms, all read into memory now (a few megabytes). Null when it
 * was not built.
 */
export function readBuiltWeb(folder = DIST): Web | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length);
    const type = TYPES[entry.name.split('.').pop() ?? ''];
    if (!entry.isFile() || type === undefined || path.startsWith('/.vite/')) continue;
    assets.set(path, {
      type,
      plain: readFileSync(file),
      immutable: path.startsWith('/assets/'),
      brotli: readIfThere(`${file}.br`),
      gzip: readIfThere(`${file}.gz`),
    });
  }
  const manifest = join(folder, '.vite/manifest.json');
  const chunks = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>) : {};
  const template = lowerScriptPriority(readFileSync(join(folder, 'index.html'), 'utf8'));
  return {
    template: async () => template,
    asset: (path) => assets.get(path) ?? null,
    scriptsOf: (screen) => scriptsOf(chunks, screen),
    embed: () => {
      const { file, css = [] } = chunks[EMBED] ?? {};
      const at = (name: string) => `/${name}`;
      return { scripts: file === undefined ? [] : [at(file)], styles: css.map(at) };
    },
  };
}

const readIfThere = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);

/**
 * Lowers the priority of scripts: the outline is painted without them, so on a slow connection the styles, fonts and
 * the first picture should arrive first.
 */
const lowerScriptPriority = (html: string): string =>
  html.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

/** A screen's own chunk and its imports, without those that the entry already loads. */
function scriptsOf(chunks: Record<string, Chunk>, screen: string): string[] {
  const reach = (key: string, seen: Set<string>): Set<string> => {
    const chunk = chunks[key];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) reach(next, seen);
    return seen;
  };
  const entry = reach('index.html', new Set());
  return [...reach(screen, new Set())].filter((file) => !entry.has(file)).map((file) => `/${file}`);
}
