import type { FastifyBaseLogger } from 'fastify';

export type Logger = FastifyBaseLogger;

/**
 * An error as the log keeps it: what, which code, where, and why. Nothing else that a library hung on it: a database's
 * error may carry its client, with the password and the cancel key.
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

/** An error, or what the queue tells of one: a copy, in which its words are those of an error, and its class is lost. */
const isTold = (error: unknown): error is Told =>
  typeof error === 'object' && error !== null && typeof (error as { message?: unknown }).message === 'string';
