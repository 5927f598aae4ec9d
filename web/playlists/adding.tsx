import type { MediaSummary } from '@scoville/contract/media.ts';
import { type ReactNode, lazy } from 'react';
import { LateDialog } from '../ui/late-dialog.tsx';

const AddToPlaylist = lazy(() => import('./add-to-playlist.tsx').then((module) => ({ default: module.AddToPlaylist })));

interface AddingProps {
  media: MediaSummary;
  /** The control, which opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control and the dialog by which a media is put into playlists. */
export function Adding({ media, children }: AddingProps) {
  return <LateDialog renderDialog={(close) => <AddToPlaylist media={media} onClose={close} />}>{children}</LateDialog>;
}
