// The stages that each command runs, in groups. The stages of a group run side by side.
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { CORE } from './core.ts';
import { playwrightOutcome, printedOutcome, readReport, vitestOutcome } from './reports.ts';
import type { Outcome, Skipped, Stage } from './stages.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const node = process.execPath;
const script = (name: string) => join(ROOT, 'scripts', name);

/** `core` is `npm test`; `rest` is the part that only `npm run test:all` has. */
export type Part = 'core' | 'rest';

export interface Options {
  /** The folder for reports. */
  reports: string;
  /** A folder of real files for the stage `inputs`, which is left out otherwise. */
  inputs?: string | undefined;
}

export const check = (): Stage => ({
  name: 'check',
  command: 'npm',
  args: ['run', '--silent', 'check'],
  aside: true,
  read: () => ({ passed: 0, failed: 0 }),
});

/** A run of Vitest; `args` choose projects and files. */
export function vitest(name: string, reports: string, args: string[], program?: string): Stage {
  const report = join(reports, `${name}.json`);
  const skipped = join(reports, `${name}.skipped.json`);
  const start = program === undefined ? [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run'] : [program];
  return {
    name,
    command: node,
    args: [
      ...start,
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./scripts/skipped.reporter.ts',
    ],
    settings: { SKIPPED_REPORT: skipped },
    read: () => vitestOutcome(ROOT, readReport<JsonTestResults>(report), readReport<Skipped[]>(skipped) ?? []),
  };
}

/** The journeys that `args` choose; two browsers share their files. */
export function journeys(name: string, reports: string, args: string[]): Stage {
  const report = join(reports, `${name}.json`);
  return {
    name,
    command: node,
    args: [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json', '--workers=2', ...args],
    settings: { JOURNEYS_STAGE: name, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    read: () => playwrightOutcome(readReport<JSONReport>(report)),
  };
}

/** A script that prints its sum at the end. */
const printing = (name: string, args: string[], aside = false): Stage => ({
  name,
  command: node,
  args,
  aside,
  wantsOutput: true,
  read: printedOutcome,
});

function faults(reports: string): Stage {
  const report = join(reports, 'faults.json');
  return {
    name: 'faults',
    command: node,
    args: [script('faults.ts'), '--short', '--report', report],
    aside: true,
    read: () => readReport<Outcome>(report),
  };
}

/** Journeys, faults and the other browsers wait more than they work, so other stages run at the same time. */
export function plan(part: Part, { reports, inputs }: Options): Stage[][] {
  if (part === 'core')
    return [
      [check(), vitest('units and server', reports, ['--project=units', '--project=server'])],
      ...(hasScreens() ? [[vitest('screens', reports, ['--project=screens'])]] : []),
      [journeys('core journeys', reports, ['--grep', CORE])],
    ];
  const browsers = printing('browsers', [script('test-browsers.mjs')], inputs !== undefined);
  return [
    [journeys('other journeys', reports, ['--grep-invert', CORE]), faults(reports)],
    [vitest('s3', reports, [], script('test-s3.mjs'))],
    [browsers, ...(inputs === undefined ? [] : [printing('inputs', [script('test-inputs.mjs'), inputs])])],
  ];
}

/** Whether there are tests of single screens, which run in a browser without a server. */
export const hasScreens = (): boolean => globSync('web/**/*.screen.test.tsx', { cwd: ROOT }).length > 0;
