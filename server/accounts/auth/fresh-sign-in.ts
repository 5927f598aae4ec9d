import { FRESH_MINUTES, PASSWORD_MISSING, SIGN_IN_AGAIN } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import type { Endpoint } from '@scoville/contract/platform/http/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { invalid, unauthorized } from '../../platform/http/errors.ts';
import { findPassword } from '../users/users.queries.ts';
import { passwordMatches } from './password.ts';
import { sessionHash } from './session.ts';
import { countSignInAttempt } from './sign-in-attempts.ts';

type FreshSignIn = NonNullable<Endpoint['freshSignIn']>;
type Field = FreshSignIn['by'];

const NEEDED = {
  password: { missing: 'Enter your password.', wrong: 'The password is wrong.' },
  currentPassword: { missing: 'Enter your current password.', wrong: 'The current password is wrong.' },
} as const satisfies Record<Field, object>;
const AGAIN = `Your account has no password yet. Sign in with your provider again, then repeat this within ${FRESH_MINUTES} minutes.`;

/**
 * Checks that the caller is the owner, not someone who found an open session. The proof is the account's password in
 * the call, or a sign-in at its provider within the last minutes. `server/platform/http/route.ts` calls this before the handler
 * of each endpoint that declares `freshSignIn`. Guesses count towards the limit of the sign-in. Throws 400 at the field
 * if the proof is missing or wrong, 429 after too many wrong passwords.
 */
export async function checkFreshSignIn(
  app: Pick<App, 'db' | 'limits' | 'env'>,
  request: FastifyRequest,
  { by, wrong = NEEDED[by].wrong }: FreshSignIn,
): Promise<void> {
  if (request.actor === null) throw unauthorized();
  const given = (request.body as Partial<Record<Field, string>>)[by];
  const { email, passwordHash } = await findPassword(app.db, request.actor.userId);
  if (given !== undefined && passwordHash !== null) {
    const attempt = await countSignInAttempt(app, callerOf(request), email);
    if (!(await passwordMatches(given, passwordHash))) throw invalid(by, wrong, 'wrong_credentials');
    await attempt.succeeded();
    return;
  }
  if (await hasJustSignedIn(app, request, passwordHash !== null)) return;
  throw passwordHash === null ? invalid(by, AGAIN, SIGN_IN_AGAIN) : invalid(by, NEEDED[by].missing, PASSWORD_MISSING);
}

/** Without a password, only a provider can have signed the account in. */
async function hasJustSignedIn(
  app: Pick<App, 'db' | 'env'>,
  request: FastifyRequest,
  hasPassword: boolean,
): Promise<boolean> {
  const rows = await app.db`
    select 1 from sessions where token_hash = ${sessionHash(app, request)}
      and created_at > now() - make_interval(mins => ${FRESH_MINUTES}) and (by_provider or not ${hasPassword})`;
  return rows.length > 0;
}
