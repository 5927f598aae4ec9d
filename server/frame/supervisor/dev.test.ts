import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../platform/db/free-port.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { until } from '../../testkit/until.ts';
import { patient } from '../../../scripts/patience.ts';
import { runningFile } from './running.ts';

declare global {
  interface Window {
    /** Lost when the page reloads. */
    kept?: number;
  }
}

const ROOT = resolve(import.meta.dirname, '../../..');

let tree: string;
let url: string;
let browser: Browser | undefined;
let ended: Promise<unknown> = Promise.resolve();
let running: ChildProcess | undefined;
let output = '';

/**
 * A copy of the sources to edit. It is inside the repository, where it finds the packages, in `dist`, which git
 * ignores.
 */
beforeEach(async () => {
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  tree = await mkdtemp(join(ROOT, 'dist/dev-'));
  const filter = (path: string) => !['dist', 'node_modules'].includes(basename(path));
  for (const part of ['server', 'web']) {
    await cp(join(ROOT, part), join(tree, part), { recursive: true, filter });
    // Packages that npm installs below a part of the repository instead of its root.
    const own = join(ROOT, part, 'node_modules');
    if (existsSync(own)) await symlink(own, join(tree, part, 'node_modules'));
  }
});

afterEach(async () => {
  await browser?.close();
  running?.kill('SIGTERM');
  await ended;
  await rm(tree, { recursive: true });
});

async function run(args: string[], settings: NodeJS.ProcessEnv): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  output = '';
  const child = spawn(process.execPath, args, {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: await createTestDatabase(),
      DATA_DIR: join(tree, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  ended = new Promise((done) => child.once('exit', done));
  running = child;
}

const health = async () => (await fetch(`${url}/api/health`)).json();
async function edit(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(join(tree, file), 'utf8');
  expect(text).toContain(before);
  // Atomically, like editors. Vite might otherwise read the file while it is still empty, and then reload the page.
  await writeFile(join(tree, 'edited'), text.replace(before, after));
  await rename(join(tree, 'edited'), join(tree, file));
}

it(
  'development applies an edited component without a reload, and an edited server with one',
  async () => {
    await run([join(ROOT, 'server/frame/supervisor/supervise.ts'), join(tree, 'server/main.ts')], {
      NODE_ENV: 'development',
    });
    await until(async () => expect(await health()).toEqual({ ok: true }));

    const shell = await (await fetch(`${url}/genres`)).text();
    expect(shell).toContain('<title>Genres | Scoville</title>');
    expect(shell).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(shell).toMatch(/<script type="application\/json" id="boot">.*"\/api\/genres"/);
    expect(shell).toMatch(/<main class="outline-page" data-kind="website"><h1>[^<]+<\/h1>/);
    // Vite would serve these files to every client that reaches the port.
    for (const secret of [
      runningFile(join(tree, 'data')),
      join(ROOT, 'package.json'),
      join(tree, 'server/platform/env.ts'),
    ])
      expect((await fetch(`${url}/@fs${secret}`)).status).toBe(403);

    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    page.setDefaultTimeout(patient(45_000));
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${url}/genres`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.evaluate(() => (window.kept = 7));
    await edit('web/catalogue/categories/categories-screen.tsx', '{title}</h1>', '{title} of today</h1>');
    await page.getByRole('heading', { name: 'Genres of today' }).waitFor();
    expect(await page.evaluate(() => window.kept), output).toBe(7);
    expect(complaints).toEqual([]);

    await edit('server/platform/http/health.ts', '{ ok: true }', '{ ok: true, edited: true }');
    await until(async () => expect(await health()).toEqual({ ok: true, edited: true }));
    expect(output).toContain('server/platform/http/health.ts changed: starting again.');
    await page.waitForFunction(() => window.kept === undefined);
    await page.getByRole('heading', { name: 'Genres of today' }).waitFor();
  },
  patient(120_000),
);

it('production loads no module of Vite', async () => {
  const hooks = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { console.log('loads ' + url); return next(url, context); } });`;
  await run(['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, join(tree, 'server/main.ts')], {
    NODE_ENV: 'production',
    ROLE: 'web',
  });
  await until(async () => expect(await health()).toEqual({ ok: true }));
  await (await fetch(url)).text();
  expect(output).toMatch(/loads file:.*\/node_modules\/fastify\//);
  expect(output).not.toMatch(/node_modules\/(vite|rolldown|@vitejs|@tailwindcss)\//);
});
