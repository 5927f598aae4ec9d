import { type Socket, connect, createServer } from 'node:net';

/** A TCP proxy to a server, whose connections can be cut in the middle of a transfer. */
export interface CutLine {
  /** The origin at which the proxy serves. */
  origin: string;
  /** Breaks all connections. New ones can be made immediately. */
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
      // Errors are expected when a connection is cut.
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
