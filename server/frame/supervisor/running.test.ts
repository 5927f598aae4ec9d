import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { bornAt, claimFolder, runningFile } from './running.ts';

let dataDir: string;
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'scoville-running-'))));
afterEach(() => rm(dataDir, { recursive: true }));

it('a supervisor that doesn’t end leftover processes keeps them recorded for the next start', async () => {
  const left = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const gone = once(left, 'exit');
  onTestFinished(() => void left.kill('SIGKILL'));
  const pid = left.pid ?? 0;
  const file = runningFile(dataDir);
  await mkdir(join(dataDir, 'run'));
  await writeFile(file, JSON.stringify([{ name: 'web', pid, born: bornAt(pid) }]));
  for (let round = 0; round < 2; round += 1) {
    const running = await claimFolder(dataDir);
    expect(running.leftovers).toMatchObject([{ pid }]);
    running.release();
  }
  left.kill('SIGKILL');
  await gone;
  (await claimFolder(dataDir)).release();
  expect(existsSync(file)).toBe(false);
});

it('the record of another machine in a shared folder isn’t changed', async () => {
  vi.doMock('node:os', async (original) => ({
    ...(await original<typeof import('node:os')>()),
    hostname: () => 'another-machine',
  }));
  vi.resetModules();
  const file = (await import('./running.ts')).runningFile(dataDir);
  const there = JSON.stringify([{ name: 'supervisor', pid: process.pid, born: 'the-other-boot 4711' }]);
  await mkdir(join(dataDir, 'run'));
  await writeFile(file, there);
  const running = await claimFolder(dataDir);
  running.add('web', process.pid);
  running.leave();
  expect(readFileSync(file, 'utf8')).toBe(there);
  running.release();
  expect(readFileSync(file, 'utf8')).toBe(there);
});

it.each([
  ['an older version with one file for all machines left behind', 'running.json'],
  ['was left behind when this machine had another name', 'running-former-name.json'],
])('finds the process that %s', async (_how, name) => {
  const left = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void left.kill('SIGKILL'));
  const pid = left.pid ?? 0;
  const worker = { name: 'worker', pid, born: bornAt(pid) };
  await mkdir(join(dataDir, 'run'));
  const elsewhere = { name: 'web', pid, born: 'the-other-boot 4711' };
  await writeFile(join(dataDir, 'run', name), JSON.stringify([elsewhere, worker]));
  const running = await claimFolder(dataDir);
  expect(running.leftovers).toEqual([worker]);
  running.release();
  const supervisor = { ...worker, name: 'supervisor' };
  await writeFile(join(dataDir, 'run', name), JSON.stringify([supervisor]));
  await expect(claimFolder(dataDir)).rejects.toThrow(`The product already runs on ${dataDir} (process ${pid}).`);
});
