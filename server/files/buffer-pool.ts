/** Bytes that wait for their next use at most. */
const SPARE = 4 * 1024 * 1024;
const SMALLEST = 64 * 1024;

/** Large buffers that are used again: fresh ones cost the system clean pages, and the collector a fifth of the time. */
export interface BufferPool {
  /** A buffer of at least so many bytes, with whatever was in it before. */
  take(bytes: number): Buffer;
  /** Only once nobody reads it any more, the system included. */
  giveBack(buffer: Buffer): void;
}

/** @param spare bytes that are kept for their next use at most */
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
    giveBack(buffer) {
      const size = buffer.byteLength;
      if (bytes + size > spare) return;
      bytes += size;
      const same = kept.get(size);
      if (same) same.push(buffer);
      else kept.set(size, [buffer]);
    },
  };
}
