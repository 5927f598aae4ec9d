import type { Media } from '@scoville/contract/media.ts';
import { CANNOT_PUBLISH_YET, CANNOT_SUBMIT_YET } from '@scoville/contract/publication.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSettings } from '../../lib/query.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { EditForm } from './edit-form.ts';

/** Publish, and submit for curation: one follows from the other as the media's life says. */
export function PublicationFields({ media, form }: { media: Media; form: UseFormReturn<EditForm> }) {
  const { review } = useSettings();
  const [published, allowCuration] = form.watch(['published', 'allowCuration']);
  const set = (name: 'published' | 'allowCuration', value: boolean) =>
    form.setValue(name, value, { shouldDirty: true });
  const complete = media.status === 'complete';
  const locked = whySubmitLocked(media);
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 font-[550]">Publication</legend>
      <WithReason reason={complete ? null : media.status === 'failed' ? NEVER : CANNOT_PUBLISH_YET}>
        <Checkbox
          label="Publish"
          checked={published}
          disabled={!complete}
          onChange={({ target }) => {
            set('published', target.checked);
            // What nobody can see is not reviewed either.
            if (!target.checked) set('allowCuration', false);
          }}
        />
      </WithReason>
      <WithReason reason={locked}>
        <Checkbox
          label="Submit for curation"
          checked={allowCuration}
          disabled={locked !== null}
          hint={`Our reviewers score it, and the best are promoted. You’ll hear from us within ${review.promiseHours}hrs.`}
          onChange={({ target }) => {
            set('allowCuration', target.checked);
            if (target.checked) set('published', true);
          }}
        />
      </WithReason>
    </fieldset>
  );
}

function whySubmitLocked(media: Media): string | null {
  if (media.status === 'failed') return NEVER;
  if (media.status !== 'complete') return CANNOT_SUBMIT_YET;
  if (media.underReview) return 'This media is already under review.';
  return media.can.submit ? null : ONCE;
}
const NEVER = 'The file could not be processed, so there is nothing to publish.';
const ONCE = 'This media was already reviewed and can only be submitted once.';

/** A disabled control explains itself where it is hovered; the text stands there for screen readers, too. */
function WithReason({ reason, children }: { reason: string | null; children: ReactNode }) {
  if (reason === null) return <div>{children}</div>;
  return (
    <Tooltip text={reason} delay={300}>
      <div>
        {children}
        <span className="sr-only">{reason}</span>
      </div>
    </Tooltip>
  );
}
