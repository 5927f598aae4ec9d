import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '@scoville/contract/values.ts';

const signed = (id: string, listener: string, secret: string): string =>
  createHmac('sha256', secret).update(`${id}\n${listener}`).digest('base64url');

/** What names a showing to the listener whom it was given to, and to nobody else. */
export const showingToken = (id: string, listener: string, secret: string): string =>
  `${id}.${signed(id, listener, secret)}`;

/** The id of the showing; null for a token that is not ours, or another listener's. */
export function showingOf(token: string, listener: string, secret: string): string | null {
  const [id = '', signature = ''] = token.split('.');
  if (!isId(id)) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(signed(id, listener, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
