import type { FastifyBaseLogger } from 'fastify';

export type Logger = FastifyBaseLogger;

/**
 * An error in the form for the log: type, message, code, stack and cause. Other properties from libraries are dropped,
 * because a database error may contain its client, with the password and the cancel key.
 */
export function loggedError(error: unknown): unknown {
  if (!isTold(error)) return { message: String(error) };
  const { name: type, message, code, stack, cause } = error;
  return {
    type,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    stack,
    ...(cause === undefined ? {} : { cause: loggedError(cause) }),
  };
}

type Told = Pick<Error, 'message' | 'cause'> & Partial<Pick<Error, 'name' | 'stack'>> & { code?: unknown };

/** An error, or the queue's copy of one, which has the error's properties but not its class. */
const isTold = (error: unknown): error is Told =>
  typeof error === 'object' && error !== null && typeof (error as { message?: unknown }).message === 'string';
