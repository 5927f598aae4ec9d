import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { Tooltip } from '../../platform/ui/tooltip.tsx';
import { ImageEditor } from './image-editor.tsx';

interface ChangeImageProps {
  /** A circle for people, a square for everything else. */
  shape?: 'circle' | 'square';
  hasImage: boolean;
  /** True if the picture is also used as feed artwork. */
  isForFeeds?: boolean;
  /** The question that is asked before the picture is removed. */
  removal: string;
  /** The reason why the picture can't be changed now. */
  unavailable?: string | undefined;
  save: (image: Blob) => Promise<void>;
  remove: () => Promise<void>;
}

/** The buttons to change and remove a picture, for all kinds of pictures. */
export function ChangeImage({
  shape = 'square',
  hasImage,
  isForFeeds = false,
  removal,
  unavailable,
  save,
  remove,
}: ChangeImageProps) {
  const { productName } = useSettings();
  const [open, setOpen] = useState<'editor' | 'removal' | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const close = () => setOpen(null);

  const saveOrSayWhy = async (image: Blob) => {
    try {
      await save(image);
    } catch (error) {
      const reason = error instanceof ApiError ? errorText(error, productName) : 'The picture could not be saved.';
      throw new Error(reason, { cause: error });
    }
  };
  const removeNow = async () => {
    setIsRemoving(true);
    try {
      await remove();
    } catch (error) {
      showFailure(error, productName, 'The picture could not be removed.');
    }
    setIsRemoving(false);
    close();
  };

  const change = (
    <Button
      size="small"
      aria-disabled={unavailable !== undefined}
      onClick={() => unavailable === undefined && setOpen('editor')}
    >
      Change Image
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {unavailable === undefined ? (
        change
      ) : (
        <Tooltip text={unavailable} delay={300}>
          {change}
        </Tooltip>
      )}
      {hasImage && unavailable === undefined && (
        <Button size="small" variant="plain" onClick={() => setOpen('removal')}>
          Remove Image
        </Button>
      )}
      {open === 'editor' && (
        <ImageEditor
          shape={shape}
          output={shape === 'circle' ? 200 : 700}
          isForFeeds={isForFeeds}
          onSave={saveOrSayWhy}
          onClose={close}
        />
      )}
      {open === 'removal' && (
        <ConfirmDialog
          title="Remove image"
          confirm="Remove"
          danger
          busy={isRemoving}
          onConfirm={() => void removeNow()}
          onClose={close}
        >
          <p>{removal}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
