import type { Body } from '@scoville/contract/endpoint.ts';
import type { updateUser } from '@scoville/contract/profile-edit.ts';
import { markFeatures } from '../announcements/feature-views.queries.ts';
import type { App } from '../app-context.ts';
import { changedFields, recordAct } from '../audit/audit.queries.ts';
import { endAllSessions } from '../auth/session.ts';
import type { Tx } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts';
import { setEmailSettings } from '../notifications/email-settings.queries.ts';
import { findSuspension } from '../suspensions/suspensions.queries.ts';
import { changeProfile } from './change-profile.ts';
import { countAddressChange } from './count-sign-up.ts';
import { lockOtherAdmins, lockUser, setUserRights } from './users.queries.ts';

/**
 * Does what `PUT /api/users/:id` asks for, in its caller's name.
 * @param network as `callerOf` names it: changes of addresses are counted. Throws 429 when there were too many.
 */
export async function changeUser(
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  body: Body<typeof updateUser>,
  network = 'unknown',
): Promise<undefined> {
  const { role, isCurator, plan, emailSettings, featureTracking, ...fields } = body;
  const rights = { role, isCurator, plan };
  const changesRights = Object.values(rights).some((right) => right !== undefined);
  if (plan !== undefined && !app.env.PLANS.some(({ type }) => type === plan))
    throw invalid('plan', 'There is no plan of that name.');
  const otherAdmins = role === undefined || actor.role !== 'admin' ? 0 : await lockOtherAdmins(tx, id);
  const before = await lockUser(tx, id);
  if (before === null) throw notFound('This account');
  if (actor.role !== 'admin' && (actor.userId !== id || changesRights))
    throw forbidden('You can change your own profile only.');
  if (before.role === 'admin' && role === 'user' && otherAdmins === 0)
    throw conflict('This is the last administrator. Make another one first.');
  if (fields.email !== undefined && fields.email.toLowerCase() !== before.email.toLowerCase())
    await countAddressChange(app, id, network);
  // Who cannot sign in can administer nothing, and an administrator cannot be suspended.
  if (before.role !== 'admin' && role === 'admin' && (await findSuspension(tx, id)) !== null)
    throw conflict('This account is suspended. Lift the suspension first, then make it an administrator.');
  await changeProfile(app, tx, before, fields);
  if (emailSettings !== undefined) await setEmailSettings(tx, id, emailSettings);
  if (featureTracking !== undefined) await markFeatures(tx, id, featureTracking);
  if (changesRights) await setUserRights(tx, id, rights);
  if (role !== undefined && role !== before.role) await endAllSessions(tx, id);
  if (actor.userId !== id || changesRights)
    await recordAct(tx, actor, { act: 'changed-user', subject: { kind: 'user', id }, details: changedFields(body) });
}
