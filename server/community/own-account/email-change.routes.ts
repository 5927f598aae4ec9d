import {
  cancelEmailChange,
  changeEmailOf,
  confirmEmailChange,
  undoEmailChange,
} from '@scoville/contract/community/own-account/email-change.ts';
import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { lockUser } from '../../accounts/users/users.queries.ts';
import { confirmEmail, undoEmail } from './finish-email-change.ts';
import { presentMe } from './me.present.ts';
import { findMe } from './me.queries.ts';
import { dropPendingChange, requestEmailChange } from './request-email-change.ts';

const NONE = 'No new email is waiting to be confirmed.';
const OWN = 'This is your own account. Change your email in your profile.';

export const emailChangeRoutes = (app: App) => [
  route(cancelEmailChange, async (call) => {
    const { userId } = signedIn(call);
    return transaction(app.db, async (tx) => {
      if ((await lockUser(tx, userId)) === null || !(await dropPendingChange(tx, userId))) throw conflict(NONE);
      return presentMe(await findMe(tx, userId), app.env);
    });
  }),

  route(confirmEmailChange, async ({ params, actor }) => {
    const email = await confirmEmail(app, params.token, actor?.userId ?? null);
    return { message: 'Your email was changed.', email };
  }),

  route(undoEmailChange, async ({ params }) => {
    const taken = await undoEmail(app, params.token);
    return { message: 'The change was taken back. Choose a new password now.', ...taken };
  }),

  route(changeEmailOf, async (call) => {
    const { id } = call.params;
    const { email, reason } = call.body;
    const actor = signedIn(call);
    if (id === actor.userId) throw conflict(OWN);
    return transaction(app.db, async (tx) => {
      const before = await lockUser(tx, id);
      if (before === null) throw notFound('This account');
      await administratorNow(app, tx, actor.userId);
      if (isSameMailbox(email, before.email)) throw invalid('email', 'The account has this email already.');
      await requestEmailChange(app, tx, before, email, { reason, network: callerOf(call.request) });
      await recordAct(tx, actor, { act: 'changed-email', subject: { kind: 'user', id }, details: { reason } });
      return presentMe(await findMe(tx, id), app.env);
    });
  }),
];
