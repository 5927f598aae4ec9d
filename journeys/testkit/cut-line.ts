import { type Socket, connect, createServer } from 'node:net';

/** A line to a server that can be cut in the middle of what goes over it. */
export interface CutLine {
  /** Where the server is reached through the line. */
  origin: string;
  /** Breaks every connection; new ones may be made at once. */
  cut(): void;
  close(): Promise<void>;
}

/** @param to the server's own origin */
export async function openLine(to: string): Promise<CutLine> {
  const { port, hostname } = new URL(to);
  const open = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      // A cut is what this is for.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
  const { port: here } = line.address() as { port: number };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${here}`,
    cut,
    async close() {
      cut();
      await new Promise((closed) => line.close(closed));
    },
  };
}
