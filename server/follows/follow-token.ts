import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCREENS } from '@scoville/contract/addresses.ts';
import { FollowType } from '@scoville/contract/follows.ts';
import { isId } from '@scoville/contract/values.ts';
import type { Env } from '../env.ts';

/** A guest has a week to confirm. */
export const CONFIRM_SECONDS = 7 * 24 * 3600;

/** HMAC-SHA256, cut to 128 bits (RFC 2104, section 5), in base64url. */
const signature = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url');

function fits(secret: string, text: string, given: string): boolean {
  const right = Buffer.from(signature(secret, text));
  const tried = Buffer.from(given);
  return right.length === tried.length && timingSafeEqual(right, tried);
}

const confirming = (id: string, type: string, expiry: string): string => `confirm ${id} ${type} ${expiry}`;

/** What a guest's link proves: that mail to the address of this subscription is read, and which type was asked for. */
export function confirmToken(secret: string, id: string, type: FollowType, now = Date.now()): string {
  const expiry = Math.floor(now / 1000 + CONFIRM_SECONDS).toString(36);
  return [id, type, expiry, signature(secret, confirming(id, type, expiry))].join('.');
}

/** The subscription and type of a token of ours whose time is not over, else null. */
export function readConfirmToken(
  secret: string,
  token: string,
  now = Date.now(),
): { id: string; type: FollowType } | null {
  const [id = '', word = '', expiry = '', given = '', ...more] = token.split('.');
  const type = FollowType.safeParse(word);
  if (more.length > 0 || !isId(id) || !type.success || !/^[0-9a-z]{1,10}$/.test(expiry)) return null;
  if (!fits(secret, confirming(id, word, expiry), given) || Number.parseInt(expiry, 36) * 1000 <= now) return null;
  return { id, type: type.data };
}

/** Ends one subscription, whoever brings it and however late: it stands in each of its mails. */
export const unfollowToken = (secret: string, id: string): string => signature(secret, `unfollow ${id}`);

/** Where a mail's receiver cancels the subscription: the screen, and what mail programs post to (RFC 8058). */
export const unfollowUrl = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, secret: string, id: string): string =>
  `${PUBLIC_URL}${SCREENS.unsubscribe.path}?${new URLSearchParams({ subscriptionId: id, token: unfollowToken(secret, id) })}`;

export const isUnfollowToken = (secret: string, id: string, token: string): boolean =>
  fits(secret, `unfollow ${id}`, token);
