/**
 * Bytes of files that wait in this process for readers, together: with these, ranges that are read at once go out twice
 * as fast as by streams (bench/serving.ts). Readers that do not read can hold no more than that.
 */
export const BUFFERED_BYTES = 16 * 1024 * 1024;

/** Memory that is taken and given back. */
export interface MemoryBudget {
  /** Takes so many bytes, and returns how to give them back (once); null when there is not so much left. */
  take(bytes: number): (() => void) | null;
}

export function createMemoryBudget(bytes = BUFFERED_BYTES): MemoryBudget {
  let left = bytes;
  return {
    take(wanted) {
      if (wanted > left) return null;
      left -= wanted;
      let taken = wanted;
      return () => {
        left += taken;
        taken = 0;
      };
    },
  };
}
