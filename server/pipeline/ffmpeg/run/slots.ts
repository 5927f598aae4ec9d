import { once } from 'node:events';
import { createServer } from 'node:net';

/** A name that only one process of this machine can hold at a time. */
export interface Slot {
  /** Releases the name. If the holder dies, in whatever way, the kernel releases it. */
  release: () => Promise<void>;
}

/**
 * Takes `name` for this process, or resolves with null when it is taken. A name is an abstract Unix socket (unix(7)),
 * so a killed process leaves no file behind. On systems other than Linux nothing is shared, and every name is free.
 */
export async function acquireSlot(name: string): Promise<Slot | null> {
  if (process.platform !== 'linux') return { release: async () => {} };
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    const listening = once(server, 'listening');
    server.listen(`\0scoville-${name}`);
    await listening;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  return {
    release: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
