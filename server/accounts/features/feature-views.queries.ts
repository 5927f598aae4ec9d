import type { FeatureView } from '@scoville/contract/accounts/features/feature-views.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/**
 * The new features that were announced to the account `u` of the query, in the API's format, earliest announcement
 * first.
 */
export const featureTrackingColumn = (db: Db) => db`
  coalesce((select jsonb_agg(jsonb_build_object('feature', v.feature,
      'viewedOn', to_char(v.viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actuallyViewed', v.actually_viewed) order by v.viewed_at, v.feature)
    from feature_views v where v.user_id = u.id), '[]'::jsonb)`;

/**
 * Stores that features were announced to an account. The first time is kept; a feature that the user only dismissed can
 * still be marked as viewed.
 */
export async function markFeatures(
  tx: Tx,
  userId: string,
  views: readonly Pick<FeatureView, 'feature' | 'actuallyViewed'>[],
): Promise<void> {
  // Duplicate names in one call become one row.
  const viewed = new Map<string, boolean>();
  for (const { feature, actuallyViewed } of views) viewed.set(feature, actuallyViewed || viewed.get(feature) === true);
  if (viewed.size === 0) return;
  const rows = [...viewed].map(([feature, isViewed]) => ({ user_id: userId, feature, actually_viewed: isViewed }));
  await tx`
    insert into feature_views ${tx(rows)}
    on conflict (user_id, feature) do update set actually_viewed = feature_views.actually_viewed or excluded.actually_viewed`;
}
