import * as z from 'zod/mini';
import { Time } from '../../platform/lib/values.ts';

/** Records that a feature was announced to an account: when, and whether it was really shown. */
export const FeatureView = z.object({ feature: z.string(), viewedOn: Time, actuallyViewed: z.boolean() });
export type FeatureView = z.infer<typeof FeatureView>;
