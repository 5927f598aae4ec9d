import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long a client may continue to send after the answer, and how fast it must be (see `endUnreadBodies`). */
export interface Grace {
  /** Milliseconds without a minimum pace. */
  first: number;
  /** Milliseconds after which the connection ends in any case. */
  most: number;
  /** Minimum bytes per second. */
  pace: number;
}

/**
 * Lets a browser with a slow connection read the refusal of its upload, but ends connections that send a byte now and
 * then.
 */
const GRACE: Grace = { first: 5000, most: 60_000, pace: 16 * 1024 };

/**
 * Ends connections whose request body is still arriving when the answer has been sent: after a refusal (401, 403, 413),
 * or if the handler reads no body. Most clients read the answer only after they have sent everything, so the rest of
 * the body is read and thrown away for a while.
 */
export function endUnreadBodies(app: FastifyInstance, grace: Grace = GRACE): void {
  const unread = new Set<IncomingMessage>();
  let stopping = false;
  // A shutdown waits for answers, not for the rest of bodies.
  app.addHook('preClose', async () => {
    stopping = true;
    for (const raw of unread) raw.destroy();
  });
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    reply.raw.once('finish', () => {
      // Injected calls have no connection to end, and are always complete here.
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
      // Closes the connection, too, if the request has one.
      raw.destroy();
    },
    Math.min(1000, first),
  );
  look.unref();
  raw.resume();
}
