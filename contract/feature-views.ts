import * as z from 'zod/mini';
import { Time } from './values.ts';

/** That an account was told of a feature: when, and whether it was really shown. */
export const FeatureView = z.object({ feature: z.string(), viewedOn: Time, actuallyViewed: z.boolean() });
export type FeatureView = z.infer<typeof FeatureView>;
