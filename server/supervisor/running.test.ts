import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { bornAt, claimFolder } from './running.ts';

let dataDir: string;
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'scoville-running-'))));
afterEach(() => rm(dataDir, { recursive: true }));

it('who claims a folder and does not end what was left behind there leaves it written down for the next start', async () => {
  const left = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const gone = once(left, 'exit');
  onTestFinished(() => void left.kill('SIGKILL'));
  const pid = left.pid ?? 0;
  const file = join(dataDir, 'run/running.json');
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
