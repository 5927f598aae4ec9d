import type { MediaSummary } from '@scoville/contract/media.ts';
import { type ReactNode, Suspense } from 'react';
import { useMe } from '../lib/query.ts';
import { latePart } from '../ui/late-part.tsx';

const MediaTools = latePart(async () => ({ default: (await import('./media-tools.tsx')).MediaTools }));

const draw = (media: MediaSummary): ReactNode => (
  <Suspense>
    <MediaTools media={media} />
  </Suspense>
);

/** What draws the tools of one media of a grid, for administrators; undefined for everybody else, who load none of it. */
export const useMediaTools = (): ((media: MediaSummary) => ReactNode) | undefined =>
  useMe()?.role === 'admin' ? draw : undefined;
