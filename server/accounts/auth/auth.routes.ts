import { login, logout } from '@scoville/contract/accounts/auth/auth.ts';
import { SECOND_FACTOR_ASKED } from '@scoville/contract/accounts/second-factor.ts';
import type { App } from '../../platform/app-context.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { signIn } from '../second-factor/sign-in.ts';
import { presentMe } from '../../community/own-account/me.present.ts';
import { findLogin } from '../users/users.queries.ts';
import { findMe } from '../../community/own-account/me.queries.ts';
import { passwordMatches } from './password.ts';
import { endSession } from './session.ts';
import { countSignInAttempt } from './sign-in-attempts.ts';

const ASKED = 'Enter your second factor.';
const WRONG = 'The email or password is wrong.';

export const authRoutes = (app: App) => [
  route(login, async ({ body, request, reply }) => {
    const { db, env } = app;
    const counted = await countSignInAttempt(app, callerOf(request), body.email);
    const account = await findLogin(db, body.email);
    const wrong = new HttpError(401, WRONG, [{ field: 'password', code: 'wrong_credentials', message: WRONG }]);
    if (!(await passwordMatches(body.password, account?.passwordHash ?? null)) || account === null) throw wrong;
    await counted.succeeded();
    const outcome = await signIn(app, account.id, account, { request, reply });
    if (outcome === 'over') throw wrong;
    if (outcome === 'asked')
      throw new HttpError(401, ASKED, [{ field: 'secondFactor', code: SECOND_FACTOR_ASKED, message: ASKED }]);
    return presentMe(await findMe(db, account.id), env);
  }),

  route(logout, async ({ request, reply }) => {
    await endSession(app, request, reply);
    return { message: 'Signed out.' };
  }),
];
