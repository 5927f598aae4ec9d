import type { MediaSummary } from '@scoville/contract/media.ts';
import { type ReactNode, Suspense, lazy } from 'react';
import { useMe } from '../lib/query.ts';

const MediaTools = lazy(() => import('./media-tools.tsx').then((module) => ({ default: module.MediaTools })));

const draw = (media: MediaSummary): ReactNode => (
  <Suspense>
    <MediaTools media={media} />
  </Suspense>
);

/** What draws the tools of one media of a grid, for administrators; undefined for everybody else, who load none of it. */
export const useMediaTools = (): ((media: MediaSummary) => ReactNode) | undefined =>
  useMe()?.role === 'admin' ? draw : undefined;
