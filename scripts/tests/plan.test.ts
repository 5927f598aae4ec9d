import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CORE } from './core.ts';
import { ROOT, hasScreens, plan } from './plan.ts';

const names = (part: 'core' | 'rest', inputs?: string) =>
  plan(part, { reports: '/reports', inputs }).map((group) => group.map(({ name }) => name));

describe('the parts core and rest', () => {
  it('contain every test stage, none of them twice', () => {
    const screens = hasScreens() ? [['screens']] : [];
    expect(names('core')).toEqual([['check', 'units and server'], ...screens, ['core journeys']]);
    expect(names('rest')).toEqual([['other journeys', 'faults'], ['s3'], ['browsers']]);
    expect(names('rest', '/inputs').at(-1)).toEqual(['browsers', 'inputs']);
  });

  it('let at most one of the stages that run side by side print while it runs', () => {
    for (const group of [...plan('core', { reports: '/r' }), ...plan('rest', { reports: '/r', inputs: '/i' })])
      expect(group.filter(({ aside }) => !aside).length).toBeLessThanOrEqual(1);
  });

  it('split the journeys by one pattern: core runs those that match it, rest runs the others', () => {
    const stages = [...plan('core', { reports: '/r' }), ...plan('rest', { reports: '/r' })].flat();
    const argsOf = (name: string) => stages.find((stage) => stage.name === name)?.args.slice(-2);
    expect(argsOf('core journeys')).toEqual(['--grep', CORE]);
    expect(argsOf('other journeys')).toEqual(['--grep-invert', CORE]);
  });
});

describe('the core journeys', () => {
  const numbers = Array.from({ length: 25 }, (_, at) => `J-${String(at + 1).padStart(2, '0')}`);
  const titles = globSync('journeys/**/*.spec.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\btest\(\s*(['"`])(.+?)\1,/g)].map(([, , title]) => title!),
  );
  const core = titles.filter((title) => new RegExp(CORE).test(title));

  it.each(numbers)('cover %s', (number) => {
    expect(core.some((title) => title.includes(number))).toBe(true);
  });

  it('are a part of all journeys', () => {
    expect(titles.length).toBeGreaterThan(core.length * 2);
  });
});

describe('.ci/run', () => {
  /** Runs it with an npm that executes these lines, where `$n` is 1 for `npm test`, and 2 otherwise. */
  async function run(npm: string): Promise<{ status: number; lines: string[] }> {
    const folder = await mkdtemp(join(tmpdir(), 'scoville-ci-'));
    try {
      await mkdir(join(folder, 'product/.ci'), { recursive: true });
      await cp(join(ROOT, '.ci/run'), join(folder, 'product/.ci/run'));
      await writeFile(join(folder, 'npm'), `#!/bin/bash\ncase "$*" in\ntest) n=1 ;;\n*) n=2 ;;\nesac\n${npm}\n`);
      await chmod(join(folder, 'npm'), 0o755);
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
      const { status, stdout } = await promisify(execFile)(join(folder, 'product/.ci/run'), [], { env }).then(
        (done) => ({ status: 0, stdout: done.stdout }),
        (error: { code: number; stdout: string }) => ({ status: error.code, stdout: error.stdout }),
      );
      return { status, lines: stdout.trimEnd().split('\n') };
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('ends with the numbers of tests in core and rest together', async () => {
    const { status, lines } = await run('echo "$((n * 10)) passed, 0 failed" > "$TEST_SUMMARY"');
    expect({ status, last: lines.at(-1) }).toEqual({ status: 0, last: '30 passed, 0 failed' });
  });

  it('repeats skipped and failed tests before the last line, which has the sum', async () => {
    const { status, lines } = await run(
      `printf 'Skipped on this machine:\\n  test %s: no reason\\nFAILED stage %s: why\\n1 passed, 1 failed, 1 skipped\\n' $n $n > "$TEST_SUMMARY"; exit 1`,
    );
    expect(status).toBe(1);
    expect(lines.slice(-3)).toEqual(['FAILED stage 1: why', 'FAILED stage 2: why', '2 passed, 2 failed']);
    expect(lines).toContain('  test 2: no reason');
  });

  it.each([
    ['exits before its sum', '[ $n = 2 ] || echo "1 passed, 0 failed" > "$TEST_SUMMARY"'],
    ['is killed before its sum', '[ $n = 2 ] && kill -9 $$; echo "1 passed, 0 failed" > "$TEST_SUMMARY"'],
  ])('counts a part that %s as a failure', async (_what, npm) => {
    const { status, lines } = await run(npm);
    expect(status).toBe(1);
    expect(lines.slice(-2)).toEqual(['FAILED rest: it ended before its sum', '1 passed, 1 failed']);
  });

  it('fails if a part fails although its sum has no failure', async () => {
    expect(await run('echo "1 passed, 0 failed" > "$TEST_SUMMARY"; exit 1')).toMatchObject({ status: 1 });
  });
});
