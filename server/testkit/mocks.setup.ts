// Test files of a worker share what its process has loaded. With a file that mocks modules it begins and ends anew: what
// others loaded knows nothing of its mocks, and what it loaded knows nothing else.
import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

const { testPath } = expect.getState();
if (testPath === undefined) throw new Error('The file that is about to be tested is not known.');
if (/\bvi\.mock\(/.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(async () => {
    // An import that is still on its way would find the real module instead of the mock, in the middle of the next file.
    await vi.dynamicImportSettled();
    vi.resetModules();
  });
}
