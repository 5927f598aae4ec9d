import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import { takenMessage } from '@scoville/contract/platform/http/errors.ts';
import { wordsAbout } from '@scoville/contract/accounts/auth/passwords.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { me, musician, user } from '@scoville/contract/accounts/users/users.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { presentUserSummary } from '../../review/administration/user-list.present.ts';
import { listUsers } from '../../review/administration/user-list.queries.ts';
import type { App } from '../../platform/app-context.ts';
import { offerVerification } from '../auth/order-verification.ts';
import { checkStrength } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/password.ts';
import { startSession } from '../auth/session.ts';
import { brokenConstraint, transaction } from '../../platform/db/connection.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { forbidden, notFound, takenError } from '../../platform/http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { changeUser } from '../../community/own-account/change-user.ts';
import { presentMe } from '../../community/own-account/me.present.ts';
import { findMe } from '../../community/own-account/me.queries.ts';
import { basePlan } from '../plans/plan-limits.ts';
import { presentPublicUser } from '../../community/profiles/profile.present.ts';
import { findProfile } from '../../community/profiles/profile.queries.ts';
import { withReachableContacts } from '../../community/profiles/reachable-contacts.ts';
import { countSignUp } from './count-sign-up.ts';
import { listPeople } from './people.queries.ts';
import { presentUserCard } from './users.present.ts';
import { findPassword, insertUser } from './users.queries.ts';

/** As many results as a user looks through while typing. */
const MOST_RECIPIENTS = 8;

export const usersRoutes = (app: App) => {
  const { db, env } = app;
  return [
    route(signUp, async ({ body, request, reply }) => {
      await countSignUp(app, callerOf(request));
      const id = newId();
      const { firstName, lastName, email } = body;
      await checkStrength(body.password, wordsAbout({ email, names: [firstName, lastName] }));
      const passwordHash = await hashPassword(body.password);
      try {
        await transaction(db, async (tx) => {
          await insertUser(tx, {
            ...body,
            id,
            passwordHash,
            type: body._type ?? 'Musician',
            role: 'user',
            plan: basePlan(env).type,
          });
          if (env.SMTP_URL !== null) await offerVerification(app, tx, { userId: id, email });
        });
      } catch (error) {
        if (brokenConstraint(error) === 'users_email_key') throw takenError('email', takenMessage('user', 'email'));
        throw error;
      }
      await startSession(app, id, reply);
      return presentMe(await findMe(db, id), env);
    }),

    route(me, async (call) => presentMe(await findMe(db, signedIn(call).userId), env)),

    route(user, ({ params }) => publicProfile(app, params.id)),
    route(musician, ({ params }) => publicProfile(app, params.id)),

    route(users, async (call) => {
      const { q, filter } = call.query;
      const { role, userId } = signedIn(call);
      if (filter === 'recipients') {
        const rows = await listPeople(db, { userId, typed: q ?? '', limit: MOST_RECIPIENTS });
        const paging = { page: 1, size: MOST_RECIPIENTS, next: null };
        return { users: rows.map(presentUserCard), total: rows.length, paging };
      }
      const isAdmin = role === 'admin';
      if (filter !== undefined && !isAdmin) throw forbidden('Only administrators can filter accounts.');
      const { rows, total, paging } = await readPage(app.cursors, call.query, {
        name: `users ${isAdmin} ${filter ?? ''} ${q ?? ''}`,
        size: 10,
        read: (slice: Slice<TimePlace>) =>
          listUsers(db, { q, byEmail: isAdmin, filter, basePlan: basePlan(env).type, ...slice }),
        placeOf: timePlace,
      });
      return {
        users: rows.map((row) => (isAdmin ? presentUserSummary(row, env) : presentUserCard(row))),
        total,
        paging,
      };
    }),

    route(updateUser, async (call) => {
      const { id } = call.params;
      const { userId } = signedIn(call);
      const { email } = call.body;
      const isOther = async (given: string) => !isSameMailbox(given, (await findPassword(db, userId)).email);
      const isProven = id === userId && email !== undefined && (await isOther(email));
      if (isProven) await call.checkFreshSignIn();
      return transaction(db, async (tx) => {
        const change = await withReachableContacts(tx, id, call.body, call.request.headers['accept-language']);
        await changeUser(app, tx, signedIn(call), id, change, isProven ? call.request : null);
        return presentMe(await findMe(tx, id), env);
      });
    }),
  ];
};

async function publicProfile({ db }: App, idOrName: string) {
  const row = await findProfile(db, idOrName, isId(idOrName));
  if (row === null) throw notFound('This musician');
  return presentPublicUser(row);
}
