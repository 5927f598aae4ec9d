import { useCallback, useState } from 'react';

/** Waits for work, and counts it as under way meanwhile. */
export type During = <T>(work: Promise<T>) => Promise<T>;

/**
 * Whether anything that was begun in a dialog is under way, for its `busy`, and what its parts wait for that by: what
 * fails is said in the dialog, which is open for that.
 */
export function useUnderway(): [isUnderway: boolean, during: During] {
  const [count, setCount] = useState(0);
  const during = useCallback(async <T>(work: Promise<T>): Promise<T> => {
    setCount((before) => before + 1);
    try {
      return await work;
    } finally {
      setCount((before) => before - 1);
    }
  }, []);
  return [count > 0, during];
}
