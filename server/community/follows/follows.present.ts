import type { Follow } from '@scoville/contract/community/follows/follows.ts';
import type { FollowRow } from './follows.queries.ts';

/** An account's subscription to a musician's news, as the account sees it. */
export const presentFollow = (row: FollowRow): Follow => ({
  id: row.id,
  type: row.type,
  subscribedTo: row.musician_id,
  subscriber: row.subscriber_id,
  subscriberEmail: row.email,
  isConfirmed: row.confirmed_at !== null,
});
