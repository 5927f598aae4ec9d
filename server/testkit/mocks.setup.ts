// Test files of a worker share the modules that its process has loaded. A file that mocks modules starts and ends with
// an empty module cache, because modules loaded by other files don't use its mocks, and its own modules only use its
// mocks.
import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

const { testPath } = expect.getState();
if (testPath === undefined) throw new Error('The file that is about to be tested is not known.');
if (/\bvi\.mock\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(async () => {
    // An unfinished import would load the real module instead of the mock, during the next file.
    await vi.dynamicImportSettled();
    vi.resetModules();
  });
}
