/** The most bytes that are kept for reuse. */
const SPARE = 4 * 1024 * 1024;
const SMALLEST = 64 * 1024;

/**
 * Large buffers that are reused. New ones would need clean pages from the system, and a fifth of the time would be
 * spent in the garbage collector.
 */
export interface BufferPool {
  /** A buffer of at least this many bytes, with leftover content. */
  take(bytes: number): Buffer;
  /** Call this only when nothing reads the buffer any more, including the system. */
  release(buffer: Buffer): void;
}

/** @param spare the most bytes that are kept for reuse */
export function createBufferPool(spare = SPARE): BufferPool {
  const kept = new Map<number, Buffer[]>();
  let bytes = 0;
  return {
    take(wanted) {
      const size = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(wanted)));
      const buffer = kept.get(size)?.pop();
      if (buffer === undefined) return Buffer.allocUnsafeSlow(size);
      bytes -= size;
      return buffer;
    },
    release(buffer) {
      const size = buffer.byteLength;
      if (bytes + size > spare) return;
      bytes += size;
      const same = kept.get(size);
      if (same) same.push(buffer);
      else kept.set(size, [buffer]);
    },
  };
}
