// Sets up what must exist before Node 24 can take over. Runs under the machine's own Node (20.19 or later).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patchPackages } from './patch-packages.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Node 24, as an npm package. */
export const node = bin('node');
// A cache of our sources as Node 24 compiled them, which halves the time of later starts.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

/** Exits with an error message instead of a stack trace. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const changed = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** The time of the newest change below a folder, without built and installed files. */
function newest(path) {
  let time = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (['node_modules', 'dist'].includes(entry.name) || entry.name.startsWith('.')) continue;
    const child = join(path, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(child) : changed(child));
  }
  return time;
}

const isOlder = () => changed(join(root, 'package-lock.json')) > changed(join(root, 'node_modules/.package-lock.json'));

function needNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    refuse(`Node ${process.versions.node} is too old. Install Node 20.19 or later.`);
}

/** Installs unless everything is installed, as new as the lock file, and patched. */
export function install() {
  needNode();
  if (existsSync(node) && !isOlder() && tryPatching() === null) return;
  // This also replaces files that an older version of the project has patched in another way.
  installPackages();
  const problem = tryPatching();
  if (problem !== null) refuse(problem);
}

/** Patches the installed packages; returns the reason if that is impossible, otherwise null. */
function tryPatching() {
  try {
    patchPackages(root);
    return null;
  } catch (error) {
    return error.message;
  }
}

/**
 * Installs the packages only if none are installed, for a command that is used while the product runs. An older
 * installation is kept, because npm would delete it first, and with it files that the running product reads.
 */
export function needInstallation() {
  needNode();
  if (!existsSync(node)) return install();
  if (isOlder())
    return console.error(
      'The program is newer than what is installed, which is left alone because the product may be running on it. ' +
        'If this fails, stop the product, start it again (npm start installs what is new), and repeat this.',
    );
  // If this fails, the running product continues with the older patches until npm start reinstalls its packages.
  tryPatching();
}

/**
 * Exit codes of demo/ready.ts about the product at PUBLIC_URL: it is ready, nothing runs there, or it is starting. Any
 * other code means that the state could not be found out.
 */
export const [READY, NOBODY, STARTING] = [0, 3, 4];

/** Resolves with the exit code of demo/ready.ts. */
export const readiness = () =>
  new Promise((resolve) => {
    const asking = spawn(node, [join(root, 'demo/ready.ts')], { cwd: root, stdio: 'inherit' });
    // Ctrl-C ends the check without an exit code.
    asking.on('exit', (code) => resolve(code ?? STARTING));
  });

/**
 * Installs the packages, or the newer ones that package-lock.json names, if no product runs at PUBLIC_URL. If one runs,
 * `needInstallation` installs only if there are no packages at all, because the product may be reading them. Resolves
 * with the exit code of demo/ready.ts.
 */
export async function installBesideNothing() {
  needNode();
  if (!existsSync(node)) install();
  const found = await readiness();
  if (found === NOBODY) install();
  else needInstallation();
  return found;
}

function installPackages() {
  console.log('Installing.');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) refuse('The installation failed. The lines above say why; fix that and start again.');
}

const web = join(root, 'web');
const dist = join(web, 'dist');

/** Builds the browser's part if its sources are newer than the last build. */
export function build() {
  const sources = [newest(web), newest(join(root, 'contract')), changed(join(root, 'package-lock.json'))];
  if (changed(join(dist, 'index.html')) < Math.max(...sources)) buildAnew();
}

/**
 * Builds the browser's part in a new folder, and replaces the old build once the new one is complete. A running product
 * reads the build whenever it restarts a process, and has no pages without it.
 */
export function buildAnew() {
  console.log('Building.');
  for (const name of readdirSync(web)) if (isLeftover(name)) rmSync(join(web, name), { recursive: true });
  const fresh = join(web, `.dist-${process.pid}`);
  const args = ['build', 'web', '--outDir', fresh, '--logLevel', 'warn'];
  const done = spawnSync(node, [bin('vite'), ...args], { cwd: root, stdio: 'inherit' });
  if (done.status === 0) replaceFolder(dist, fresh);
  rmSync(fresh, { recursive: true, force: true });
  if (done.status !== 0) refuse('The build failed. The lines above say why.');
}

/** Whether a folder is an unfinished or replaced build of a process that was killed. */
function isLeftover(name) {
  const pid = /^\.dist-(\d+)(-old)?$/.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) === process.pid;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function replaceFolder(folder, fresh) {
  const old = `${fresh}-old`;
  try {
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
  } catch (error) {
    // Another command has built the same sources at this very moment.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

function runs(program, ...args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command with which this system account can install Debian packages without a prompt; null if it can't. */
function installer() {
  if (!runs('apt-get', '--version')) return null;
  if (process.getuid?.() === 0) return ['apt-get'];
  return runs('sudo', '-n', 'apt-get', '--version')
    ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
    : null;
}

/** Installs Debian packages if this system account can; returns false if it can't, or if the installation failed. */
function fromDebian(packages) {
  const command = installer();
  if (command === null) return false;
  console.log(`Installing ${packages.join(' and ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [program, ...first] = command;
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ].every(
    (args) => spawnSync(program, [...first, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0,
  );
}

const line = (packages) => `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install -y ${packages.join(' ')}`;

/** Exits with the command to type, unless the packages could be installed. */
export function need(what, packages) {
  if (!fromDebian(packages)) refuse(`${what} was not found. Install it, on Debian with:\n  ${line(packages)}`);
}

export function needFfmpeg() {
  const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
  const ffprobe = process.env.FFPROBE_PATH || 'ffprobe';
  if (!runs(ffmpeg, '-version') || !runs(ffprobe, '-version')) need('ffmpeg', ['ffmpeg']);
}

/** Tries to install optional packages, once per installation, because each try takes its time without a network. */
function triedOnce(packages) {
  const tried = join(root, `node_modules/.${packages.join('-')}-tried`);
  const installed = !existsSync(tried) && fromDebian(packages);
  writeFileSync(tried, '');
  return installed;
}

/** Debian's Chromium, and its variant without windows, with which journeys use a third less processor time. */
const WHOLE = '/usr/bin/chromium';
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** Requires the browser for tests, the light variant if possible, and names it in CHROMIUM_PATH for child processes. */
export function needChromium() {
  if (process.env.CHROMIUM_PATH) return needWholeChromium();
  const light = [basename(HEADLESS)];
  if (!runs(HEADLESS, '--version') && !(runs(WHOLE, '--version') ? triedOnce(light) : fromDebian(light)))
    return needWholeChromium();
  process.env.CHROMIUM_PATH = HEADLESS;
}

/** Requires the full browser, which people use, because measurements must be made in it. */
export function needWholeChromium() {
  if (!runs(process.env.CHROMIUM_PATH || WHOLE, '--version')) need('Chromium', ['chromium']);
}

/**
 * Calls back when npm, which started this process, is gone. npm passes a signal to the shell between both and ends with
 * it, and the shell doesn't pass it on; this process then has a new parent.
 */
export function onOrphaned(then) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && then(), 500).unref();
}

/**
 * Starts a program and exits with it. The terminal's Ctrl-C reaches the program directly; a signal to this process must
 * be passed on, from its first moment.
 */
export function endWith(start) {
  let child;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  child = start();
  onOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}
