import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { needs } from '../server/testkit/needs.ts';

let base: string;
const running: ChildProcess[] = [];
beforeEach(async () => (base = await mkdtemp(join(tmpdir(), 'scoville-runs-'))));
afterEach(async () => {
  for (const one of running.splice(0)) one.kill('SIGKILL');
  await rm(base, { recursive: true });
});

/** Starts a run that does this, and prints its temporary folder. */
function begin(work: string): ChildProcess {
  const program = `console.log(require('node:os').tmpdir()); ${work}`;
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'run-folder.ts'), '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], TMPDIR: base },
  });
  running.push(child);
  return child;
}
/** The folder of a run that continues. */
const folderOf = async (run: ChildProcess): Promise<string> => String((await once(run.stdout!, 'data'))[0]).trim();
const GOES_ON = 'setInterval(() => {}, 1000)';

async function kill(run: ChildProcess): Promise<void> {
  const gone = once(run, 'exit');
  run.kill('SIGKILL');
  await gone;
}
/** A complete run. Returns its folder, which is removed with it. */
async function runOnce(): Promise<string> {
  const said = await text(begin('').stdout!);
  return said.trim();
}

it('a run has its own temporary folder, which is removed when the run ends', async () => {
  const first = await runOnce();
  expect(first.startsWith(join(base, 'scoville-run.'))).toBe(true);
  expect(readdirSync(base)).toEqual([]);
});

it('removes the folder of a killed run and its database in another place, but not the folder of a live run', async () => {
  const [lives, dies] = [begin(GOES_ON), begin(GOES_ON)];
  const [living, dead] = [await folderOf(lives), await folderOf(dies)];
  const elsewhere = await mkdtemp(join(tmpdir(), 'scoville-elsewhere-'));
  await mkdir(join(dead, 'scoville-data/files'), { recursive: true });
  await writeFile(join(dead, 'scoville-data/postgres-is-at.txt'), `${elsewhere}\n`);
  await kill(dies);
  expect(existsSync(dead)).toBe(true);

  await mkdir(join(base, 'scoville-run.another-machine.1.1'));
  await mkdir(join(base, 'scoville-fixtures-2'));
  await runOnce();
  expect([existsSync(living), existsSync(dead), existsSync(elsewhere)]).toEqual([true, false, false]);
  expect(readdirSync(base)).toContain('scoville-run.another-machine.1.1');
  expect(readdirSync(base)).toContain('scoville-fixtures-2');
});

it('keeps the folder of a killed run until the last process that it started has ended', async () => {
  const run = begin(`
    const left = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(GOES_ON)}], { stdio: 'ignore' });
    console.log(left.pid); ${GOES_ON}`);
  let said = '';
  run.stdout!.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said.split('\n').length).toBe(3);
  const [folder = '', pid] = said.split('\n');
  await kill(run);
  await runOnce();
  expect(existsSync(folder)).toBe(true);
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(async () => (await runOnce(), existsSync(folder))).toBe(false);
});

needs.root.it('keeps the folder of a killed run if the folder belongs to another system account', async () => {
  const run = begin(GOES_ON);
  const folder = await folderOf(run);
  await kill(run);
  await chown(folder, 65_534, 65_534);
  await runOnce();
  expect(existsSync(folder)).toBe(true);
});
