import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../platform/app-context.ts';
import { type Db, type Pool } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';

/**
 * The token for an address. It proves that its sender read mail at the address, because only mail contains it. It
 * doesn't expire, because mail doesn't either.
 */
async function tokenOf(db: Db, email: string): Promise<Buffer> {
  return createHmac('sha256', await secret(db, 'unsubscribe'))
    .update(email.toLowerCase())
    .digest();
}

/** The unsubscribe URL for an address. It starts with PUBLIC_URL, never with the host from a request. */
export async function unsubscribeUrl({ env }: Pick<App, 'env'>, db: Db, email: string): Promise<string> {
  const token = (await tokenOf(db, email)).toString('base64url');
  return `${env.PUBLIC_URL}${SCREENS.unsubscribe.path}?${new URLSearchParams({ email, token })}`;
}

/** Whether this token belongs to a link that was mailed to this address. */
export async function isUnsubscribeToken(db: Pool, email: string, token: string): Promise<boolean> {
  const given = Buffer.from(token, 'base64url');
  const right = await tokenOf(db, email);
  return given.length === right.length && timingSafeEqual(given, right);
}
