import { sendVerification, verifyEmail } from '@scoville/contract/accounts/auth/verification.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { HttpError, conflict } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findMe } from '../../community/own-account/me.queries.ts';
import { MOST_LINKS, countTokens, consumeToken } from './mailed-tokens.ts';
import { orderVerification } from './order-verification.ts';

const TRY_LATER = 'We sent you several links already. Check your spam folder, or try again in an hour.';
const ENOUGH =
  'We sent you five links in the last three days, and each of them still works. Check your spam folder, or ask for help.';
const ELSEWHERE =
  'This link shows that the account is yours: open it in the browser in which you are signed in to that account.';
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
      const userId = await consumeToken(tx, params.token, 'verify');
      if (userId === null) throw new HttpError(404, NO_USER);
      // Anyone else who opens the link may be a stranger whose address someone entered for their own account.
      const holdsIt = actor?.userId === userId;
      const confirmed = await tx`
        update users set email_verified_at = coalesce(email_verified_at, now()),
          vouched_at = case when ${holdsIt} then now() else vouched_at end
        where id = ${userId} and (${holdsIt} or email_verified_at is null) returning 1`;
      if (confirmed.length === 0) throw conflict(ELSEWHERE);
    });
    return { message: 'Your email is confirmed.' };
  }),
];
