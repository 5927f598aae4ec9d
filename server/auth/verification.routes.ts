import { sendVerification, verifyEmail } from '@scoville/contract/verification.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { HttpError } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { vouchForIdentities } from '../identities/identities.queries.ts';
import { findMe } from '../users/users.queries.ts';
import { MOST_LINKS, countTokens, takeToken } from './mailed-tokens.ts';
import { orderVerification } from './order-verification.ts';

const TRY_LATER = 'We sent you several links already. Check your spam folder, or try again in an hour.';
const ENOUGH =
  'We sent you five links in the last three days, and each of them still works. Check your spam folder, or ask for help.';
const NO_USER = 'This link does not work: it was used already, or it is too old.';

export const verificationRoutes = (app: App) => [
  route(sendVerification, async (call) => {
    const { userId } = signedIn(call);
    await app.limits.take(`verification ${userId}`, 5, 3600, TRY_LATER);
    if ((await countTokens(app.db, userId, 'verify')) >= MOST_LINKS) throw new HttpError(429, ENOUGH);
    const { email } = await findMe(app.db, userId);
    await orderVerification(app, app.db, { userId, email });
    return { message: 'A link is on its way to you.' };
  }),

  route(verifyEmail, async ({ params, actor }) => {
    await transaction(app.db, async (tx) => {
      const userId = await takeToken(tx, params.token, 'verify');
      if (userId === null) throw new HttpError(404, NO_USER);
      await tx`update users set email_verified_at = now() where id = ${userId}`;
      // Who confirms it elsewhere may be a stranger whose address somebody else gave to an account of their own.
      if (actor?.userId === userId) await vouchForIdentities(tx, userId);
    });
    return { message: 'Your email is confirmed.' };
  }),
];
