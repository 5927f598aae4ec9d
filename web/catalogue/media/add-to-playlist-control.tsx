import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { ReactNode } from 'react';
import { LateDialog } from '../../platform/ui/late-dialog.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { toolsPort } from './tools-port.ts';

const AddToPlaylist = openedPart(async () => ({ default: await (await toolsPort.load()).loadAddToPlaylist() }));

interface AddToPlaylistControlProps {
  media: MediaSummary;
  /** The control that opens the dialog. */
  children: (open: () => void) => ReactNode;
}

/** A control with the dialog that adds a song or video to playlists. */
export function AddToPlaylistControl({ media, children }: AddToPlaylistControlProps) {
  return (
    <LateDialog renderDialog={(close) => <AddToPlaylist media={media} onClose={close} onFailed={close} />}>
      {children}
    </LateDialog>
  );
}
