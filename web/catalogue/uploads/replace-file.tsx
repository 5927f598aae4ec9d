import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { ORIGINAL_GONE, REPLACED_WITH_VERDICT } from '@scoville/contract/catalogue/uploads.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { invalidateMedia, retryMedia } from '../media/media.calls.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ProgressBar } from '../../platform/ui/progress-bar.tsx';
import { type Chosen, addFiles, dismiss, findReplacement, resume } from './upload-queue.ts';
import { keepCurrentFile, useChosen } from './uploads.calls.ts';
import { useRightsBox } from './use-rights-box.tsx';

/**
 * The file of a song or video, for its owner: its name, a control to replace it, and the progress of the replacement.
 */
export function ReplaceFile({ media }: { media: Media }) {
  const client = useQueryClient();
  const chosen = findReplacement(useChosen(), media.id);
  const sent = chosen?.state === 'sent';
  const key = chosen?.key;
  const refused = chosen?.state === 'failed' && !chosen.canResume;
  // From here on the server's data shows the state of the file.
  useEffect(() => {
    if (!sent || key === undefined) return;
    void invalidateMedia(client).then(() => dismiss(key));
  }, [client, sent, key]);
  // The page's data from when the file was chosen is outdated.
  useEffect(() => {
    if (refused) void invalidateMedia(client);
  }, [client, refused]);
  return (
    <section aria-labelledby="file" className="flex flex-col gap-3">
      <h2 id="file" className="text-title">
        File
      </h2>
      {media.filename !== null && <p className="wrap-anywhere">{media.filename}</p>}
      {chosen ? (
        <Sending media={media} chosen={chosen} />
      ) : media.replacement !== null ? (
        <Replacement media={media} replacement={media.replacement} />
      ) : (
        <Choice media={media} />
      )}
    </section>
  );
}

function Choice({ media }: { media: Media }) {
  const input = useRef<HTMLInputElement>(null);
  const { productName } = useSettings();
  const me = useMe();
  const { box, take } = useRightsBox((files) => {
    if (me) addFiles(files, me, productName, { replaces: media.id });
  });
  // Another user's media item, or an upload in progress: a replacement cannot be chosen.
  if (!media.can.replaceFile || !me)
    return media.curationStats === null && media.rejectedOn === null ? null : (
      <p className="text-muted">{REPLACED_WITH_VERDICT}</p>
    );
  return (
    <>
      {media.status === 'complete' && (
        <p className="text-muted">
          Replacing the file keeps this media’s address, statistics and details. The current file plays until the new
          one is complete.
        </p>
      )}
      {box}
      <Button size="small" className="self-start" onClick={() => input.current?.click()}>
        Replace File
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="New file"
        accept={me.limits.acceptedFiles.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function Sending({ media, chosen }: { media: Media; chosen: Chosen }) {
  const label = chosen.percent === 0 ? 'Sending' : `Sending, ${chosen.percent}%`;
  if (chosen.state === 'failed')
    return (
      <>
        <p role="alert" className="break-words text-error">
          {chosen.error}
        </p>
        <div className="flex flex-wrap gap-2">
          {chosen.canResume && (
            <Button size="small" onClick={() => resume(chosen.key)}>
              Try again
            </Button>
          )}
          <Button size="small" variant="plain" onClick={() => dismiss(chosen.key)}>
            Dismiss
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className="wrap-anywhere">
        {chosen.name}: <span className="tabular text-muted">{chosen.state === 'waiting' ? 'Waiting' : label}</span>
      </p>
      <ProgressBar label={`New file of ${media.title}: ${label}`} percent={chosen.percent} />
    </>
  );
}

function Replacement({ media, replacement }: { media: Media; replacement: NonNullable<Media['replacement']> }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const act = (send: (id: string) => Promise<unknown>, failure: string) => async () => {
    setBusy(true);
    try {
      await send(media.id);
    } catch (error) {
      showFailure(error, productName, failure);
    }
    await invalidateMedia(client);
    setBusy(false);
  };
  const giveUp = act(keepCurrentFile, 'The new file could not be removed.');
  const retry = act(retryMedia, 'This file could not be processed again.');
  const { stage, progress, error } = replacement;
  if (error === null)
    return (
      <>
        <p>
          <span className="tabular font-[550]">{stage}.</span>{' '}
          <span className="text-muted">The current file plays until the new one is complete.</span>
        </p>
        <ProgressBar
          label={`New file of ${media.title}: ${stage}`}
          percent={progress}
          striped={stage === 'Transcoding'}
        />
        <Button size="small" variant="plain" className="self-start" busy={busy} onClick={() => void giveUp()}>
          Keep Current File
        </Button>
      </>
    );
  return (
    <>
      <div role="alert" className="flex flex-col gap-1">
        <p className="break-words text-error">{error.message}</p>
        {!media.can.retry && <p>{ORIGINAL_GONE}</p>}
        <p className="text-caption break-words text-muted">If you write to us, quote {error.id}.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {media.can.retry && (
          <Button size="small" busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        )}
        <Button size="small" variant="plain" busy={busy} onClick={() => void giveUp()}>
          Keep Current File
        </Button>
      </div>
    </>
  );
}
