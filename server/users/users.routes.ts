import { takenBy } from '@scoville/contract/errors.ts';
import { signUp } from '@scoville/contract/sign-up.ts';
import { me, musician, updateUser, user, users } from '@scoville/contract/users.ts';
import { isId } from '@scoville/contract/values.ts';
import type { App } from '../app-context.ts';
import { hashPassword } from '../auth/password.ts';
import { endAllSessions, startSession } from '../auth/session.ts';
import { brokenConstraint, transaction } from '../db/connection.ts';
import { callerOf } from '../http/caller.ts';
import { conflict, invalid, notFound, taken } from '../http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { newId } from '../ids.ts';
import { basePlan } from '../plans/plan-named.ts';
import { presentMe, presentPublicUser, presentUserSummary } from './users.present.ts';
import { findMe, findUser, insertUser, listUsers, lockAdmins, setUserRights } from './users.queries.ts';

export const usersRoutes = (app: App) => {
  const { db, env, limits } = app;
  return [
    route(signUp, async ({ body, request, reply }) => {
      await limits.take(
        `sign-up ${callerOf(request)}`,
        20,
        3600,
        'Too many new accounts from your network. Try again in an hour.',
      );
      const id = newId();
      const passwordHash = await hashPassword(body.password);
      try {
        await insertUser(db, {
          ...body,
          id,
          passwordHash,
          type: body._type ?? 'Musician',
          role: 'user',
          plan: basePlan(env).type,
        });
      } catch (error) {
        if (brokenConstraint(error) === 'users_email_key') throw taken('email', takenBy('user', 'email'));
        throw error;
      }
      await startSession(app, id, reply);
      return presentMe(await findMe(db, id), env);
    }),

    route(me, async (call) => presentMe(await findMe(db, signedIn(call).userId), env)),

    route(user, ({ params }) => publicProfile(app, params.id)),
    route(musician, ({ params }) => publicProfile(app, params.id)),

    route(users, async (call) => {
      const { q } = call.query;
      const isAdmin = signedIn(call).role === 'admin';
      const { rows, total, paging } = await readPage(app.cursors, call.query, {
        name: `users ${isAdmin} ${q ?? ''}`,
        size: 10,
        read: (slice: Slice<TimePlace>) => listUsers(db, { q, byEmail: isAdmin, ...slice }),
        placeOf: timePlace,
      });
      return { users: rows.map((row) => presentUserSummary(row, isAdmin)), total, paging };
    }),

    route(updateUser, async ({ params, body }) => {
      if (body.plan !== undefined && !env.PLANS.some((plan) => plan.type === body.plan))
        throw invalid('plan', 'There is no plan of that name.');
      const row = await transaction(db, async (tx) => {
        const admins = body.role === undefined ? 0 : await lockAdmins(tx);
        const before = await findUser(tx, params.id, true);
        if (before === null) throw notFound('This account');
        if (before.role === 'admin' && body.role === 'user' && admins <= 1)
          throw conflict('This is the last administrator. Make another one first.');
        const after = await setUserRights(tx, params.id, body);
        if (after !== null && after.role !== before.role) await endAllSessions(tx, params.id);
        return after;
      });
      if (row === null) throw notFound('This account');
      return presentUserSummary(row, true);
    }),
  ];
};

async function publicProfile({ db }: App, idOrName: string) {
  const row = await findUser(db, idOrName, isId(idOrName));
  if (row === null) throw notFound('This musician');
  return presentPublicUser(row);
}
