import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a sender may go on after the answer, and how fast it must be to be let (see `endUnreadBodies`). */
export interface Grace {
  /** Milliseconds in which nothing is asked of it. */
  first: number;
  /** Milliseconds after which the connection ends in any case. */
  most: number;
  /** Bytes a second. */
  pace: number;
}

/** A refused upload of a browser on a slow line still reads its refusal; a byte now and then does not hold a connection. */
const GRACE: Grace = { first: 5000, most: 60_000, pace: 16 * 1024 };

/**
 * Ends connections whose request's body is still on its way when the answer is out: a refusal (401, 403, 413), or a body
 * that nobody asked for. Most clients read no answer before they have sent all, so what comes is thrown away for a while.
 */
export function endUnreadBodies(app: FastifyInstance, grace: Grace = GRACE): void {
  const unread = new Set<IncomingMessage>();
  let stopping = false;
  // A stop waits for answers, not for what is sent after them.
  app.addHook('preClose', async () => {
    stopping = true;
    for (const raw of unread) raw.destroy();
  });
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    reply.raw.once('finish', () => {
      // A call that was made up inside this process has no connection to end, and says nothing here.
      if (raw.complete) return;
      if (stopping) return void raw.destroy();
      unread.add(raw);
      raw.once('close', () => unread.delete(raw));
      drainBody(raw, grace);
    });
  });
}

function drainBody(raw: IncomingMessage, { first, most, pace }: Grace): void {
  const { socket } = raw;
  const before = socket.bytesRead;
  const began = performance.now();
  const look = setInterval(
    () => {
      if (raw.complete || socket.destroyed) return clearInterval(look);
      const past = performance.now() - began;
      const expected = past < first ? 0 : (past / 1000) * pace;
      if (past < most && socket.bytesRead - before >= expected) return;
      clearInterval(look);
      // With its connection, where it came over one.
      raw.destroy();
    },
    Math.min(1000, first),
  );
  look.unref();
  raw.resume();
}
