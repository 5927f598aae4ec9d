// `node scripts/layers.ts [ROOT]`, a part of `npm run check`: which folders may import which. contract/, server/ and web/
// have the same groups of domains, and a group imports only itself and the groups before it
// (docs/decisions/2026-11-30-group-the-domains.md).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** From the ground up. docs/map.md says what each one holds. */
export const GROUPS = [
  'platform',
  'accounts',
  'pipeline',
  'catalogue',
  'community',
  'listening',
  'business',
  'review',
  'frame',
] as const;

interface Side {
  /** Files that put domains together. They may import any group, and only `readers` import them. */
  entrances: RegExp;
  /** The files that may import entrances, as paths and in words. */
  readers: { files: RegExp; words: string };
  /** Files that only one other file may import: the path of each, and the path of that other file. */
  doors: Record<string, string>;
  /** The order of the parts of large domains, from the ground up. Each part imports only the parts before it. */
  parts: Record<string, readonly string[]>;
  /** Imports that run upward all the same. Each needs a reason. */
  exceptions: ReadonlySet<string>;
}

const NONE: Side = {
  entrances: /^$/,
  readers: { files: /^$/, words: '' },
  doors: {},
  parts: {},
  exceptions: new Set(),
};

export const SIDES: Record<'contract' | 'server' | 'web', Side> = {
  contract: {
    ...NONE,
    // One endpoint receives songs, videos and ads, so its reply has the schemas of all of them.
    exceptions: new Set(['catalogue/uploads.ts business/ads/ads.ts']),
  },
  server: {
    ...NONE,
    entrances: /\.(routes|pages|handlers)\.ts$/,
    readers: { files: /^(app|build-http|main)\.ts$/, words: 'app.ts, build-http.ts and main.ts' },
    // media.present.ts builds the response for one item. All others use media.read.ts, which reads the viewer's
    // favorites for a whole list in one query.
    doors: { 'catalogue/media/media.present.ts': 'catalogue/media/media.read.ts' },
    parts: {
      'business/billing': [
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
      'pipeline/ffmpeg': [
        'processing-error.ts',
        'stages.ts',
        'child',
        'run',
        'inspect',
        'checks',
        'renditions',
        'convert.ts',
        'process.ts',
        'inputs.check.ts',
      ],
    },
  },
  web: {
    ...NONE,
    entrances: /(-screen|\.routes)\.tsx$/,
    readers: { files: /^(router\.ts|(root-route|routes)\.tsx)$|\.routes\.tsx$/, words: 'routes' },
    // `ui`, the design system, is the first part of the first group, so it may not import any other folder of web/.
    parts: { platform: ['ui', 'events', 'lib', 'forms'] },
  },
};

/** Folders without domains: what tests share, build tools, and what is built. */
const ASIDE = ['build', 'dist', 'node_modules', 'public', 'testkit', 'tests'];
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']+)'/g;

type SideName = keyof typeof SIDES;

/** The broken rules below `root`, one per line. */
export function brokenLayers(root: string): string[] {
  return [
    ...(Object.keys(SIDES) as SideName[]).flatMap((side) => {
      const base = join(root, side);
      return [
        ...foldersWithoutGroup(base, side),
        ...filesWithoutPart(base, side),
        ...sourcesOf(base).flatMap((file) => brokenIn(root, side, file)),
      ];
    }),
    ...domainsInTwoGroups(root),
  ];
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : [];

function foldersWithoutGroup(base: string, side: SideName): string[] {
  const known: readonly string[] = [...GROUPS, ...ASIDE];
  return foldersIn(base)
    .filter((name) => !known.includes(name))
    .map((name) => `${side}/${name} is no group. Move it into one of ${GROUPS.join(', ')}.`);
}

function domainsInTwoGroups(root: string): string[] {
  const places = (Object.keys(SIDES) as SideName[]).flatMap((side) =>
    GROUPS.flatMap((group) => foldersIn(join(root, side, group)).map((domain) => ({ side, group, domain }))),
  );
  return [...Map.groupBy(places, ({ domain }) => domain).values()]
    .filter((found) => new Set(found.map(({ group }) => group)).size > 1)
    .map((found) => {
      const paths = found.map(({ side, group, domain }) => `${side}/${group}/${domain}`);
      return `${paths.join(' and ')}: a domain has the same group on all sides`;
    });
}

function filesWithoutPart(base: string, side: SideName): string[] {
  return Object.entries(SIDES[side].parts).flatMap(([folder, names]) =>
    (existsSync(join(base, folder)) ? readdirSync(join(base, folder)) : [])
      .filter((name) => !names.includes(name))
      .map((name) => `${side}/${folder}/${name} has no place in the order of scripts/layers.ts`),
  );
}

function sourcesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ASIDE.includes(entry.name) ? [] : sourcesOf(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function brokenIn(root: string, side: SideName, file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const target = resolve(dirname(file), specifier);
    const why = reason(side, join(root, side), file, target);
    return why === null ? [] : [`${relative(root, file)} imports ${relative(root, target)}: ${why}`];
  });
}

/** Why a file may not import another, or null. */
function reason(side: SideName, base: string, file: string, target: string): string | null {
  const { entrances, readers, doors, parts, exceptions } = SIDES[side];
  const from = relative(base, file).split(sep).join('/');
  const to = relative(base, target).split(sep).join('/');
  if (to.startsWith('..')) return reasonOutside(side, target);
  if (/^(build|testkit|tests)\//.test(to) && from !== 'vite.config.ts')
    return 'the product may not import build tools or tests';
  if (entrances.test(to) && !readers.files.test(from)) return `only ${readers.words} may import an entrance`;
  const door = doors[to];
  if (door !== undefined && door !== from) return `only ${side}/${door} may import it`;
  const inside = Object.entries(parts).flatMap(([folder, order]) => reasonInside(folder, order, from, to));
  if (inside[0] !== undefined) return inside[0];
  if (entrances.test(from) || exceptions.has(`${from} ${to}`)) return null;
  const [own, asked] = [from, to].map((path) => GROUPS.findIndex((group) => path.startsWith(`${group}/`)));
  if (own === undefined || asked === undefined || own < 0 || asked <= own) return null;
  return `${GROUPS[own]} comes before ${GROUPS[asked]}`;
}

function reasonOutside(side: SideName, target: string): string {
  const isOtherSide = Object.keys(SIDES).some((other) => other !== side && target.split(sep).includes(other));
  return isOtherSide
    ? 'server and web share only the contract, and import it by its package name'
    : 'the product may not import tests, the demonstration or scripts';
}

/** Returns the reason why one part of a domain may not import another part; an empty list if it may. */
function reasonInside(folder: string, order: readonly string[], from: string, to: string): string[] {
  if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) return [];
  const [own = '', asked = ''] = [from, to].map((path) => path.slice(folder.length + 1).split('/')[0]);
  return order.indexOf(asked) > order.indexOf(own) ? [`within ${folder}, ${own} comes before ${asked}`] : [];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = brokenLayers(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
  for (const line of broken) console.log(line);
  if (broken.length > 0) console.log(`${broken.length} imports or folders break the order of the groups`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
