import type { MediaSummary } from '@scoville/contract/media.ts';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { createPortal } from 'react-dom';

const AddToPlaylist = lazy(() => import('./add-to-playlist.tsx').then((module) => ({ default: module.AddToPlaylist })));

interface AddingProps {
  media: MediaSummary;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control and the dialog by which a media is put into playlists, which is fetched then. */
export function Adding({ media, children }: AddingProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen &&
        // Away from where the control stands: a list that is dragged would take presses in the dialog for its own.
        createPortal(
          <Suspense>
            <AddToPlaylist media={media} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
