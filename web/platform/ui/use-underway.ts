import { useCallback, useState } from 'react';

/** Awaits work and counts it as running until it ends. */
export type During = <T>(work: Promise<T>) => Promise<T>;

/**
 * Tracks whether any action started in a dialog is running, for the dialog's `busy`. The dialog's parts wrap their work
 * in `during`, so that the dialog stays open to show a failure.
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
