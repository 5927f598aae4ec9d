import { vi } from 'vitest';
import { patient } from '../../scripts/patience.ts';

/** What `check` returns as soon as it does not throw any more; its last error when it goes on throwing. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patient(120_000), interval: 50 });
