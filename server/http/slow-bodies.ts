import type { FastifyInstance } from 'fastify';

/**
 * Gives up a body that is no file when it has not arrived after `patience` milliseconds: 408 and the connection ends,
 * so that nobody holds connections by sending a byte now and then. Files are watched where they are written.
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
      // Answered already without its body (a refusal), so that nobody reads what is still to come.
      if (reply.sent || payload.listenerCount('error') === 0) return void raw.destroy();
      void reply.header('connection', 'close');
      reply.raw.once('finish', () => raw.destroy());
      // The parser listens for errors of the body and answers with their status.
      payload.emit('error', Object.assign(new Error('The body came too slowly.'), { statusCode: 408 }));
    }, patience);
    raw.once('end', () => clearTimeout(late));
    raw.once('close', () => clearTimeout(late));
    return payload;
  });
}
