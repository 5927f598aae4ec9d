import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '@scoville/contract/errors.ts';
import { isAway } from '../db/away.ts';
import { newId } from '../ids.ts';
import { type FieldError, HttpError } from './errors.ts';
import { RETRY_AFTER } from './waiting-room.ts';

/** The sentences for what the HTTP layer itself refuses. */
const BY_STATUS: Record<number, string> = {
  400: 'The request is malformed.',
  404: 'This was not found.',
  408: 'The request took too long to arrive. Please try again.',
  405: 'This address does not take that method.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The request has a type that is not understood here.',
  431: 'The request has too many headers.',
};

/** The only place that turns an error into an answer. What is ours to mend is logged with the id that the caller gets. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const answer = bodyOf(error);
    if (answer.status >= 500) {
      answer.body.id = newId();
      request.log.error({ err: error, id: answer.body.id }, 'a request failed');
    }
    if (answer.status === 503) void reply.header('retry-after', String(RETRY_AFTER));
    void reply.status(answer.status).send(answer.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    void reply.status(404).send({ message: 'This address does not exist.', errors: [] } satisfies ErrorBody);
  });
}

function bodyOf(error: FastifyError | HttpError): { status: number; body: ErrorBody } {
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
  // PostgreSQL keeps no NUL in a text (SQLSTATE 22021): whichever field it came in, the caller sent it.
  if ((error as { code?: string }).code === '22021')
    return { status: 400, body: { message: 'The request holds a character that no text may have.', errors: [] } };
  if (isAway(error))
    return { status: 503, body: { message: 'The database is away. Please try again in a moment.', errors: [] } };
  const status = error.statusCode ?? 500;
  if (status >= 500 || status < 400)
    return { status: 500, body: { message: 'Something went wrong on our side. Please try again.', errors: [] } };
  return { status, body: { message: BY_STATUS[status] ?? 'The request could not be answered.', errors: [] } };
}
