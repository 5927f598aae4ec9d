import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app-context.ts';
import { beginSession, endSession, setSession } from '../auth/session.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { setPendingToken } from '../auth/pending-cookie.ts';
import { insertPending } from '../auth/pending-sign-ins.queries.ts';
import { findFactors, hasFactor } from './second-factor.queries.ts';

/**
 * Proves the owner of an account: by the password that was theirs when it was checked, or by an account elsewhere, which
 * `isStillLinked` looks up again.
 */
export type Proof = { passwordHash: string | null } | { isStillLinked: (tx: Tx) => Promise<boolean> };

/**
 * Lets somebody in whose password, or whose provider, said who they are: the one door to a session for both. A session that
 * came along before ends with it, so that nobody can plant one. Checking a password takes its time, and what ends all sessions
 * (a new password, a first second factor, a deletion) may happen meanwhile: what was proven is held against the account again
 * where the session begins, and nothing about the account is decided at the same time.
 * @returns `asked` when the account has a second factor: there is no session before that was given; `over` when what was
 *   proven does not open the account any more
 */
export async function signIn(
  app: App,
  userId: string,
  proof: Proof,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<'in' | 'asked' | 'over'> {
  await endSession(app, request, reply);
  const begun = await transaction(app.db, async (tx) => {
    if (!(await stillOpens(tx, userId, proof))) return null;
    const byProvider = 'isStillLinked' in proof;
    if (hasFactor(await findFactors(tx, userId)))
      return { outcome: 'asked' as const, token: await insertPending(tx, userId, byProvider) };
    return { outcome: 'in' as const, token: await beginSession(app, tx, userId, request, { byProvider }) };
  });
  if (begun === null) return 'over';
  if (begun.outcome === 'asked') setPendingToken(app, reply, begun.token);
  else setSession(app, reply, begun.token);
  return begun.outcome;
}

/** Locks the account, and says whether the proof is still one for it. */
async function stillOpens(tx: Tx, userId: string, proof: Proof): Promise<boolean> {
  const [account] = await tx<{ passwordHash: string | null }[]>`
    select password_hash as "passwordHash" from users where id = ${userId} and deleted_at is null for no key update`;
  if (account === undefined) return false;
  return 'isStillLinked' in proof ? proof.isStillLinked(tx) : proof.passwordHash === account.passwordHash;
}
