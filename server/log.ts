import type { FastifyBaseLogger } from 'fastify';

export type Logger = FastifyBaseLogger;

/**
 * An error as the log keeps it: what, which code, where, and why. Nothing else that a library hung on it: a database's
 * error may carry its client, with the password and the cancel key.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
}
