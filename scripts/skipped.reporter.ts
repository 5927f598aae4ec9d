import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** A test that did not run, and the reason; null if none was given. */
interface Skipped {
  test: string;
  why: string | null;
}

/**
 * Writes the skipped tests and their reasons into the file named in SKIPPED_REPORT, because no other report has them.
 */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: Skipped[] = [];
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const { note } = test.result() as { note?: string };
        const file = relative(module.project.vitest.config.root, module.moduleId);
        skipped.push({ test: `${file} > ${test.fullName}`, why: note ?? null });
      }
    const path = process.env['SKIPPED_REPORT'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(skipped));
  }
}
