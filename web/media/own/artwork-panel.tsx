import { errorText } from '@scoville/contract/errors.ts';
import type { Media } from '@scoville/contract/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/call.ts';
import { showFailure } from '../../lib/fail.ts';
import { useSettings } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ImageEditor } from '../../images/image-editor.tsx';
import { removeArtwork, sendArtwork } from '../../images/images.calls.ts';
import { mediaChanged } from '../media.calls.ts';
import { SmallCover } from '../small-cover.tsx';

const NOT_YET = 'This media is still processing and its artwork cannot be changed yet.';
const NEVER = 'The file could not be processed, so its artwork cannot be changed.';

/** The artwork with what changes it; from the moment that the media is complete. */
export function ArtworkPanel({ media }: { media: Media }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [open, setOpen] = useState<'editor' | 'removal' | null>(null);
  const close = () => setOpen(null);
  const complete = media.status === 'complete';

  const save = async (image: Blob) => {
    try {
      await sendArtwork(media.id, image);
    } catch (error) {
      const reason = error instanceof ApiError ? errorText(error, productName) : 'The picture could not be saved.';
      throw new Error(reason, { cause: error });
    }
    toast('success', 'Successfully updated!');
    await mediaChanged(client);
  };
  const remove = async () => {
    try {
      await removeArtwork(media.id);
      toast('success', 'Successfully updated!');
      await mediaChanged(client);
    } catch (error) {
      showFailure(error, productName, 'The picture could not be removed.');
    }
    close();
  };

  const change = (
    <Button size="small" aria-disabled={!complete} onClick={() => complete && setOpen('editor')}>
      Change Image
    </Button>
  );
  return (
    <section aria-label="Artwork" className="flex items-end gap-4 lg:flex-col lg:items-start">
      <SmallCover media={media} size={700} className="w-40 lg:w-full" />
      <div className="flex flex-wrap gap-2">
        {complete ? (
          change
        ) : (
          <Tooltip text={media.status === 'failed' ? NEVER : NOT_YET} delay={300}>
            {change}
          </Tooltip>
        )}
        {media.artwork !== null && complete && (
          <Button size="small" variant="plain" onClick={() => setOpen('removal')}>
            Remove Image
          </Button>
        )}
      </div>
      {open === 'editor' && <ImageEditor shape="square" output={700} onSave={save} onClose={close} />}
      {open === 'removal' && (
        <ConfirmDialog title="Remove image" confirm="Remove" danger onConfirm={() => void remove()} onClose={close}>
          <p>The artwork will be removed, and a generated picture will be shown instead.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
