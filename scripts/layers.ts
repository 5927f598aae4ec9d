// `node scripts/layers.ts [ROOT]`, a part of `npm run check`: which folders may import which. Every folder of server/
// and web/ has a kind, and may only import kinds below its own (docs/decisions/2026-11-22-layers.md).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Side {
  /**
   * Folders by kind, from the lowest up. Folders of one kind may import each other, unless `apart` contains the kind.
   */
  kinds: Record<string, readonly string[]>;
  apart: readonly string[];
  /** Files that combine domains: they may import any of them, and only `readers` may import these files. */
  entrances: RegExp;
  /** The files that may import entrances, as a pattern and in words. */
  readers: { files: RegExp; words: string };
  /** Files of a domain that folders beside and below it may import. */
  offers: RegExp;
  /** Files that only one other file may import, which is the door to them. */
  doors: Record<string, string>;
  /** Large folders with ordered parts, from the lowest up. Each part may import those before it. */
  parts: Record<string, readonly string[]>;
}

export const SIDES: Record<'server' | 'web', Side> = {
  server: {
    kinds: {
      platform: ['backup', 'db', 'events', 'http', 'jobs', 'metrics', 'storage', 'mail', 'ffmpeg', 'supervisor'],
      noun: [
        'ads',
        'announcements',
        'audit',
        'auth',
        'billing',
        'categories',
        'features',
        'files',
        'identities',
        'images',
        'media',
        'notifications',
        'own-account',
        'performances',
        'places',
        'plans',
        'processing',
        'profiles',
        'reports',
        'second-factor',
        'settings',
        'suspensions',
        'timed-text',
        'users',
      ],
      verb: [
        'administration',
        'albums',
        'comments',
        'curation',
        'data-export',
        'discovery',
        'embeds',
        'favorites',
        'follows',
        'health',
        'messages',
        'playlists',
        'podcasts',
        'player',
        'ratings',
        'stats',
        'support',
        'uploads',
      ],
      bulk: ['bulk'],
      frame: ['pages'],
    },
    apart: ['verb'],
    entrances: /\.(routes|pages|handlers)\.ts$/,
    readers: { files: /^(app|build-http|main)\.ts$/, words: 'app.ts, build-http.ts and main.ts' },
    // All folders may enqueue jobs.
    offers: /\.jobs\.ts$/,
    // Presenting a media item needs the viewer's marks, which are read for a whole page at once.
    doors: { 'media/media.present.ts': 'media/media.read.ts' },
    parts: {
      billing: [
        'billing.jobs.ts',
        'provider',
        'subscriptions',
        'receipts',
        'webhook',
        'checkout',
        'reconcile-plans.ts',
        'billing.deletion.ts',
        'billing.loops.ts',
        'billing.handlers.ts',
      ],
      ffmpeg: ['media-error.ts', 'child', 'run', 'inspect', 'checks', 'renditions', 'process.ts', 'inputs.check.ts'],
    },
  },
  web: {
    kinds: {
      ground: ['ui'],
      base: ['events', 'forms', 'lib'],
      engine: ['player'],
      noun: [
        'ads',
        'albums',
        'announcements',
        'auth',
        'billing',
        'categories',
        'comments',
        'data-export',
        'favorites',
        'features',
        'follows',
        'identities',
        'images',
        'media',
        'messages',
        'notifications',
        'performances',
        'plans',
        'playlists',
        'ratings',
        'reports',
        'second-factor',
        'sharing',
        'stats',
        'timed-text',
        'own-account',
        'profiles',
      ],
      display: ['playing'],
      verb: ['curation', 'discovery', 'embeds', 'support', 'uploads'],
      bulk: ['administration'],
      frame: ['shell'],
      tool: ['build'],
    },
    apart: ['verb'],
    entrances: /(-screen|\.routes)\.tsx$/,
    readers: { files: /^(router\.ts|(root-route|routes)\.tsx)$|\.routes\.tsx$/, words: 'routes' },
    offers: /^$/,
    doors: {},
    parts: {},
  },
};

/** Folders that are no domain: the ones that tests share, and built ones. */
const ASIDE = ['dist', 'node_modules', 'public', 'testkit', 'threats'];
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']+)'/g;

/** The violations below `root`, one per line. */
export function brokenLayers(root: string): string[] {
  return (Object.keys(SIDES) as (keyof typeof SIDES)[]).flatMap((side) => {
    const base = join(root, side);
    return [
      ...foldersWithoutKind(base, SIDES[side], side),
      ...withoutPart(base, SIDES[side], side),
      ...sourcesOf(base).flatMap((file) => brokenIn(root, side, file)),
    ];
  });
}

function foldersWithoutKind(base: string, { kinds }: Side, side: string): string[] {
  const known = new Set([...Object.values(kinds).flat(), ...ASIDE]);
  return readdirSync(base, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map(({ name }) => `${side}/${name}: no kind is given to this folder in scripts/layers.ts`);
}

function withoutPart(base: string, { parts }: Side, side: string): string[] {
  return Object.entries(parts).flatMap(([folder, names]) =>
    (existsSync(join(base, folder)) ? readdirSync(join(base, folder)) : [])
      .filter((name) => !names.includes(name))
      .map((name) => `${side}/${folder}/${name}: no place is given to it in scripts/layers.ts`),
  );
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ASIDE.includes(entry.name) ? [] : sourcesOf(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function brokenIn(root: string, side: keyof typeof SIDES, file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const target = resolve(dirname(file), specifier);
    const why = reason(side, join(root, side), file, target);
    return why === null ? [] : [`${relative(root, file)} imports ${relative(root, target)}: ${why}`];
  });
}

/** Why one file may not import another, or null. */
function reason(side: keyof typeof SIDES, base: string, file: string, target: string): string | null {
  const { kinds, apart, entrances, readers, offers, doors, parts } = SIDES[side];
  const from = relative(base, file);
  const to = relative(base, target);
  if (to.startsWith('..')) {
    const other = side === 'server' ? 'web' : 'server';
    return target.split(sep).includes(other)
      ? 'server and web never meet: what both need stands in the contract'
      : 'the product stands without tests, demonstration and scripts';
  }
  if (entrances.test(to) && !readers.files.test(from)) return `an entrance is read by ${readers.words} alone`;
  const door = doors[to];
  if (door !== undefined && door !== from) return `${side}/${door} is the one door to it`;
  const inside = brokenPart(parts, from, to);
  if (inside !== null) return inside;
  const [one, other] = [from, to].map((path) => (path.includes(sep) ? path.split(sep)[0] : undefined));
  if (one === undefined || other === undefined || one === other || entrances.test(from) || offers.test(to)) return null;
  const names = Object.keys(kinds);
  const kindOf = (folder: string) => names.findIndex((name) => kinds[name]?.includes(folder));
  const [own, asked] = [kindOf(one), kindOf(other)];
  if (asked > own) return `a ${names[own]} may not import a ${names[asked]}`;
  if (asked === own && apart.includes(names[own] ?? '')) return `one ${names[own]} may not import another`;
  return null;
}

/** Why one part of a folder may not import another of it, or null. */
function brokenPart(parts: Side['parts'], from: string, to: string): string | null {
  const [[folder = '', own = ''], [other = '', asked = '']] = [from.split(sep), to.split(sep)];
  const order = folder === other ? parts[folder] : undefined;
  if (order === undefined || order.indexOf(asked) <= order.indexOf(own)) return null;
  return `within ${folder}, ${own} comes before ${asked}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = brokenLayers(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
  for (const line of broken) console.log(line);
  if (broken.length > 0) console.log(`${broken.length} imports that the layers forbid`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
