import { playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../../platform/lib/query.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { openedPart } from '../../../platform/ui/opened-part.tsx';
import { playerState, usePlayer } from '../../../catalogue/player/player.ts';

const PlaylistForm = openedPart(async () => ({
  default: (await import('../../../catalogue/playlists/playlist-form.tsx')).PlaylistForm,
}));

/** Saves the queue as a playlist, as it was when the button was pressed. Visitors get a link to the login. */
export function SaveQueue({ onSaved }: { onSaved: (saved: Playlist) => void }) {
  const me = useMe();
  const isEmpty = usePlayer((state) => state.queue.length === 0);
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const close = () => setIds(null);
  if (!me)
    return (
      <Link to="/login" className="inline-flex min-h-10 items-center underline underline-offset-[3px]">
        Log in to save it
      </Link>
    );
  return (
    <>
      <Button size="small" disabled={isEmpty} onClick={() => setIds(playerState().queue.map(({ id }) => id))}>
        Save as playlist
      </Button>
      {ids && (
        <PlaylistForm
          playlist={null}
          media={ids}
          title="Save as playlist"
          onSaved={(saved) => {
            close();
            onSaved(saved);
          }}
          onClose={close}
          onFailed={close}
        />
      )}
    </>
  );
}

/** A message inside the panel, because a toast of the page would be hidden behind it. */
export const SavedQueue = ({ playlist: { id, name } }: { playlist: Playlist }) => (
  <output className="px-5 pb-2 wrap-anywhere">
    Saved as{' '}
    <Link to={playlistPath(id)} className="underline underline-offset-[3px]">
      {name}
    </Link>
    .
  </output>
);
