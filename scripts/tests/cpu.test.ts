import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Cpu, meterCpu, totalCpu } from './cpu.ts';
import { hasProc, kindOf, readStat } from './processes.ts';

/** A program that uses the CPU for some seconds of CPU time. */
const burn = (seconds: number) =>
  `const end = ${seconds} * 1e6; while (process.cpuUsage().user + process.cpuUsage().system < end);`;
const quoted = (script: string) => JSON.stringify(script);
/** The same in a child process, which is waited for. */
const burnInChild = (script: string) =>
  `require('node:child_process').spawnSync(process.execPath, ['-e', ${quoted(script)}]);`;

/** Runs a script; returns the metered time, and the time that the kernel adds to the reaped time of this process. */
async function metered(script: string): Promise<{ cpu: Cpu; kernel: number }> {
  const before = readStat('self')!.reaped;
  const { env, end } = meterCpu();
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit', env: { ...process.env, ...env } });
  await once(child, 'close');
  return { cpu: end()!, kernel: (readStat('self')!.reaped - before) / 100 };
}

describe.skipIf(!hasProc())('the CPU of a stage', () => {
  it('equals the time that the kernel accounts for a process', async () => {
    const { cpu, kernel } = await metered(burn(1));
    expect(kernel).toBeGreaterThan(0.9);
    expect(totalCpu(cpu)).toBeCloseTo(kernel, 1);
  });

  it('includes children and grandchildren that end between two samples', async () => {
    const { cpu, kernel } = await metered(
      Array.from({ length: 4 }, () => burnInChild(burnInChild(burn(0.1)))).join(''),
    );
    expect(kernel).toBeGreaterThan(0.4);
    expect(totalCpu(cpu)).toBeCloseTo(kernel, 1);
  });

  it('counts children that are sampled before they end once', async () => {
    const { cpu, kernel } = await metered(burnInChild(burnInChild(burn(1.2)) + burn(0.6)) + burn(0.6));
    expect(kernel).toBeGreaterThan(2.3);
    expect(totalCpu(cpu)).toBeCloseTo(kernel, 1);
  });

  it('includes a process in its own session whose parent has ended', async () => {
    const orphan = `require('node:child_process')
      .spawn(process.execPath, ['-e', ${quoted(burn(1))}], { detached: true, stdio: 'inherit' }).unref();`;
    const { env, end } = meterCpu();
    const child = spawn(process.execPath, ['-e', orphan], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.stdout.resume();
    // The pipe closes with the last of both.
    await once(child, 'close');
    expect(totalCpu(end()!)).toBeGreaterThan(0.7);
  });

  it('is kept apart from that of a stage that runs beside it', async () => {
    const [long, short] = await Promise.all([metered(burn(1.5)), metered(burn(0.5))]);
    expect(totalCpu(long.cpu)).toBeGreaterThan(1.4);
    expect(totalCpu(short.cpu)).toBeGreaterThan(0.4);
    expect(totalCpu(short.cpu)).toBeLessThan(1.2);
  });

  it('is split by the kind of process', async () => {
    const runner = `require('node:child_process')
      .spawnSync(process.execPath, ['-e', ${quoted(burn(1))}, ['node_modules', 'vitest', 'worker.js'].join('/')]);`;
    const { cpu } = await metered(runner + burn(0.5));
    expect(cpu['test runner']).toBeGreaterThan(0.7);
    expect(cpu.other).toBeGreaterThan(0.4);
    expect(cpu.other).toBeLessThan(1);
  });
});

it.each([
  ['chrome-headless-shell', '--type=renderer', 'browser'],
  ['chromium', '', 'browser'],
  ['WebKitWebProcess', '', 'browser'],
  ['firefox-esr', '', 'browser'],
  ['postgres', 'postgres: checkpointer', 'PostgreSQL'],
  ['initdb', '', 'PostgreSQL'],
  ['ffprobe', '', 'ffmpeg'],
  ['unshare', '', 'ffmpeg'],
  ['node', 'node server/main.ts', 'product'],
  ['node', 'node /x/server/frame/supervisor/supervise.ts', 'product'],
  ['node', 'node scripts/journeys-product.ts', 'product'],
  ['node', 'node /x/node_modules/vitest/dist/workers/forks.js', 'test runner'],
  ['node', 'node /x/node_modules/playwright/lib/common/process.js', 'test runner'],
  ['node', 'node scripts/faults.ts --short', 'test runner'],
  ['node', 'node node_modules/.bin/knip', 'other'],
  ['oxlint', '', 'other'],
])('%s %s is of the kind %s', (program, args, kind) => {
  expect(kindOf(program, args)).toBe(kind);
});
