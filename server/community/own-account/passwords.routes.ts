import {
  checkReset,
  forgotPassword,
  resetPassword,
  setPassword,
  wordsAbout,
} from '@scoville/contract/accounts/auth/passwords.ts';
import type { App } from '../../platform/app-context.ts';
import { findTokenOwner, consumeToken } from '../../accounts/auth/mailed-tokens.ts';
import { checkStrength } from '../../accounts/auth/password-strength.ts';
import { hashPassword } from '../../accounts/auth/password.ts';
import { beginSession, sessionExists, setSession } from '../../accounts/auth/session.ts';
import { transaction } from '../../platform/db/connection.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { HttpError, unauthorized } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findPassword } from '../../accounts/users/users.queries.ts';
import { changePassword } from './change-password.ts';
import { presentMe } from './me.present.ts';
import { findMe } from './me.queries.ts';
import { mailResetJob } from './own-account.jobs.ts';

const NOT_FOUND = 'The account for this token was not found. The token may have expired.';
const NO_USER = 'No user found matching this token.';
const TRY_LATER = 'Too many requests for a new password from your network. Try again in an hour.';

export const passwordsRoutes = (app: App) => [
  route(forgotPassword, async ({ body, request }) => {
    await app.limits.take(`forgot ${callerOf(request)}`, 20, 3600, TRY_LATER);
    await app.queue.enqueue(app.db, mailResetJob, { email: body.email });
    return { message: 'Password reset instructions sent!' };
  }),

  route(checkReset, async ({ params }) => {
    if ((await findTokenOwner(app.db, params.token, 'reset')) === null) throw new HttpError(404, NOT_FOUND);
    return { message: 'Choose a new password.' };
  }),

  route(resetPassword, async ({ params, body }) => {
    // The token is checked before hashing, so that guessed tokens don't cost a slow hash.
    const owner = await findTokenOwner(app.db, params.token, 'reset');
    if (owner === null) throw new HttpError(404, NO_USER);
    await checkStrength(body.password, wordsAbout(owner));
    const passwordHash = await hashPassword(body.password);
    await transaction(app.db, async (tx) => {
      const userId = await consumeToken(tx, params.token, 'reset');
      if (userId === null) throw new HttpError(404, NO_USER);
      await changePassword(app, tx, userId, passwordHash, { byMail: true });
    });
    return { message: 'Password successfully changed.' };
  }),

  route(setPassword, async (call) => {
    const { body, request, reply } = call;
    const { userId } = signedIn(call);
    const { email } = await findPassword(app.db, userId);
    await checkStrength(body.password, wordsAbout({ email }));
    const next = await hashPassword(body.password);
    const session = await transaction(app.db, async (tx) => {
      await findPassword(tx, userId, true);
      // This session has ended because of a simultaneous new password or second factor from another session.
      if (!(await sessionExists(app, tx, userId, request))) throw unauthorized();
      await changePassword(app, tx, userId, next);
      return beginSession(app, tx, userId, request);
    });
    setSession(app, reply, session);
    return presentMe(await findMe(app.db, userId), app.env);
  }),
];
