import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { beginSession, endSession, setSession } from '../auth/session.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { setPendingToken } from '../auth/pending-cookie.ts';
import { insertPending } from '../auth/pending-sign-ins.queries.ts';
import { findFactors, hasFactor } from './second-factor.queries.ts';

/**
 * Proof that a user owns an account: the password hash that matched the password, or an account at a provider, whose
 * link `isStillLinked` checks again.
 */
export type Proof = { passwordHash: string | null } | { isStillLinked: (tx: Tx) => Promise<boolean> };

/**
 * Signs in a user who gave the right password or signed in at a provider. Both kinds of sign-in end here. The request's
 * previous session ends, so that an attacker can't plant one. Checking a password takes time, and in the meantime the
 * account's sessions may be ended (by a new password, a first second factor or a deletion). So the proof is checked
 * against the account again where the session begins, while the account is locked.
 * @returns `asked` if the account has a second factor, which must be given before a session starts; `over` if the proof
 * is no longer valid
 */
export async function signIn(
  app: App,
  userId: string,
  proof: Proof,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<'in' | 'asked' | 'over'> {
  await endSession(app, request, reply);
  const begun = await transaction(app.db, async (tx) => {
    if (!(await lockAndCheckProof(tx, userId, proof))) return null;
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

/** Locks the account, and returns whether the proof is still valid. */
async function lockAndCheckProof(tx: Tx, userId: string, proof: Proof): Promise<boolean> {
  const [account] = await tx<{ passwordHash: string | null }[]>`
    select password_hash as "passwordHash" from users where id = ${userId} and deleted_at is null for no key update`;
  if (account === undefined) return false;
  return 'isStillLinked' in proof ? proof.isStillLinked(tx) : proof.passwordHash === account.passwordHash;
}
