import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { ORIGINAL_GONE } from '@scoville/contract/catalogue/uploads.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from '../../../platform/lib/fail.ts';
import { useSettings } from '../../../platform/lib/query.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { RetryIcon, WarningIcon } from '../../../platform/ui/icons.tsx';
import { ProgressBar } from '../../../platform/ui/progress-bar.tsx';
import { invalidateMedia, retryMedia } from '../media.calls.ts';

/**
 * While the file is processing: the progress. After a failure: the reason, the id to quote, and a retry button if a
 * retry can work.
 */
export function ProcessingNotice({ media }: { media: Media }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryMedia(media.id);
    } catch (error) {
      showFailure(error, productName, 'This file could not be processed again.');
    }
    await invalidateMedia(client);
    setBusy(false);
  };
  if (isUnderway(media.stage))
    return (
      <section aria-label="Processing" className="flex flex-col gap-2 rounded-cover border border-line bg-surface p-4">
        <p>
          <span className="font-[550]">{media.stage}.</span>{' '}
          <span className="text-muted">You can fill in the form now and publish once processing is complete.</span>
        </p>
        <ProgressBar
          label={`${media.title}: ${media.stage}`}
          percent={media.progress}
          striped={media.stage === 'Transcoding'}
        />
      </section>
    );
  if (media.error === null) return null;
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-cover border border-error bg-surface p-4">
      <p className="flex gap-2.5">
        <WarningIcon className="mt-px size-5 flex-none text-error" />
        <span className="min-w-0 break-words">
          <span className="block font-[550]">{media.error.message}</span>
          {!media.can.retry && <span className="block">{ORIGINAL_GONE}</span>}
          <span className="block text-caption break-words text-muted">If you write to us, quote {media.error.id}.</span>
        </span>
      </p>
      {media.can.retry && (
        <Button className="self-start" busy={busy} onClick={() => void retry()}>
          <RetryIcon className="size-5" />
          Try again
        </Button>
      )}
    </section>
  );
}
