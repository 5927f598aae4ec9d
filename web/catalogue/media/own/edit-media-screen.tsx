import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { usePollingInterval } from '../../../platform/events/stream.ts';
import { queryOf, useMe, useSettings } from '../../../platform/lib/query.ts';
import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { TimedTextPanel } from '../../timed-text/timed-text-panel.tsx';
import { useTitle } from '../../../platform/lib/title.ts';
import { ChevronLeftIcon } from '../../../platform/ui/first-icons.tsx';
import { neededPart } from '../../../platform/ui/needed-part.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../platform/ui/states.tsx';
import { ArtworkPanel } from './artwork-panel.tsx';
import { EditMediaForm } from './edit-media-form.tsx';
import { IngestReport } from './ingest-report.tsx';
import { MediaLabels } from './media-labels.tsx';
import { MediaStats } from './media-stats.tsx';
import { isProcessing } from '../media.calls.ts';
import { ProcessingNotice } from './processing-notice.tsx';
import { Retention } from '../../../listening/stats/retention.tsx';
import { TakedownNotice } from './takedown-notice.tsx';
import { ReplaceFile } from '../../uploads/replace-file.tsx';

// In a chunk of its own, which the sharing dialog uses, too, so that the first load doesn't grow.
const PrivateLink = neededPart(async () => ({ default: (await import('../../sharing/private-link.tsx')).PrivateLink }));

/** The screen of one of the user's songs or videos: its texts, artwork, publication and the findings about its file. */
export function EditMediaScreen({ id }: { id: string }) {
  const { productName } = useSettings();
  const me = useMe();
  const every = usePollingInterval();
  const query = useQuery({
    ...queryOf(mediaEndpoint, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isProcessing(state.data) ? every : false),
  });
  useTitle(query.data && `Edit ${query.data.title}`);
  if (query.isPending)
    return (
      <Loading label="Loading the media">
        <Skeleton className="mt-8 h-[480px]" />
      </Loading>
    );
  if (query.isLoadingError)
    return (
      <NoMedia>
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      </NoMedia>
    );
  const media = query.data;
  if (!media.can.edit)
    return (
      <NoMedia>
        <EmptyState>Only its owner can edit this media.</EmptyState>
      </NoMedia>
    );
  return (
    <div className="flex flex-col gap-6 py-8">
      <header className="flex flex-col gap-2">
        <Link
          to="/account/media"
          className="inline-flex min-h-10 items-center gap-1 self-start text-muted hover:text-text"
        >
          <ChevronLeftIcon className="size-5" />
          Songs &amp; Videos
        </Link>
        <h1 dir="auto" className="text-head break-words">
          {media.title}
        </h1>
        <div className="flex flex-wrap items-center gap-3">
          <MediaLabels media={media} />
          {media.published && (
            <Link to={mediaPath(media)} className="inline-flex min-h-10 items-center underline underline-offset-4">
              View page
            </Link>
          )}
        </div>
      </header>
      <TakedownNotice media={media} />
      <ProcessingNotice media={media} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[260px_minmax(0,1fr)_300px]">
        <ArtworkPanel media={media} />
        <EditMediaForm media={media} />
        <aside className="flex flex-col gap-8">
          {me?.id === media.musician.id && (
            <Suspense>
              <PrivateLink mediaId={media.id} key={String(media.published)} />
            </Suspense>
          )}
          <ReplaceFile media={media} />
          <TimedTextPanel media={media} />
          {media.report !== null && <IngestReport report={media.report} />}
          <MediaStats media={media} />
          {media.published && <Retention media={media} />}
        </aside>
      </div>
    </div>
  );
}

/**
 * The page without the form, for a song or video that could not be loaded, or that this viewer may not edit. It has a
 * general heading, because the title of the song or video, which is the heading otherwise, is not shown.
 */
const NoMedia = ({ children }: { children: ReactNode }) => (
  <>
    <h1 className="sr-only">Edit media</h1>
    {children}
  </>
);
