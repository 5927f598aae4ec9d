// Outcomes of stages, from the reports of Vitest and Playwright and from printed sums.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import type { Outcome, Skipped } from './stages.ts';

/** Null if the program ended before it wrote its report. */
export const readReport = <Report>(file: string): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;

export function vitestOutcome(root: string, report: JsonTestResults | null, skipped: Skipped[]): Outcome | null {
  if (!report) return null;
  const files = report.testResults.map((file) => ({ ...file, name: relative(root, file.name) }));
  // A file that can't be loaded or prepared fails without a failed test.
  const silent = files.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + silent.length,
    failures: [
      ...silent.map(({ name, message }) => ({ test: name, why: message })),
      ...files.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            test: `${name} > ${fullName}`,
            why: (failureMessages ?? []).join(' '),
          })),
      ),
    ],
    skipped,
    tests: files.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: name,
        test: fullName,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  };
}

export function playwrightOutcome(report: JSONReport | null): Outcome | null {
  if (!report) return null;
  const specs = report.suites.flatMap(specsOf);
  const results = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, ...titled(spec) })));
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    failures: results
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ test, results: tries }) => ({
        test,
        why: tries.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join(' '),
      })),
    skipped: results
      .filter(({ status }) => status === 'skipped')
      .map(({ test, annotations }) => ({
        test,
        why: annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? null,
      })),
    tests: results.map(({ file, title, results: tries }) => ({
      file: `journeys/${file}`,
      test: title,
      seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  };
}

const titled = ({ file, title }: JSONReportSpec) => ({ file, title, test: `${file} > ${title}` });

const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** From the line `N passed, N failed` and the lines `FAILED test: reason`; null without a sum. */
export function printedOutcome(output: string): Outcome | null {
  // A process that ends late may print another line after it.
  const sum = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!sum) return null;
  const failures = [...output.matchAll(/^FAILED (.+?)(?:: (.*))?$/gm)].map(([, test = '', why = '']) => ({
    test,
    why,
  }));
  return { passed: Number(sum[1]), failed: Number(sum[2]), failures };
}
