import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { useEffect, useState } from 'react';
import { pluralize } from '../../../platform/lib/format.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { CloseIcon } from '../../../platform/ui/icons.tsx';
import { onPageChange } from '../../../platform/ui/page-change.ts';
import { useModal } from '../../../platform/ui/use-modal.ts';
import { dispatch, usePlayer } from '../../../catalogue/player/player.ts';
import { QueueList } from './queue-list.tsx';
import { RepeatButton, ShuffleButton } from './queue-modes.tsx';
import { SaveQueue, SavedQueue } from './save-queue.tsx';

/** The queue on the right side of the page; it covers the whole page on a phone. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose);
  const [saved, setSaved] = useState<Playlist | null>(null);
  const count = usePlayer((state) => state.queue.length);
  useEffect(() => onPageChange(onClose), [onClose]);
  return (
    <dialog
      {...modal}
      data-player=""
      closedby="any"
      aria-label="Queue"
      className="appear m-0 ml-auto h-dvh max-h-none w-full max-w-none flex-col border-line bg-surface p-0 text-text open:flex md:w-[440px] md:border-l"
    >
      <header className="flex items-center gap-1 border-b border-line py-3 pr-3 pl-5">
        <h2 className="mr-auto text-title">Queue</h2>
        <ShuffleButton />
        <RepeatButton />
        <IconButton label="Close the queue" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="flex items-center justify-between gap-3 py-2 pr-3 pl-5">
        <p className="tabular mr-auto text-muted">{pluralize(count, 'track', 'tracks')}</p>
        <SaveQueue onSaved={setSaved} />
        <Button size="small" disabled={count < 2} onClick={() => dispatch({ type: 'clear' })}>
          Clear
        </Button>
      </div>
      {saved && <SavedQueue playlist={saved} />}
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-6">
        <QueueList />
      </div>
    </dialog>
  );
}
