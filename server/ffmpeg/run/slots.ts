import { once } from 'node:events';
import { createServer } from 'node:net';

/** Something that one process of this machine holds at a time. */
export interface Slot {
  /** Gives it back; the kernel does that for a holder that dies, however it dies. */
  release: () => Promise<void>;
}

/**
 * Takes `name` for this process, or resolves with null when somebody holds it. A name is an abstract Unix socket
 * (unix(7)): there is no file that a killed process could leave behind. Off Linux nothing is shared and it is always free.
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
