import { sendVerification, verifyEmail } from '@scoville/contract/verification.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { HttpError } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { mailVerificationJob } from './auth.jobs.ts';
import { takeToken } from './mailed-tokens.ts';

const TRY_LATER = 'We sent you several links already. Check your spam folder, or try again in an hour.';
const NO_USER = 'This link does not work: it was used already, or it is too old.';

export const verificationRoutes = (app: App) => [
  route(sendVerification, async (call) => {
    const { userId } = signedIn(call);
    await app.limits.take(`verification ${userId}`, 5, 3600, TRY_LATER);
    await app.queue.enqueue(app.db, mailVerificationJob, { userId });
    return { message: 'A link is on its way to you.' };
  }),

  route(verifyEmail, async ({ params }) => {
    await transaction(app.db, async (tx) => {
      const userId = await takeToken(tx, params.token, 'verify');
      if (userId === null) throw new HttpError(404, NO_USER);
      await tx`update users set email_verified_at = now() where id = ${userId}`;
    });
    return { message: 'Your email is confirmed.' };
  }),
];
