import type { ErrorBody } from '@scoville/contract/platform/http/errors.ts';

/**
 * A refusal with its status. Code throws one for every mistake of a caller; `answerErrors` turns it into the answer.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds after which the same call may succeed, if known. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, errors: FieldError[] = [], retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export const badRequest = (message: string, errors?: FieldError[]) => new HttpError(400, message, errors);
/** A refusal of one field, whose sentence is also the message of the answer. */
export const invalid = (field: string, message: string, code = 'invalid') =>
  new HttpError(400, message, [{ field, code, message }]);
export const unauthorized = (message = 'Please sign in.') => new HttpError(401, message);
export const forbidden = (message = 'You may not do this.') => new HttpError(403, message);
export const notFound = (what = 'This') => new HttpError(404, `${what} was not found.`);
export const conflict = (message: string, errors?: FieldError[]) => new HttpError(409, message, errors);
export const takenError = (field: string, message: string) =>
  new HttpError(409, message, [{ field, code: 'taken', message }]);
export const tooManyRequests = (
  message = 'Too many attempts. Wait a minute and try again.',
  retryAfter: number | null = null,
) => new HttpError(429, message, [], retryAfter);

/** The `Retry-After` of a 503, in seconds. */
export const RETRY_AFTER = 2;

/** Messages for refusals that the HTTP layer itself makes. */
const BY_STATUS: Record<number, string> = {
  400: 'The request is malformed.',
  404: 'This was not found.',
  408: 'The request took too long to arrive. Please try again.',
  405: 'This address does not support that method.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  417: 'The request has an expectation that is not supported.',
  415: 'The request has a content type that is not supported.',
  431: 'The request has too many headers.',
};

/** The body of a refusal that the HTTP layer itself makes. */
export const refusalBody = (status: number): ErrorBody => ({
  message: BY_STATUS[status] ?? 'The request could not be answered.',
  errors: [],
});
