import { takenBy } from '@scoville/contract/errors.ts';
import { wordsAbout } from '@scoville/contract/passwords.ts';
import { updateUser } from '@scoville/contract/profile-edit.ts';
import { signUp } from '@scoville/contract/sign-up.ts';
import { users } from '@scoville/contract/user-list.ts';
import { me, musician, user } from '@scoville/contract/users.ts';
import { isId } from '@scoville/contract/values.ts';
import { markFeatures } from '../announcements/feature-views.queries.ts';
import type { App } from '../app-context.ts';
import { changedFields, recordAct } from '../audit/audit.queries.ts';
import { mailVerificationJob } from '../auth/auth.jobs.ts';
import { hashPassword } from '../auth/password.ts';
import { checkStrength } from '../auth/password-strength.ts';
import { endAllSessions, startSession } from '../auth/session.ts';
import { brokenConstraint, transaction } from '../db/connection.ts';
import { callerOf } from '../http/caller.ts';
import { conflict, forbidden, invalid, notFound, taken } from '../http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../http/paging.ts';
import { route, signedIn } from '../http/route.ts';
import { newId } from '../ids.ts';
import { setEmailSettings } from '../notifications/email-settings.queries.ts';
import { basePlan } from '../plans/plan-named.ts';
import { changeProfile } from './change-profile.ts';
import { countSignUp } from './count-sign-up.ts';
import { presentMe, presentPublicUser, presentUserSummary } from './users.present.ts';
import { findMe, findProfile, insertUser, listUsers, lockAdmins, lockUser, setUserRights } from './users.queries.ts';

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
          if (env.SMTP_URL !== null) await app.queue.enqueue(tx, mailVerificationJob, { userId: id });
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

    route(updateUser, async (call) => {
      const actor = signedIn(call);
      const { id } = call.params;
      const { role, isCurator, plan, emailSettings, featureTracking, ...fields } = call.body;
      const rights = { role, isCurator, plan };
      const changesRights = Object.values(rights).some((right) => right !== undefined);
      if (plan !== undefined && !env.PLANS.some(({ type }) => type === plan))
        throw invalid('plan', 'There is no plan of that name.');
      return transaction(db, async (tx) => {
        const admins = role === undefined || actor.role !== 'admin' ? 0 : await lockAdmins(tx);
        const before = await lockUser(tx, id);
        if (before === null) throw notFound('This account');
        if (actor.role !== 'admin' && (actor.userId !== id || changesRights))
          throw forbidden('You can change your own profile only.');
        if (before.role === 'admin' && role === 'user' && admins <= 1)
          throw conflict('This is the last administrator. Make another one first.');
        await changeProfile(app, tx, before, fields);
        if (emailSettings !== undefined) await setEmailSettings(tx, id, emailSettings);
        if (featureTracking !== undefined) await markFeatures(tx, id, featureTracking);
        if (changesRights) await setUserRights(tx, id, rights);
        if (role !== undefined && role !== before.role) await endAllSessions(tx, id);
        if (actor.userId !== id || changesRights)
          await recordAct(tx, actor, {
            act: 'changed-user',
            subject: { kind: 'user', id },
            details: changedFields(call.body),
          });
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
