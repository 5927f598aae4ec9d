import { login, logout } from '@scoville/contract/auth.ts';
import type { App } from '../app-context.ts';
import { callerOf } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { presentMe } from '../users/users.present.ts';
import { findLogin, findMe } from '../users/users.queries.ts';
import { passwordMatches } from './password.ts';
import { endSession, startSession } from './session.ts';

const WRONG = 'The email or password is wrong.';

export const authRoutes = ({ db, env, limits }: App) => [
  route(login, async ({ body, request, reply }) => {
    const key = `login ${callerOf(request)} ${body.email.toLowerCase()}`;
    await limits.take(key, 10, 15 * 60, 'Too many tries. Wait 15 minutes and try again.');
    const account = await findLogin(db, body.email);
    if (!(await passwordMatches(body.password, account?.passwordHash ?? null)) || account === null)
      throw new HttpError(401, WRONG, [{ field: 'password', code: 'wrong_credentials', message: WRONG }]);
    await limits.forget(key);
    // A session that came along before the sign-in ends with it: nobody can plant one.
    await endSession(db, request, reply);
    await startSession(db, account.id, reply, env.PUBLIC_URL.startsWith('https:'));
    return presentMe(await findMe(db, account.id), env);
  }),

  route(logout, async ({ request, reply }) => {
    await endSession(db, request, reply);
    return { message: 'Signed out.' };
  }),
];
