import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '@scoville/contract/platform/lib/values.ts';

const signed = (id: string, listener: string, secret: string): string =>
  createHmac('sha256', secret).update(`${id}\n${listener}`).digest('base64url');

/** A token that names a showing and is only valid for its listener. */
export const showingToken = (id: string, listener: string, secret: string): string =>
  `${id}.${signed(id, listener, secret)}`;

/** The id of the showing; null for a forged token or another listener's. */
export function verifyShowingToken(token: string, listener: string, secret: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  if (!isId(id)) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(signed(id, listener, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
