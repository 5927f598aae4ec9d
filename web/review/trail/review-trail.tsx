import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { ChevronDownIcon } from '../../platform/ui/icons.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { useNow } from '../curation/use-now.ts';
import { DownloadRecord } from './download-record.tsx';
import { TrailLine } from './trail-line.tsx';
import { trailQuery } from './trail.calls.ts';
import { stateText } from './trail-text.ts';

const TITLE = 'How this was reviewed';

interface ReviewTrailProps {
  media: Media;
  className: string;
}

/**
 * The record of a review, for the musician and for administrators. Renders nothing for songs and videos that were never
 * submitted.
 */
export function ReviewTrail({ media, className }: ReviewTrailProps) {
  const { productName } = useSettings();
  const query = useQuery(trailQuery(media));
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  if (query.isPending) {
    // Others may never have been submitted, so a placeholder would be shown for nothing.
    const hasTrail = media.underReview || media.verdictOn !== null;
    return hasTrail ? (
      <Part className={className} title={TITLE}>
        <Loading label="Loading the record of the review">
          <Skeleton className="h-10 max-w-[68ch]" />
        </Loading>
      </Part>
    ) : null;
  }
  if (query.isError && !query.data)
    return (
      <Part className={className} title={TITLE}>
        <ErrorState message={errorText(query.error, productName)} onRetry={() => void query.refetch()} />
      </Part>
    );
  const { entries } = query.data;
  if (entries.length === 0) return null;
  const state = stateText(media, entries, now);
  const title = (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className="-mx-3 flex min-h-10 items-center gap-2 rounded-control px-3 text-left hover:bg-raised"
    >
      {TITLE}
      <ChevronDownIcon className={classNames('size-[18px] flex-none text-muted', isOpen && 'rotate-180')} />
    </button>
  );
  return (
    <Part className={className} title={title}>
      {state !== null && <p className="max-w-[68ch]">{state}</p>}
      {isOpen && (
        <>
          <ol className="mt-1 ml-1 flex max-w-[68ch] flex-col gap-5 border-l border-line pl-5">
            {entries.map(({ position }, index) => (
              <TrailLine key={position} entries={entries} index={index} />
            ))}
          </ol>
          <DownloadRecord entries={entries} />
        </>
      )}
    </Part>
  );
}

function Part({ title, className, children }: { title: ReactNode; className: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={`${className} flex flex-col gap-3`}>
      <h2 id={heading} className="text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
