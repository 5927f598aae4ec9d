import type { FeatureView } from '@scoville/contract/feature-views.ts';
import type { Db, Tx } from '../db/connection.ts';

/** What the account that the query calls `u` was told of, as it goes over the wire, the first first. */
export const featureTrackingColumn = (db: Db) => db`
  coalesce((select jsonb_agg(jsonb_build_object('feature', v.feature,
      'viewedOn', to_char(v.viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actuallyViewed', v.actually_viewed) order by v.viewed_at, v.feature)
    from feature_views v where v.user_id = u.id), '[]'::jsonb)`;

/** Notes that an account was told of features. The first time counts; what was only passed over may still be shown. */
export async function markFeatures(
  tx: Tx,
  userId: string,
  views: readonly Pick<FeatureView, 'feature' | 'actuallyViewed'>[],
): Promise<void> {
  // Names that come twice in one call are one row.
  const viewed = new Map<string, boolean>();
  for (const { feature, actuallyViewed } of views) viewed.set(feature, actuallyViewed || viewed.get(feature) === true);
  if (viewed.size === 0) return;
  const rows = [...viewed].map(([feature, isViewed]) => ({ user_id: userId, feature, actually_viewed: isViewed }));
  await tx`
    insert into feature_views ${tx(rows)}
    on conflict (user_id, feature) do update set actually_viewed = feature_views.actually_viewed or excluded.actually_viewed`;
}
