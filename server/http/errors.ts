import type { ErrorBody } from '@scoville/contract/errors.ts';

/** A refusal with its status. Everything that a caller did wrong is thrown as one of these and answered in one place. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds after which the same call may be answered otherwise, where that is known. */
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
/** One field is wrong; its sentence is the message, too. */
export const invalid = (field: string, message: string, code = 'invalid') =>
  new HttpError(400, message, [{ field, code, message }]);
export const unauthorized = (message = 'Please sign in.') => new HttpError(401, message);
export const forbidden = (message = 'You may not do this.') => new HttpError(403, message);
export const notFound = (what = 'This') => new HttpError(404, `${what} was not found.`);
export const conflict = (message: string, errors?: FieldError[]) => new HttpError(409, message, errors);
export const taken = (field: string, message: string) =>
  new HttpError(409, message, [{ field, code: 'taken', message }]);
export const tooMany = (
  message = 'Too many attempts. Wait a minute and try again.',
  retryAfter: number | null = null,
) => new HttpError(429, message, [], retryAfter);

/** Seconds after which a caller may ask again, in a 503. */
export const RETRY_AFTER = 2;

/** The sentences for what the HTTP layer itself refuses. */
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

/** The body of a refusal that the HTTP layer makes by itself. */
export const refusalBody = (status: number): ErrorBody => ({
  message: BY_STATUS[status] ?? 'The request could not be answered.',
  errors: [],
});
