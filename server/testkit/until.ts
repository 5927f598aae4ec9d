import { vi } from 'vitest';
import { patient } from '../../scripts/patience.ts';

/** Repeats `check` until it doesn't throw, and returns its result. After two minutes, throws the last error. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patient(120_000), interval: 50 });
