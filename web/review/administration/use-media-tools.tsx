import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type ReactNode, Suspense } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';

const MediaTools = latePart(async () => ({ default: (await import('./media-tools.tsx')).MediaTools }));

const draw = (media: MediaSummary): ReactNode => (
  <Suspense>
    <MediaTools media={media} />
  </Suspense>
);

/**
 * Renders an administrator's tools for one song or video in a grid; undefined for all other users, who don't load the
 * code.
 */
export const useMediaTools = (): ((media: MediaSummary) => ReactNode) | undefined =>
  useMe()?.role === 'admin' ? draw : undefined;
