import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../app-context.ts';
import { type Db, type Pool } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';

/** Proves that somebody read mail at this address: only mail carries it. It does not expire, as mail does not. */
async function tokenOf(db: Db, email: string): Promise<Buffer> {
  return createHmac('sha256', await secret(db, 'unsubscribe'))
    .update(email.toLowerCase())
    .digest();
}

/** The address of the installation, never the host that a request names. */
export async function unsubscribeUrl({ env }: Pick<App, 'env'>, db: Db, email: string): Promise<string> {
  const token = (await tokenOf(db, email)).toString('base64url');
  return `${env.PUBLIC_URL}${SCREENS.unsubscribe.path}?${new URLSearchParams({ email, token })}`;
}

/** Is this the token of a link that was mailed to this address? */
export async function isUnsubscribeToken(db: Pool, email: string, token: string): Promise<boolean> {
  const given = Buffer.from(token, 'base64url');
  const right = await tokenOf(db, email);
  return given.length === right.length && timingSafeEqual(given, right);
}
