import type { FeatureView } from '@scoville/contract/accounts/features/feature-views.ts';
import { type Feature, isAnnouncedTo, feature, featureNames } from '@scoville/contract/accounts/features/features.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { meQuery } from '../../platform/lib/query.ts';
import { readSeen, saveSeen } from './features-seen.ts';

/** Records that a user has seen a feature's announcement: in the account with this id, or in a visitor's browser. */
export async function markSeen(
  client: QueryClient,
  myId: string | null,
  seen: Pick<FeatureView, 'feature' | 'actuallyViewed'>,
): Promise<void> {
  if (myId === null) {
    if (seen.actuallyViewed) saveSeen(seen.feature);
    return;
  }
  const body = { featureTracking: [seen] };
  cacheAnswer(client, meQuery().queryKey, await call(updateUser, { params: { id: myId }, body, keepalive: true }));
}

/** The first feature whose announcement this user should see and hasn't seen; null if the user has seen all. */
export async function findNews(client: QueryClient): Promise<Feature | null> {
  const me = await client.ensureQueryData(meQuery());
  // Signed-in users have a list of their own, because another account of this browser may have seen other features.
  const seen = new Set(me === null ? readSeen() : me.featureTracking.map((view) => view.feature));
  const { features } = await call(featureNames, {});
  for (const name of features.filter((one) => !seen.has(one))) {
    const one = await call(feature, { params: { name } });
    const answer = isAnnouncedTo(one, me, Date.now());
    if (answer === 'show') return one;
    if (answer === 'skip') await markSeen(client, me?.id ?? null, { feature: name, actuallyViewed: false });
  }
  return null;
}
