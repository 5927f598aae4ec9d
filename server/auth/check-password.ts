import type { FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import { callerOf } from '../http/caller.ts';
import { invalid } from '../http/errors.ts';
import { findPassword } from '../users/users.queries.ts';
import { passwordMatches } from './password.ts';
import { countSignInAttempt } from './sign-in-attempts.ts';

/**
 * Asks for the password of a signed-in account again; whoever found an open session guesses no faster than at the sign-in.
 * Throws 400 at the field `password` for a wrong one.
 */
export async function checkPassword(
  app: Pick<App, 'db' | 'limits' | 'env'>,
  request: FastifyRequest,
  userId: string,
  password: string,
): Promise<void> {
  const { email, passwordHash } = await findPassword(app.db, userId);
  const attempt = await countSignInAttempt(app, callerOf(request), email);
  if (!(await passwordMatches(password, passwordHash)))
    throw invalid('password', 'The password is wrong.', 'wrong_credentials');
  await attempt.succeeded();
}
