import { afterEach, beforeEach } from 'vitest';

let errors: unknown[][] = [];
const original = console.error;

/** What nobody expected on the console is a failure; a test that expects it puts its own spy there. */
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
