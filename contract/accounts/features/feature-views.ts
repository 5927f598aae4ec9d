import * as z from 'zod/mini';
import { Time } from '../../platform/lib/values.ts';

/**
 * Records that a new feature of the product needn't be announced to an account again. `actuallyViewed` is false if the
 * user only dismissed the announcement, or if the account is younger than the feature.
 */
export const FeatureView = z.object({ feature: z.string(), viewedOn: Time, actuallyViewed: z.boolean() });
export type FeatureView = z.infer<typeof FeatureView>;
