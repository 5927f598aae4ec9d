import { isSameMailbox } from '@scoville/contract/platform/lib/email.ts';
import type { FastifyRequest } from 'fastify';
import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import type { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { readFeatures } from '../../accounts/features/feature-files.ts';
import { markFeatures } from '../../accounts/features/feature-views.queries.ts';
import type { App } from '../../platform/app-context.ts';
import { changedFields, recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { endAllSessions, sessionExists } from '../../accounts/auth/session.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../platform/http/errors.ts';
import { setEmailSettings } from '../notifications/email-settings.queries.ts';
import { scheduleAssignedPlanNotice } from './assign-plan.ts';
import { changeProfile } from '../profiles/change-profile.ts';
import { setEmail } from '../../accounts/users/email-changes.queries.ts';
import { findSuspension } from '../../accounts/users/suspension.queries.ts';
import { type UserRow, lockOtherAdmins, lockUser, setUserRights } from '../../accounts/users/users.queries.ts';
import { notifyRightsChange } from './notify-rights-change.ts';
import { requestEmailChange } from './request-email-change.ts';

/**
 * Performs `PUT /api/users/:id` on behalf of the caller.
 * @param request the call whose recent sign-in was checked; null if the email address isn't changed and none is needed
 */
export async function changeUser(
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  body: Body<typeof updateUser>,
  request: FastifyRequest | null = null,
): Promise<undefined> {
  const { role, isCurator, plan, emailSettings, featureTracking, editedFrom, password: _password, ...fields } = body;
  const rights = { role, isCurator, plan };
  const changesRights = Object.values(rights).some((right) => right !== undefined);
  if (plan !== undefined && !app.env.PLANS.some(({ type }) => type === plan))
    throw invalid('plan', 'There is no plan of that name.');
  // Reads a folder, so this runs before any row is locked.
  const views = featureTracking && (await announced(app, featureTracking));
  const otherAdmins = role === undefined || actor.role !== 'admin' ? 0 : await lockOtherAdmins(tx, id);
  const before = await lockUser(tx, id);
  if (before === null) throw notFound('This account');
  if (actor.role !== 'admin' && actor.userId !== id) throw forbidden('You can change your own profile only.');
  if (actor.role !== 'admin' && changesRights)
    throw forbidden('Only administrators may change a role, a certification or a plan.');
  if (actor.role === 'admin') await administratorNow(app, tx, actor.userId);
  if (before.role === 'admin' && role === 'user' && otherAdmins === 0)
    throw conflict('This is the last administrator. Make another one first.');
  if (fields.email !== undefined && fields.email !== before.email)
    await changeOwnEmail(app, tx, actor, before, { email: fields.email, request });
  // A suspended user can't act as an administrator, and administrators can't be suspended.
  if (before.role !== 'admin' && role === 'admin' && (await findSuspension(tx, id)) !== null)
    throw conflict('This account is suspended. Lift the suspension first, then make it an administrator.');
  await changeProfile(tx, before, fields, editedFrom);
  if (emailSettings !== undefined) await setEmailSettings(app, tx, id, emailSettings);
  if (views !== undefined) await markFeatures(tx, id, views);
  if (changesRights) await setUserRights(tx, id, rights);
  if (actor.userId !== id)
    await notifyRightsChange(tx, id, { role: before.role, isCurator: before.is_curator }, rights);
  if (plan !== undefined && plan !== before.plan && actor.userId !== id)
    await scheduleAssignedPlanNotice(app, tx, id, before.plan);
  if (role !== undefined && role !== before.role) await endAllSessions(tx, id);
  if (actor.userId !== id || changesRights)
    await recordAct(tx, actor, {
      act: 'changed-user',
      subject: { kind: 'user', id },
      details: changedFields({ ...body, editedFrom: undefined, password: undefined }),
    });
}

/**
 * Keeps only views of existing features. Stored views are sent with every page, so users must not store invented names.
 */
async function announced<T extends { feature: string }>({ env, log }: App, views: readonly T[]): Promise<T[]> {
  const features = new Set((await readFeatures(env.FEATURES_DIR, log)).map(({ feature }) => feature));
  return views.filter(({ feature }) => features.has(feature));
}

/**
 * Changes the caller's own address. Another spelling of the same mailbox is stored immediately, because its reader
 * stays the same. Throws 400 for another user's address, 401 if the session has ended, and the errors of
 * `requestEmailChange`.
 */
async function changeOwnEmail(
  app: App,
  tx: Tx,
  actor: Actor,
  before: UserRow,
  { email, request }: { email: string; request: FastifyRequest | null },
): Promise<void> {
  if (actor.userId !== before.id)
    throw invalid('email', 'The email of somebody else is changed with a reason, on its own.');
  if (isSameMailbox(email, before.email)) return setEmail(tx, before.id, email);
  // When the call began, this was the account's address, but it has changed since.
  if (request === null) throw conflict('Your email was changed meanwhile. Load this page again.');
  if (!(await sessionExists(app, tx, before.id, request))) throw unauthorized();
  await requestEmailChange(app, tx, before, email, { reason: null, network: callerOf(request) });
}
