import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printedOutcome } from './reports.ts';
import { type Outcome, type Stage, Stages } from './stages.ts';

let folder: string;
let lines: string[];
let stages: Stages;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-stages-'));
  vi.stubEnv('TEST_SUMMARY', join(folder, 'summary'));
  lines = [];
  stages = new Stages(folder, (line) => lines.push(line));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const stage = (script: string, outcome: Outcome | null, more: Partial<Stage> = {}): Stage => ({
  name: 'first',
  command: process.execPath,
  args: ['-e', script],
  read: () => outcome,
  ...more,
});
const printing = (script: string, name = 'first') =>
  stage(script, null, { name, aside: true, wantsOutput: true, read: printedOutcome });
const summary = async () => (await readFile(join(folder, 'summary'), 'utf8')).trimEnd().split('\n');

describe('the end of a run', () => {
  it('is the sum of all stages, also in the file for the caller', async () => {
    await stages.run(stage('', { passed: 3, failed: 0 }));
    await stages.run(stage('', { passed: 4, failed: 0 }, { name: 'second' }));
    expect(stages.end()).toBe(0);
    expect(lines.at(-1)).toBe('7 passed, 0 failed');
    expect(await summary()).toEqual(['7 passed, 0 failed']);
  });

  it('lists skipped tests and their reasons, then each failure in one line', async () => {
    const failures = [{ test: 'a.test.ts > one', why: '\u001B[31mexpected 1\u001B[39m\n  to be 2' }];
    const skipped = [{ test: 'a.test.ts > two', why: 'needs a sound card' }];
    await stages.run(stage('process.exit(1)', { passed: 1, failed: 1, failures, skipped }));
    expect(stages.end()).toBe(1);
    expect(await summary()).toEqual([
      'Skipped on this machine:',
      '  a.test.ts > two: needs a sound card',
      'FAILED first: a.test.ts > one: expected 1 to be 2',
      '1 passed, 1 failed, 1 skipped',
    ]);
  });

  it('has a failure for a test that is skipped without a reason', async () => {
    await stages.run(stage('', { passed: 1, failed: 0, skipped: [{ test: 'two', why: null }] }));
    expect(stages.end()).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped');
  });

  it.each([
    ['ends before it writes its report', stage('', null), '0 passed, 1 failed'],
    [
      'leaves half a report',
      stage('', null, { read: () => JSON.parse('{"passed": 3') as Outcome }),
      '0 passed, 1 failed',
    ],
    ['fails without a failed test', stage('process.exit(2)', { passed: 5, failed: 0 }), '5 passed, 1 failed'],
    ['is killed', stage("process.kill(process.pid, 'SIGKILL')", { passed: 5, failed: 0 }), '5 passed, 1 failed'],
    ['is not installed', stage('', null, { command: '/no/such/program' }), '0 passed, 1 failed'],
    ['prints no sum', printing("console.log('holds 3 passed, 0 failed')"), '0 passed, 1 failed'],
    ['prints its sum', printing("console.log('3 passed, 0 failed\\none more line')"), '3 passed, 0 failed'],
    ['exits with an error', printing("console.log('3 passed, 0 failed'); process.exit(1)"), '3 passed, 1 failed'],
  ])('counts a stage that %s', async (_what, one, sum) => {
    await stages.run(one);
    expect(stages.end()).toBe(sum.includes(' 0 failed') ? 0 : 1);
    expect(lines.at(-1)).toBe(sum);
    expect(lines.filter((line) => line.startsWith('FAILED first: '))).toHaveLength(sum.includes(' 0 failed') ? 0 : 1);
  });

  it('repeats the failures that a stage printed', async () => {
    await stages.run(
      printing("console.log('FAILED WebKit: it plays: no sound\\n2 passed, 1 failed'); process.exit(1)"),
    );
    stages.end();
    expect(await summary()).toEqual(['FAILED first: WebKit: it plays: no sound', '2 passed, 1 failed']);
  });

  it('has a row with the costs of each stage, and the slowest tests', async () => {
    const tests = [
      { file: 'a.test.ts', test: 'quick', seconds: 0.5 },
      { file: 'b.test.ts', test: 'slow', seconds: 12 },
    ];
    await stages.run(stage('', { passed: 2, failed: 0, tests }));
    stages.end();
    expect(lines).toContainEqual(expect.stringMatching(/^first +\d+\.\d/));
    const slow = lines.findIndex((line) => line.trim() === '12.0  b.test.ts > slow');
    expect(lines[slow + 1]?.trim()).toBe('0.5  a.test.ts > quick');
  });
});

it('prints the output of a stage that runs aside once it has ended', async () => {
  await stages.run(printing("console.log('from the stage\\n1 passed, 0 failed')"));
  expect(lines.join('\n')).toMatch(/^from the stage\n1 passed, 0 failed\nfirst: 1 passed, 0 failed, in \d+ s$/);
});
