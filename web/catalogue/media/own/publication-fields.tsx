import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSettings } from '../../../platform/lib/query.ts';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';
import { Tooltip } from '../../../platform/ui/tooltip.tsx';
import type { EditForm } from './edit-form.ts';
import { whyPublishLocked, whySubmitLocked } from './publication-locks.ts';

/**
 * The checkboxes to publish and to submit for curation. Submitting also publishes, and unpublishing withdraws the
 * submission.
 */
export function PublicationFields({ media, form }: { media: Media; form: UseFormReturn<EditForm> }) {
  const { review } = useSettings();
  const [published, allowCuration] = form.watch(['published', 'allowCuration']);
  const set = (name: 'published' | 'allowCuration', value: boolean) =>
    form.setValue(name, value, { shouldDirty: true });
  const [noPublish, noSubmit] = [whyPublishLocked(media), whySubmitLocked(media)];
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 font-[550]">Publication</legend>
      <WithReason reason={noPublish}>
        <Checkbox
          label="Publish"
          checked={published}
          disabled={noPublish !== null}
          onChange={({ target }) => {
            set('published', target.checked);
            // An item that isn't public isn't reviewed either.
            if (!target.checked) set('allowCuration', false);
          }}
        />
      </WithReason>
      <WithReason reason={noSubmit}>
        <Checkbox
          label="Submit for curation"
          checked={allowCuration}
          disabled={noSubmit !== null}
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

/** Shows the reason for a disabled control in a tooltip, and as text for screen readers. */
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
