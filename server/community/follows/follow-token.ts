import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { FollowType } from '@scoville/contract/community/follows/follows.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { Env } from '../../platform/env.ts';

/** A guest has a week to confirm. */
export const CONFIRM_SECONDS = 7 * 24 * 3600;

/** HMAC-SHA256, cut to 128 bits (RFC 2104, section 5), in base64url. */
const signature = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url');

function isSignature(secret: string, text: string, given: string): boolean {
  const right = Buffer.from(signature(secret, text));
  const tried = Buffer.from(given);
  return right.length === tried.length && timingSafeEqual(right, tried);
}

const confirming = (parts: readonly string[]): string => `confirm ${parts.join(' ')}`;

interface Confirming {
  id: string;
  type: FollowType;
  musicianId: string;
}

/**
 * Token of the link that confirms a guest's subscription to a musician's news: proves that the guest reads mail to the
 * subscription's address, and carries the requested type.
 */
export function confirmToken(secret: string, { id, type, musicianId }: Confirming, now = Date.now()): string {
  const expiry = Math.floor(now / 1000 + CONFIRM_SECONDS).toString(36);
  const parts = [id, type, expiry, musicianId];
  return [...parts, signature(secret, confirming(parts))].join('.');
}

/** Returns the content of a valid token before its expiry, and when the token was made; null for any other string. */
export function readConfirmToken(
  secret: string,
  token: string,
  now = Date.now(),
  // Links mailed by earlier versions don't name the musician.
): (Omit<Confirming, 'musicianId'> & { musicianId: string | null; madeAt: Date }) | null {
  const parts = token.split('.');
  const given = parts.pop() ?? '';
  const [id = '', word = '', expiry = '', musicianId = null, ...more] = parts;
  const type = FollowType.safeParse(word);
  if (more.length > 0 || !isId(id) || !type.success || !/^[0-9a-z]{1,10}$/.test(expiry)) return null;
  if (musicianId !== null && !isId(musicianId)) return null;
  const end = Number.parseInt(expiry, 36);
  if (!isSignature(secret, confirming(parts), given) || end * 1000 <= now) return null;
  return { id, type: type.data, musicianId, madeAt: new Date((end - CONFIRM_SECONDS) * 1000) };
}

/**
 * Cancels one subscription to a musician's news for any bearer and without expiry, because each of the subscription's
 * mails contains it.
 */
export const unfollowToken = (secret: string, id: string): string => signature(secret, `unfollow ${id}`);

/** URL that cancels a subscription from a mail: the screen, and the target of one-click requests (RFC 8058). */
export const unfollowUrl = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, secret: string, id: string): string =>
  `${PUBLIC_URL}${SCREENS.unsubscribe.path}?${new URLSearchParams({ subscriptionId: id, token: unfollowToken(secret, id) })}`;

export const isUnfollowToken = (secret: string, id: string, token: string): boolean =>
  isSignature(secret, `unfollow ${id}`, token);
