import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import {
  WRONG_CREDENTIALS,
  deleteAccount as deleteAccountCall,
  deleteUser,
} from '@scoville/contract/community/own-account/account-deletion.ts';
import { closeFirstSteps, gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { endSession, sessionExists } from '../../accounts/auth/session.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalid, unauthorized } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { findPassword } from '../../accounts/users/users.queries.ts';
import { deleteAccount } from './delete-account.ts';
import { endFirstSteps, firstSteps } from './getting-started.ts';

export const accountRoutes = (app: App) => [
  route(gettingStarted, async (call) => ({
    steps: await firstSteps(app.db, signedIn(call).userId, app.env.SMTP_URL !== null),
  })),

  route(closeFirstSteps, async (call) => {
    await endFirstSteps(app.db, signedIn(call).userId);
    return { steps: [] };
  }),

  route(deleteAccountCall, async (call) => {
    const { body, request, reply } = call;
    const { userId } = signedIn(call);
    const { email } = await findPassword(app.db, userId);
    if (!isSameMailbox(body.email, email)) throw invalid('password', WRONG_CREDENTIALS, 'wrong_credentials');
    await transaction(app.db, (tx) =>
      deleteAccount(app, tx, userId, async () => {
        if (!(await sessionExists(app, tx, userId, request))) throw unauthorized();
      }),
    );
    await endSession(app, request, reply);
    return { message: 'Your account was deleted.' };
  }),

  route(deleteUser, async (call) => {
    const { id } = call.params;
    const actor = signedIn(call);
    await transaction(app.db, async (tx) => {
      await deleteAccount(app, tx, id, () => administratorNow(app, tx, actor.userId));
      await recordAct(tx, actor, { act: 'deleted-user', subject: { kind: 'user', id } });
    });
    return { id, deleted: true as const };
  }),
];
