import { isId } from '@scoville/contract/platform/lib/values.ts';
import { secret } from '../../platform/db/secrets.ts';
import type { OneClickStop } from '../notifications/one-click.ts';
import { isUnfollowToken } from './follow-token.ts';
import { removeFollow } from './follows.queries.ts';

/** Cancels the subscription to a musician's news that a mail's link names; can be repeated. */
export const unfollowByClick: OneClickStop = ({ db }, { subscriptionId, token }) => {
  if (typeof subscriptionId !== 'string') return null;
  const stop = async () => {
    if (!isId(subscriptionId) || typeof token !== 'string') return false;
    if (!isUnfollowToken(await secret(db, 'follows'), subscriptionId, token)) return false;
    await removeFollow(db, subscriptionId);
    return true;
  };
  return stop();
};
