import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../server/platform/db/free-port.ts';
import { bornAt, runningFile } from '../server/frame/supervisor/running.ts';
import { until } from '../server/testkit/until.ts';
import { lockFile, removeData, runningDatabase } from './data-folder.ts';
import { healthy } from './product.ts';

let dataDir: string;
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'scoville-killed-'))));
afterEach(() => {
  for (const { pid } of left()) process.kill(pid, 'SIGKILL');
  removeData(dataDir);
});

/**
 * The processes that still run on the folder, which are none unless a test failed. The supervisor is first, because it
 * would restart the others.
 */
function left(): { name: string; pid: number }[] {
  const file = runningFile(dataDir);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name: string; pid: number }[]) : [];
  const locker = existsSync(lockFile(dataDir)) ? Number(readFileSync(lockFile(dataDir), 'utf8').split('\n')[0]) : null;
  if (locker !== null && !known.some(({ pid }) => pid === locker)) known.push({ name: 'locker', pid: locker });
  const living = known.filter(({ pid }) => bornAt(pid) !== null).map(({ name, pid }) => ({ name, pid }));
  return living.toSorted((a, b) => Number(b.name === 'supervisor') - Number(a.name === 'supervisor'));
}

/** Runs a program that starts something, and kills it once that is running. */
async function startAndDie(script: string, there: () => Promise<void>): Promise<void> {
  const starter = spawn(
    process.execPath,
    ['--input-type=module', '--eval', `${script}\nsetInterval(() => {}, 1000);`],
    {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir },
    },
  );
  const gone = once(starter, 'exit');
  try {
    await until(there);
  } finally {
    starter.kill('SIGKILL');
    await gone;
  }
}

/** Waits until nothing runs any more, and the database has shut down cleanly. */
const untilStopped = () =>
  until(() => expect({ left: left(), isLocked: existsSync(lockFile(dataDir)) }).toEqual({ left: [], isLocked: false }));

describe('a program that started processes', () => {
  const here = (file: string) => JSON.stringify(resolve(import.meta.dirname, file));

  it.each([
    [
      'the product of a bench or a journey',
      (port: number) => `
        import { startProduct } from ${here('product.ts')};
        await startProduct({ DATA_DIR: process.env.DATA_DIR, PORT: '${port}' });`,
    ],
    [
      'the product of all journeys, which Playwright starts through a shell',
      (port: number) => `
        import { spawn } from 'node:child_process';
        const env = { ...process.env, PORT: '${port}', NODE_ENV: 'production', LOG_LEVEL: 'silent' };
        const command = [process.execPath, ${here('journeys-product.ts')}].map((word) => "'" + word + "'").join(' ');
        spawn(command, [], { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'], env });`,
    ],
  ])('ends %s when it is killed', async (_what, script) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await startAndDie(script(port), async () => expect(await healthy(url)).toBe(true));
    await until(() => expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }));
    await untilStopped();
  });

  it('ends the database of a test run or a bench when it is killed', async () => {
    const script = `
      import { startDatabase } from ${here('database.ts')};
      await startDatabase(process.env.DATA_DIR);`;
    await startAndDie(script, async () => expect(await runningDatabase(dataDir)).not.toBeNull());
    await untilStopped();
    expect(await runningDatabase(dataDir)).toBeNull();
  });

  it('continues after it stopped its own database', async () => {
    const script = `
      import { startDatabase } from ${here('database.ts')};
      const database = await startDatabase(process.env.DATA_DIR);
      await database.stop();
      process.exitCode = 7;`;
    const program = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir },
    });
    expect(await once(program, 'exit')).toEqual([7, null]);
    expect(await runningDatabase(dataDir)).toBeNull();
  });
});
