import { execFile } from 'node:child_process';
import { chmod, cp, link, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { applyPatch, parsePatch, reversePatch } from 'diff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '..');
const PATCH = 'postgres@3.4.9.patch';

/** A project with only the driver, its patch, and the scripts that apply it. */
let root: string;
const driver = (file: string) => join(root, 'node_modules/postgres', file);
const SOURCES = ['src/connection.js', 'src/index.js'] as const;
const sources = () => Promise.all(SOURCES.map((file) => readFile(driver(file), 'utf8')));
/** The sources before and after they are patched. */
let original: string[];
let patched: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scoville-patches-'));
  for (const folder of ['patches', 'scripts', 'node_modules/.bin', 'bin'])
    await mkdir(join(root, folder), { recursive: true });
  for (const path of [`patches/${PATCH}`, 'scripts/setup.mjs', 'scripts/patch-packages.mjs', 'node_modules/postgres'])
    await cp(join(project, path), join(root, path), { recursive: true });
  await symlink(join(project, 'node_modules/diff'), join(root, 'node_modules/diff'));
  patched = await sources();
  const parts = parsePatch(await readFile(join(root, 'patches', PATCH), 'utf8'));
  original = patched.map((text, index) => applyPatch(text, reversePatch(parts[index]!)) || 'not patched');
  await restore();
});
afterEach(() => rm(root, { recursive: true }));

/** Restores the sources of the package's archive. */
async function restore(): Promise<void> {
  for (const [index, file] of SOURCES.entries()) await write(file, original[index]!);
}

/** Replaces the file instead of writing into it, like npm, because a hard link to the file must keep the old text. */
async function write(file: string, text: string): Promise<void> {
  await rm(driver(file));
  await writeFile(driver(file), text);
}

const setVersion = async (version: string) =>
  write('package.json', JSON.stringify({ name: 'postgres', version, type: 'module' }));

/** Applies the patches; throws the error of patchPackages. */
async function patch(): Promise<void> {
  const { patchPackages } = (await import(join(root, 'scripts/patch-packages.mjs'))) as {
    patchPackages: (root: string) => void;
  };
  patchPackages(root);
}

describe('patchPackages', () => {
  it('patches an installed package, and leaves a patched one as it is', async () => {
    expect(original).not.toContain('not patched');
    await patch();
    expect(await sources()).toEqual(patched);
    const files = async () =>
      Promise.all(SOURCES.map(async (file) => (({ ino, mtimeMs }) => ({ ino, mtimeMs }))(await stat(driver(file)))));
    const before = await files();
    await patch();
    expect(await files()).toEqual(before);
    expect((await readdir(driver('src'))).filter((name) => !name.endsWith('.js'))).toEqual([]);
  });

  it('replaces a file as a whole, so that a process that has it open reads the old text', async () => {
    await link(driver('src/index.js'), join(root, 'opened.js'));
    await patch();
    expect(await readFile(join(root, 'opened.js'), 'utf8')).toBe(original[1]);
  });

  it('completes an interrupted patching', async () => {
    await write('src/connection.js', patched[0]!);
    await patch();
    expect(await sources()).toEqual(patched);
  });

  it('rejects another version in one sentence, although the patch would fit', async () => {
    await setVersion('3.4.10');
    await expect(patch()).rejects.toThrow(
      /^patches\/postgres@3\.4\.9\.patch was made for postgres 3\.4\.9, but postgres 3\.4\.10 is installed\.$/,
    );
    expect(await sources()).toEqual(original);
  });

  it('changes no file when one of them is neither original nor patched', async () => {
    const changed = original[1]!.replace('let savepoints = 0', 'let savepoints = 1');
    await write('src/index.js', changed);
    await expect(patch()).rejects.toThrow(/^patches\/\S+ cannot be applied because \S+index\.js was changed after its/);
    expect(await sources()).toEqual([original[0], changed]);
  });
});

describe('the installation', () => {
  /** Calls a function of setup.mjs where `npm ci` unpacks the driver's `version`. */
  async function install(
    version = '3.4.9',
    call: 'install' | 'needInstallation' = 'install',
  ): Promise<{ status: number; output: string }> {
    await mkdir(join(root, 'archive'), { recursive: true });
    for (const [index, file] of SOURCES.entries())
      await writeFile(join(root, 'archive', file.slice(4)), original[index]!);
    await writeFile(join(root, 'archive/package.json'), JSON.stringify({ name: 'postgres', version }));
    await writeFile(
      join(root, 'bin/npm'),
      `#!/bin/sh
/bin/cp --remove-destination archive/*.js node_modules/postgres/src
/bin/cp --remove-destination archive/package.json node_modules/postgres`,
    );
    await chmod(join(root, 'bin/npm'), 0o755);
    const script = `(await import(${JSON.stringify(join(root, 'scripts/setup.mjs'))})).${call}();`;
    const env = { PATH: join(root, 'bin') };
    return run(process.execPath, ['--input-type=module', '-e', script], { env }).then(
      ({ stdout, stderr }) => ({ status: 0, output: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        status: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  }
  beforeEach(async () => {
    await symlink(process.execPath, join(root, 'node_modules/.bin/node'));
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      await writeFile(join(root, file), '{}');
  });

  it('patches the packages after npm ci, and prints nothing when they are patched', async () => {
    expect(await install()).toEqual({ status: 0, output: '' });
    expect(await sources()).toEqual(patched);
    expect(await install()).toEqual({ status: 0, output: '' });
  });

  it('patches the packages for a command beside the running product, too', async () => {
    expect(await install('3.4.9', 'needInstallation')).toEqual({ status: 0, output: '' });
    expect(await sources()).toEqual(patched);
  });

  it('replaces a driver that an older version of the project has patched', async () => {
    await write('src/connection.js', original[0]!.replace('if (initial)', 'if (initial && options.host.length > 1)'));
    expect(await install()).toEqual({ status: 0, output: 'Installing.\n' });
    expect(await sources()).toEqual(patched);
    expect(await install()).toEqual({ status: 0, output: '' });
  });

  it('replaces a driver of another version than the lock file has', async () => {
    await setVersion('3.4.8');
    expect(await install()).toEqual({ status: 0, output: 'Installing.\n' });
    expect(await sources()).toEqual(patched);
  });

  it('stops with one sentence when the lock file has another version than the patch', async () => {
    await setVersion('3.4.10');
    expect(await install('3.4.10')).toEqual({
      status: 1,
      output: `Installing.\npatches/${PATCH} was made for postgres 3.4.9, but postgres 3.4.10 is installed.\n`,
    });
    expect(await sources()).toEqual(original);
  });
});
