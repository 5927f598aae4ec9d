import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** A test that did not run, and why; null: nobody said. */
interface Skipped {
  test: string;
  why: string | null;
}

/** Writes what was skipped, and why, into the file that SKIPPED_REPORT names: no other report has the reasons. */
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
