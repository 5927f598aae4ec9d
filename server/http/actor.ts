import type { Access } from '@scoville/contract/endpoint.ts';
import { HttpError, forbidden, unauthorized } from './errors.ts';

/** Who is calling: a signed-in account, as its session says at this moment. */
export interface Actor {
  userId: string;
  role: 'user' | 'admin';
  isCurator: boolean;
  /** Has a password; an account from a sign-in provider must create one before it may do more. */
  hasAuth: boolean;
}

/** The one place where an endpoint's access is decided. Throws 401 without a session, 403 without the right. */
export function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'anyone') return;
  if (actor === null) throw unauthorized();
  if (access === 'account') return;
  if (!actor.hasAuth)
    throw new HttpError(403, 'Create a password first.', [
      { field: 'hasAuth', code: 'no_password', message: 'Create a password first.' },
    ]);
  if (access === 'curator' && !actor.isCurator && actor.role !== 'admin')
    throw forbidden('Only reviewers may do this.');
  if (access === 'admin' && actor.role !== 'admin') throw forbidden('Only administrators may do this.');
}
