import { FEED_ARTWORK } from '@scoville/contract/catalogue/media/artwork.ts';
import { IMAGE_LIMIT_MB } from '@scoville/contract/catalogue/uploads.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { Skeleton } from '../../platform/ui/states.tsx';
import { type Area, cropImage } from './crop-image.ts';
import { damagedPicture, pictureProblem } from './picture-problem.ts';

const Crop = neededPart(() => import('./crop.tsx'));

interface ImageEditorProps {
  /** A circle of 300 px for profiles, else a square. */
  shape: 'circle' | 'square';
  /** Pixels of the largest picture that the product shows: 200 for profiles, else 700. */
  output: 200 | 700;
  /** True if the picture is also used as feed artwork, for which podcast directories require a larger one. */
  isForFeeds: boolean;
  /** Saves the picture. If it throws, the editor stays open and shows the reason. */
  onSave: (image: Blob) => Promise<void>;
  onClose: () => void;
}

/** The dialog to choose a picture, move and zoom it behind the frame, and save the visible part. */
export function ImageEditor({ shape, output, isForFeeds, onSave, onClose }: ImageEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; address: string } | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const address = chosen?.address ?? null;
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const wrong = await pictureProblem(file).catch(() => damagedPicture(file.name));
    setProblem(wrong);
    setArea(null);
    setChosen(wrong === null ? { name: file.name, address: URL.createObjectURL(file) } : null);
  };
  const save = async () => {
    if (address === null || area === null) return;
    setBusy(true);
    try {
      await onSave(await cropImage(address, area, { from: output, to: isForFeeds ? FEED_ARTWORK.to : output }));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : 'The picture could not be saved.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="Change Image"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" disabled={area === null} busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Button className="self-start" onClick={() => input.current?.click()}>
          {address === null ? 'Choose a picture' : 'Choose another'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture"
          accept=".jpg,.jpeg,.png,.gif"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {address === null ? (
          <p className="text-muted">
            JPG, PNG or GIF, up to {IMAGE_LIMIT_MB} MB. Looks best at {output} by {output} pixels or more.
            {isForFeeds && ` Podcast directories need at least ${FEED_ARTWORK.from} by ${FEED_ARTWORK.from} pixels.`}
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="mx-auto size-[300px]" />}>
            <Crop
              key={address}
              address={address}
              shape={shape}
              onArea={setArea}
              onBroken={() => {
                setProblem(damagedPicture(chosen?.name ?? ''));
                setChosen(null);
                setArea(null);
              }}
            />
          </Suspense>
        )}
        {area !== null && area.width < output / 2 && (
          <p role="status" className="text-muted">
            The frame holds only {area.width} by {area.height} pixels, so the picture will look blurred. Zoom out, or
            choose a larger one.
          </p>
        )}
        <p role="alert" className="break-words text-error empty:hidden">
          {problem}
        </p>
      </div>
    </Dialog>
  );
}
