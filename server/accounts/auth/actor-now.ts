import type { App } from '../../app-context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, unauthorized } from '../../platform/http/errors.ts';
import { hasSecondFactor } from '../users/has-second-factor.ts';
import { isSuspended } from '../users/suspension.queries.ts';

type Installation = Pick<App, 'env'>;

export interface ActorRow {
  user_id: string;
  role: 'user' | 'admin';
  is_curator: boolean;
  has_auth: boolean;
  verified: boolean;
  vouched: boolean;
  lacks_factor: boolean;
}

/** What makes an actor of the account `u`. */
export const actorColumns = (db: Db, { env }: Installation) => db`
  u.id as user_id, u.role, u.is_curator, u.password_hash is not null as has_auth,
  u.email_verified_at is not null as verified, u.vouched_at is not null as vouched,
  ${env.ADMIN_SECOND_FACTOR ? db`u.role = 'admin' and not ${hasSecondFactor(db)}` : db`false`} as lacks_factor`;

/** May the account `u` be signed in? */
export const mayAct = (db: Db) => db`u.deleted_at is null and not ${isSuspended(db, 'u.id')}`;

export const toActor = (row: ActorRow, { env }: Installation): Actor => ({
  userId: row.user_id,
  role: row.lacks_factor ? 'user' : row.role,
  isCurator: row.is_curator,
  hasAuth: row.has_auth,
  lacksSecondFactor: row.lacks_factor,
  // Without mail nobody could prove an address.
  isVerified: row.verified || env.SMTP_URL === null,
  isVouched: row.vouched || env.SMTP_URL === null,
});

/** An account as it stands now; null when it may not be signed in any more. */
async function actorNow(app: Installation, tx: Tx, userId: string): Promise<Actor | null> {
  const [row] = await tx<ActorRow[]>`
    select ${actorColumns(tx, app)} from users u where u.id = ${userId} and ${mayAct(tx)}`;
  return row ? toActor(row, app) : null;
}

/**
 * Whoever is calling, as they stand now: a call is let in before its body is there, and then waits for what others have
 * locked. To be asked in its transaction, after the locks. Throws 401 for who may not be signed in any more.
 */
export async function callerNow(app: Installation, tx: Tx, userId: string): Promise<Actor> {
  const actor = await actorNow(app, tx, userId);
  if (actor === null) throw unauthorized();
  return actor;
}

/** The same for what administrators alone may do, at once or later by a job. Throws 403 for who is none any more. */
export async function administratorNow(app: Installation, tx: Tx, userId: string): Promise<Actor> {
  const actor = await actorNow(app, tx, userId);
  if (actor?.role !== 'admin') throw forbidden('You are no longer an administrator.');
  return actor;
}
