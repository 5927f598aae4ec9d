import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/connection.ts';
import type { Proofs } from './provider.ts';

/** Seconds within which the user must return from a provider. */
export const FLOW_SECONDS = 15 * 60;

/** A sign-in that started here and continues at a provider. */
export interface Flow extends Proofs {
  provider: string;
  linkTo: string | null;
}

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Stores a flow and returns its token, which only the browser that started the flow has. */
export async function insertFlow(db: Db, { provider, linkTo, state, nonce, verifier }: Flow): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db`insert into sign_in_flows (token_hash, provider, link_to, state, nonce, verifier, expires_at)
    values (${hashed(token)}, ${provider}, ${linkTo}, ${state}, ${nonce}, ${verifier},
      now() + make_interval(secs => ${FLOW_SECONDS}))`;
  return token;
}

/** Deletes and returns the flow of a token, so that it works once. Null if there is none, or it has expired. */
export async function consumeFlow(db: Db, token: string): Promise<Flow | null> {
  const [row] = await db<(Flow & { over: boolean })[]>`
    delete from sign_in_flows where token_hash = ${hashed(token)}
    returning provider, link_to as "linkTo", state, nonce, verifier, expires_at < now() as over`;
  if (row === undefined || row.over) return null;
  const { over: _over, ...flow } = row;
  return flow;
}

/** Deletes expired flows. */
export async function deleteOldFlows(db: Db): Promise<void> {
  await db`delete from sign_in_flows where expires_at < now()`;
}
