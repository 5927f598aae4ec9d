/**
 * The total bytes of files that this process buffers for readers. With this budget, concurrent ranges are sent twice as
 * fast as by streams (bench/serving.ts). Readers that don't read can't hold more memory than this.
 */
export const BUFFERED_BYTES = 16 * 1024 * 1024;

/** A limited amount of memory that can be taken and given back. */
export interface MemoryBudget {
  /** Takes this many bytes, and returns a function that gives them back (once); null if fewer bytes are left. */
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
