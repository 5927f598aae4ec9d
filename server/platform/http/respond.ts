import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '@scoville/contract/platform/http/errors.ts';
import { isUnavailable } from '../db/availability.ts';
import { StatementWaited } from '../db/reading.ts';
import { newId } from '../ids.ts';
import { StoreUnavailable } from '../storage/storage.ts';
import { type FieldError, HttpError, RETRY_AFTER, refusalBody } from './errors.ts';

/** The only place that turns an error into an answer. Server errors are logged with the id that the client gets. */
export function answerErrors(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => void (stopping = true));
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping) return;
    // Requests on open connections during a shutdown are better served by another process, or by this one after its
    // restart.
    const body: ErrorBody = { message: 'This process is stopping. Please try again in a moment.', errors: [] };
    return asError(reply).status(503).header('retry-after', String(RETRY_AFTER)).send(body);
  });
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const answer = bodyOf(error);
    if (answer.status >= 500) {
      answer.body.id = newId();
      request.log.error({ err: error, id: answer.body.id }, 'a request failed');
    }
    const seconds = answer.status === 503 ? RETRY_AFTER : error instanceof HttpError ? error.retryAfter : null;
    if (seconds !== null) void reply.header('retry-after', String(seconds));
    void asError(reply).status(answer.status).send(answer.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    void asError(reply)
      .status(404)
      .send({ message: 'This address does not exist.', errors: [] } satisfies ErrorBody);
  });
}

/** Marks the answer as JSON that must not be cached, which overwrites headers that the handler set before the error. */
const asError = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');

/**
 * Answers requests for an address that the router can't decode (`/%ff`), before there is a route. For Fastify's
 * `frameworkErrors`.
 */
export function answerBadAddress(headers: Record<string, string>) {
  return (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode ?? 400;
    void asError(reply.headers(headers)).status(status).send(refusalBody(status));
  };
}

/** The status of an error and the body for the client. */
export function bodyOf(error: FastifyError | HttpError): { status: number; body: ErrorBody } {
  if (error instanceof HttpError)
    return { status: error.status, body: { message: error.message, errors: error.errors } };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue): FieldError => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      code: issue.keyword,
      message: issue.message ?? 'This is not valid.',
    }));
    return { status: 400, body: { message: errors[0]?.message ?? 'The request is not valid.', errors } };
  }
  // PostgreSQL can't store a NUL in a text (SQLSTATE 22021). The caller sent it in one of the fields.
  if ((error as { code?: string }).code === '22021')
    return {
      status: 400,
      body: { message: 'The request contains a character that is not allowed in text.', errors: [] },
    };
  // PostgreSQL has no disk space (SQLSTATE 53100) or no memory (53200), and has rolled the transaction back.
  if ((error as { code?: string }).code === '53100')
    return {
      status: 507,
      body: { message: 'The server is short of disk space, so nothing was saved. Try again later.', errors: [] },
    };
  if ((error as { code?: string }).code === '53200')
    return {
      status: 503,
      body: { message: 'The database is short of memory. Please try again in a moment.', errors: [] },
    };
  // PostgreSQL ended a statement that took too long (SQLSTATE 57014, `STATEMENT_TIMEOUT` and `VISITOR_TIMEOUT`).
  if ((error as { code?: string }).code === '57014' || error instanceof StatementWaited)
    return {
      status: 503,
      body: { message: 'This is taking too long right now. Please try again in a moment.', errors: [] },
    };
  if (isUnavailable(error))
    return { status: 503, body: { message: 'The database is unavailable. Please try again in a moment.', errors: [] } };
  if (error instanceof StoreUnavailable)
    return {
      status: 503,
      body: { message: 'The files are unavailable just now. Please try again in a moment.', errors: [] },
    };
  const status = error.statusCode ?? 500;
  if (status >= 500 || status < 400)
    return { status: 500, body: { message: 'Something went wrong on our side. Please try again.', errors: [] } };
  return { status, body: refusalBody(status) };
}
