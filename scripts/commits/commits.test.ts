import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { problemOfSubject } = (await import(join(import.meta.dirname, 'subject.mjs'))) as {
  problemOfSubject: (subject: string) => string | null;
};

describe('the subject of a commit', () => {
  it.each([
    'Fix the gap between Block and the name',
    'Embed players without scripts',
    'Feed the queue from a playlist',
    `Move ${'x'.repeat(67)}`,
    'Merge branch ‘work’ of a contributor, whose subject git wrote, however long it may have become',
    'Revert "A subject of before the rule"',
  ])('is accepted: %s', (subject) => {
    expect(problemOfSubject(subject)).toBeNull();
  });

  it.each([
    ['', 'empty'],
    [`Move ${'x'.repeat(68)}`, '73 characters'],
    ['Fix the gap.', 'full stop'],
    ['fix the gap', 'capital letter'],
    ['The gap is gone', 'Start it with a command'],
    ['What a gap was', 'Start it with a command'],
    ['Fixed the gap', 'Start it with a command'],
    ['Fixing the gap', 'Start it with a command'],
  ])('is rejected: %s', (subject, problem) => {
    expect(problemOfSubject(subject)).toContain(problem);
  });
});

describe('the hook of git', () => {
  let clone: string;
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@example.test', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  const install = () => execFileSync('node', [join(clone, 'scripts/commits/install-hook.mjs')]);

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'scoville-commits-'));
    cpSync(import.meta.dirname, join(clone, 'scripts/commits'), { recursive: true });
    git('init', '-q');
    writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
    git('add', '.');
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  it('refuses a bad subject with its reason, and accepts a good one', () => {
    install();
    const refused = git('commit', '-m', 'Fixed the gap');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Start it with a command')]);
    expect(
      git(
        'commit',
        '-m',
        '# a comment\n\nFix the gap\n\nA line of the body that is much longer than the subject may be, which is no problem.',
      ).status,
    ).toBe(0);
  });

  it('leaves hooks of a developer alone', () => {
    git('config', '--local', 'core.hooksPath', '/somewhere/else');
    install();
    expect(git('config', '--get', 'core.hooksPath').stdout).toBe('/somewhere/else\n');
  });

  it('isn’t installed where the files aren’t under git', () => {
    rmSync(join(clone, '.git'), { recursive: true });
    expect(install).not.toThrow();
  });
});
