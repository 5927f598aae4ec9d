import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import type { ReactNode } from 'react';
import { useMe, useSettings } from '../../../platform/lib/query.ts';
import { classNames } from '../../../platform/ui/class-names.ts';
import { dayText } from '../../../platform/lib/format.ts';

function Label({ children, tone = 'quiet' }: { children: ReactNode; tone?: 'quiet' | 'error' | 'ash' }) {
  const tones = { quiet: 'border-line text-muted', error: 'border-error text-error', ash: 'border-ash text-muted' };
  return (
    <span
      className={classNames('inline-flex items-center rounded-full border px-2.5 py-0.5 text-caption', tones[tone])}
    >
      {children}
    </span>
  );
}

/** The state of a song or video for its owner: processing, unpublished, under review, chopped. */
export function MediaLabels({ media }: { media: Media }) {
  const { review } = useSettings();
  const isAdmin = useMe()?.role === 'admin';
  const { stage, published, publishedOn, underReview, band, progress, replacement } = media;
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {stage === 'Failed' && <Label tone="error">Failed</Label>}
      {isUnderway(stage) && (
        <Label>
          <span className="tabular">
            {stage}
            {progress > 0 && `, ${progress}%`}
          </span>
        </Label>
      )}
      {replacement !== null && (
        <Label tone={replacement.error === null ? 'quiet' : 'error'}>
          <span className="tabular">
            New file: {replacement.stage}
            {replacement.error === null && replacement.progress > 0 && `, ${replacement.progress}%`}
          </span>
        </Label>
      )}
      {stage === 'Complete' && !published && <Label>Un-Published</Label>}
      {underReview && <Label>Under review</Label>}
      {band === 'D' && <Label tone="ash">Chopped</Label>}
      {underReview && (
        <span className="text-caption text-muted">
          {isAdmin && publishedOn !== null
            ? `Published on ${dayText(publishedOn)}`
            : `You’ll hear from us within ${review.promiseHours}hrs.`}
        </span>
      )}
    </div>
  );
}
