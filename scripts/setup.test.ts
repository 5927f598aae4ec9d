import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../server/testkit/until.ts';

/** Packages with patches, and the package that applies them. */
const PATCHING = ['postgres', 'music-metadata', 'diff'];

const run = promisify(execFile);
const root = process.getuid?.() === 0;

/** A simulated machine: its one folder of programs contains only those that a test adds. */
let machine: string;
beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), 'scoville-setup-'));
  await mkdir(join(machine, 'bin'));
  await mkdir(join(machine, 'scripts'));
  await mkdir(join(machine, 'node_modules'));
  for (const file of ['setup.mjs', 'patch-packages.mjs'])
    await cp(resolve(import.meta.dirname, file), join(machine, 'scripts', file));
  await cp(resolve(import.meta.dirname, '../patches'), join(machine, 'patches'), { recursive: true });
  await has('sh', `exec /bin/sh "$@"`);
});
afterEach(() => rm(machine, { recursive: true, force: true }));

async function has(program: string, script = 'exit 0'): Promise<void> {
  const path = join(machine, 'bin', program);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

const calls = () => readFile(join(machine, 'calls'), 'utf8').catch(() => '');
/** A package manager that records its arguments and `makes` a program. */
const aptGet = (makes = '') =>
  has('apt-get', `echo "$@" >> ${machine}/calls\n[ "$1" != install ] || { ${makes || 'true'}; }`);

async function set(what: 'needFfmpeg' | 'needChromium' | 'build'): Promise<{ status: number; said: string }> {
  const script = `const s = await import(${JSON.stringify(join(machine, 'scripts/setup.mjs'))}); s.${what}();`;
  const env = { PATH: join(machine, 'bin'), CHROMIUM_PATH: join(machine, 'bin/chromium') };
  return run(process.execPath, ['--input-type=module', '-e', script], { env }).then(
    ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}

/** Starts a command like npm does, from a parent process; returns the parent. */
const asNpm = (command: string) =>
  spawn(
    process.execPath,
    [
      '-e',
      `require('child_process').spawn(process.execPath, [${JSON.stringify(join(machine, 'scripts', `${command}.mjs`))}])`,
    ],
    { env: { PATH: join(machine, 'bin'), CHROMIUM_PATH: join(machine, 'bin/chromium'), npm_lifecycle_event: command } },
  );

/** Allows this system account to install: root directly, others through sudo. */
async function mayInstall(): Promise<void> {
  if (!root) await has('sudo', `shift; case "$1" in *=*) shift;; esac; exec "$@"`);
}

describe('the set-up', () => {
  it('installs ffmpeg if this system account may install', async () => {
    await aptGet();
    await mayInstall();
    expect(await set('needFfmpeg')).toEqual({ status: 0, said: 'Installing ffmpeg.\n' });
    expect(await calls()).toContain('install -y -qq --no-install-recommends ffmpeg\n');
  });

  it('prints nothing if both exist', async () => {
    for (const program of ['ffmpeg', 'ffprobe']) await has(program);
    expect(await set('needFfmpeg')).toEqual({ status: 0, said: '' });
  });

  it('stops with the command to type if it may not install', async () => {
    if (root) await rm(join(machine, 'bin/apt-get'), { force: true });
    else await aptGet();
    expect(await set('needChromium')).toEqual({
      status: 1,
      said: `Chromium was not found. Install it, on Debian with:\n  ${root ? '' : 'sudo '}apt-get install -y chromium\n`,
    });
  });

  it('uses programs by their configured names', async () => {
    await symlink('/bin/true', join(machine, 'bin/chromium'));
    expect(await set('needChromium')).toEqual({ status: 0, said: '' });
  });
});

describe('a build', () => {
  const dist = () => join(machine, 'web/dist/index.html');
  /**
   * A stand-in for Vite: empties the output folder, `makes` something in it, and records the build that is being
   * served.
   */
  const builds = (makes: string) =>
    has(
      'node24',
      `shift; [ "$3" = --outDir ] && to=$4 || to=web/dist
/bin/rm -rf $to; /bin/mkdir $to; echo built > $to/index.html; /bin/cat web/dist/index.html >> ${machine}/calls; ${makes}`,
    );
  beforeEach(async () => {
    for (const folder of ['web/dist', 'contract', 'node_modules/.bin'])
      await mkdir(join(machine, folder), { recursive: true });
    await symlink(join(machine, 'bin/node24'), join(machine, 'node_modules/.bin/node'));
    await writeFile(dist(), 'the old one\n');
    await utimes(dist(), 1, 1);
    await writeFile(join(machine, 'web/main.tsx'), '');
  });

  it('replaces the old build only once it is complete, because a product may be reading the old one', async () => {
    // A leftover of a killed process, which is no source.
    await mkdir(join(machine, 'web/.dist-99999999'));
    await builds('echo the new one > $to/index.html');
    expect(await set('build')).toEqual({ status: 0, said: 'Building.\n' });
    expect(await calls()).toBe('the old one\n');
    expect(await readFile(dist(), 'utf8')).toBe('the new one\n');
    expect(await readdir(join(machine, 'web'))).toEqual(['dist', 'main.tsx']);
    expect(await set('build')).toEqual({ status: 0, said: '' });
  });

  it('is made by npm run build in the same way, even if no source is newer than the old build', async () => {
    const { scripts } = JSON.parse(await readFile(resolve(import.meta.dirname, '../package.json'), 'utf8'));
    expect(scripts.build).toBe('node scripts/build.mjs');
    await cp(resolve(import.meta.dirname, 'build.mjs'), join(machine, 'scripts/build.mjs'));
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      await writeFile(join(machine, file), '{}');
    await builds('echo the new one > $to/index.html');
    await utimes(dist(), new Date(), new Date(Date.now() + 60_000));
    expect(await set('build')).toEqual({ status: 0, said: '' });
    const env = { PATH: join(machine, 'bin') };
    const { stdout } = await run(process.execPath, [join(machine, 'scripts/build.mjs')], { env });
    expect(stdout).toBe('Building.\n');
    expect(await calls()).toBe('the old one\n');
    expect(await readFile(dist(), 'utf8')).toBe('the new one\n');
  });

  it('leaves the old build unchanged when it fails', async () => {
    await builds('exit 1');
    expect((await set('build')).status).toBe(1);
    expect(await readFile(dist(), 'utf8')).toBe('the old one\n');
    expect(await readdir(join(machine, 'web'))).toEqual(['dist', 'main.tsx']);
  });
});

describe.each(['backup', 'doctor', 'restore', 'move-files'])('npm run %s', (command) => {
  const ran = () => `ran ${join(machine, 'scripts', `${command}.ts`)}\n`;
  const program = () => has('npm', `echo npm "$@" >> ${machine}/calls; rm -r node_modules/.bin`);
  /** Runs the command like npm does, with a Node 24 that records its arguments. */
  const start = () =>
    run(process.execPath, [join(machine, 'scripts', `${command}.mjs`)], { env: { PATH: join(machine, 'bin') } });
  beforeEach(async () => {
    await cp(resolve(import.meta.dirname, `${command}.mjs`), join(machine, 'scripts', `${command}.mjs`));
    await mkdir(join(machine, 'node_modules/.bin'));
    await has('node24', `echo ran "$@" >> ${machine}/calls`);
    await symlink(join(machine, 'bin/node24'), join(machine, 'node_modules/.bin/node'));
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      await writeFile(join(machine, file), '{}');
  });

  it('keeps an older installation, because the product may be running on it', async () => {
    await program();
    await utimes(join(machine, 'node_modules/.package-lock.json'), 1, 1);
    const { stdout, stderr } = await start();
    expect(await calls()).toBe(ran());
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^The program is newer than what is installed, .*npm start installs what is new/);
  });

  it('keeps a driver that an older version of the project has patched', async () => {
    await program();
    for (const name of PATCHING)
      await cp(resolve(import.meta.dirname, '../node_modules', name), join(machine, 'node_modules', name), {
        recursive: true,
      });
    const source = join(machine, 'node_modules/postgres/src/index.js');
    await writeFile(source, 'patched otherwise');
    expect(await start()).toEqual({ stdout: '', stderr: '' });
    expect(await calls()).toBe(ran());
    expect(await readFile(source, 'utf8')).toBe('patched otherwise');
  });

  it('passes a signal on to the program, and waits for its end', async () => {
    // A shell handles a signal when the program that it waits for has ended.
    await has(
      'node24',
      `trap 'exit 3' INT; echo > ${machine}/runs; for i in $(/usr/bin/seq 400); do /bin/sleep 0.05; done`,
    );
    const started = start();
    const ended = expect(started).rejects.toMatchObject({ code: 3, signal: null });
    await until(() => expect(existsSync(join(machine, 'runs'))).toBe(true));
    started.child.kill('SIGINT');
    await ended;
  });

  it('installs if nothing is installed', async () => {
    await rm(join(machine, 'node_modules'), { recursive: true });
    const packages = resolve(import.meta.dirname, '../node_modules');
    await has(
      'npm',
      `echo npm "$@" >> ${machine}/calls
/bin/mkdir -p node_modules/.bin
/bin/cp -RL ${PATCHING.map((name) => `'${packages}/${name}'`).join(' ')} node_modules
/bin/ln -s ${machine}/bin/node24 node_modules/.bin/node`,
    );
    expect((await start()).stdout).toBe('Installing.\n');
    expect(await calls()).toBe(`npm ci --no-audit --no-fund --loglevel=error\n${ran()}`);
  });
});

describe('npm run demo with an older installation', () => {
  const installed = 'npm ci --no-audit --no-fund --loglevel=error\n';
  /** Runs it with a demo/ready.ts that exits with this code. */
  const start = async (code: number): Promise<{ status: number; said: string }> => {
    await has('node24', `case "$1" in */ready.ts) exit ${code};; esac\necho ran "$@" >> ${machine}/calls`);
    const env = { PATH: join(machine, 'bin') };
    return run(process.execPath, [join(machine, 'scripts/demo.mjs')], { env }).then(
      ({ stderr }) => ({ status: 0, said: stderr }),
      (error: { code: number; stderr: string }) => ({ status: error.code, said: error.stderr }),
    );
  };
  beforeEach(async () => {
    await cp(resolve(import.meta.dirname, 'demo.mjs'), join(machine, 'scripts/demo.mjs'));
    for (const program of ['ffmpeg', 'ffprobe']) await has(program);
    await mkdir(join(machine, 'node_modules/.bin'));
    await symlink(join(machine, 'bin/node24'), join(machine, 'node_modules/.bin/node'));
    for (const name of PATCHING)
      await cp(resolve(import.meta.dirname, '../node_modules', name), join(machine, 'node_modules', name), {
        recursive: true,
        dereference: true,
      });
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      await writeFile(join(machine, file), '{}');
    await utimes(join(machine, 'node_modules/.package-lock.json'), 1, 1);
    await has('npm', `echo npm "$@" >> ${machine}/calls`);
    // Exits immediately.
    await writeFile(join(machine, 'scripts/start.mjs'), '');
  });

  it('keeps the installation beside a product that responds', async () => {
    const { status, said } = await start(0);
    expect([status, await calls()]).toEqual([0, `ran ${join(machine, 'demo/run.ts')}\n`]);
    expect(said).toMatch(/^The program is newer than what is installed, .*npm start installs what is new/);
  });

  it('keeps the installation as well if it can’t find out whether a product runs', async () => {
    const { status, said } = await start(1);
    expect([status, await calls()]).toEqual([1, '']);
    expect(said).toMatch(/Whether the product runs could not be found out/);
  });

  it('installs if no product runs, before it starts the product', async () => {
    const { status, said } = await start(3);
    expect([status, await calls()]).toEqual([1, installed]);
    expect(said).toBe('The product did not start; its own lines above say why.\n');
  });

  it('stops the product that it waits for when npm is killed', async () => {
    await has(
      'node24',
      `case "$1" in */ready.ts) [ -e ${machine}/asked ] && exit 4; echo > ${machine}/asked; exit 3;; esac`,
    );
    const told = (what: string) =>
      `fs.appendFileSync(${JSON.stringify(join(machine, 'told'))}, ${JSON.stringify(what)})`;
    await writeFile(
      join(machine, 'scripts/start.mjs'),
      `import fs from 'node:fs';
       process.on('SIGTERM', () => { ${told('stopped')}; process.exit(); });
       setTimeout(() => {}, 60_000);
       ${told('started ')};`,
    );
    const npm = asNpm('demo');
    const said = () => readFile(join(machine, 'told'), 'utf8').catch(() => '');
    await until(async () => expect(await said()).toBe('started '));
    npm.kill('SIGKILL');
    await until(async () => expect(await said()).toBe('started stopped'));
  });
});

it('npm run bench starts no further measurement after npm was killed', async () => {
  await cp(resolve(import.meta.dirname, 'bench.mjs'), join(machine, 'scripts/bench.mjs'));
  for (const program of ['ffmpeg', 'ffprobe', 'chromium']) await has(program);
  for (const folder of ['web/dist', 'contract', 'bench', 'node_modules/.bin'])
    await mkdir(join(machine, folder), { recursive: true });
  for (const file of ['web/dist/index.html', 'bench/one.ts', 'bench/two.ts']) await writeFile(join(machine, file), '');
  await symlink(join(machine, 'bin/node24'), join(machine, 'node_modules/.bin/node'));
  // A shell handles a signal when the program that it waits for has ended.
  await has(
    'node24',
    `case "$1" in */ready.ts) exit 0;; esac
trap 'echo ended >> ${machine}/calls; exit 3' TERM
echo "$3" >> ${machine}/calls; for i in $(/usr/bin/seq 40); do /bin/sleep 0.05; done`,
  );
  const npm = asNpm('bench');
  const first = `${join(machine, 'bench/one.ts')}\n`;
  await until(async () => expect(await calls()).toBe(first));
  npm.kill('SIGKILL');
  await until(async () => expect(await calls()).not.toBe(first));
  expect(await calls()).toBe(`${first}ended\n`);
});
