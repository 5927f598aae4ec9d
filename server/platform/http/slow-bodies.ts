import type { FastifyInstance } from 'fastify';

/**
 * Ends a request with 408 and closes its connection if a body that isn't a file hasn't arrived after `patience`
 * milliseconds. Otherwise a client could hold connections by sending a byte now and then. Files have their own check
 * where they are written.
 */
export function refuseSlowBodies(app: FastifyInstance, patience: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { raw } = request;
    const type = request.headers['content-type'] ?? '';
    const isFile = /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (isFile || !hasBody) return payload;
    const late = setTimeout(() => {
      if (raw.complete) return;
      // The request was refused before its body was read, so the rest of the body isn't needed.
      if (reply.sent || payload.listenerCount('error') === 0) return void raw.destroy();
      void reply.header('connection', 'close');
      reply.raw.once('finish', () => raw.destroy());
      // Fastify's body parser listens for errors of the body and answers with their status.
      payload.emit('error', Object.assign(new Error('The body came too slowly.'), { statusCode: 408 }));
    }, patience);
    raw.once('end', () => clearTimeout(late));
    raw.once('close', () => clearTimeout(late));
    return payload;
  });
}
