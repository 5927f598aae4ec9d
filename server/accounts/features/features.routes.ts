import { feature, featureNames } from '@scoville/contract/accounts/features/features.ts';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { readFeature, readFeatures } from './feature-files.ts';

/** The folder is read at each call, so a new file is announced at the next visit. */
export const featuresRoutes = ({ env: { FEATURES_DIR }, log }: App) => [
  route(featureNames, async () => ({
    features: (await readFeatures(FEATURES_DIR, log)).map((one) => one.feature),
  })),

  route(feature, async ({ params }) => {
    const found = await readFeature(FEATURES_DIR, params.name, log);
    if (found === null) throw notFound('This feature');
    return found;
  }),
];
