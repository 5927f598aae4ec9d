import { afterEach, beforeEach } from 'vitest';

let errors: unknown[][] = [];
const original = console.error;

/** An unexpected error on the console fails the test. A test that expects one installs its own spy. */
beforeEach(() => {
  errors = [];
  console.error = (...words: unknown[]) => {
    errors.push(words);
    original(...words);
  };
});

afterEach(() => {
  console.error = original;
  if (errors.length > 0)
    throw new Error(`Unexpected console.error: ${errors.map((words) => words.join(' ')).join('\n')}`);
});
