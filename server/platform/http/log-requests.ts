import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line for each finished request. Reads of files and refusals of a limit are only logged at `debug`: a
 * listener causes hundreds of the former, and an attacker any number of the latter.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return;
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else if (reply.statusCode === 429 || isFile(request)) reply.log.debug(line, 'request completed');
    else reply.log.info(line, 'request completed');
  }

  /** Listeners end streams all the time, by skipping and leaving. */
  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') reply.log.debug({ req: request, res: reply }, 'the reader left');
    else super.streamError(error, request, reply);
  }
}

const isFile = ({ url, method }: FastifyRequest): boolean =>
  /^\/(files|images|assets)\//.test(url) && (method === 'GET' || method === 'HEAD');
