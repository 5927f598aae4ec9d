import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { ListMenu } from '../media/list-menu.tsx';
import type { MediaPages } from '../media/media-pages.ts';
import { MusicianName } from '../media/musician-name.tsx';
import { playWhole } from '../player/play-whole.ts';
import { prefetchHandlers } from '../player/player.ts';
import { sharedList } from '../sharing/shareable.ts';
import { ShareControl } from '../sharing/share-control.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { PlayIcon } from '../../platform/ui/first-icons.tsx';
import { EditIcon, ShareIcon, TrashIcon } from '../../platform/ui/icons.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { PlaylistForm } from './playlist-form.tsx';
import { VISIBILITY, mediaText } from './playlist-grid.tsx';
import { PlaylistPicture } from './playlist-picture.tsx';
import { mediaAfter, invalidatePlaylists, removePlaylist } from './playlists.calls.ts';

/** The name, the facts and the owner of a playlist, with the actions on the whole playlist. */
export function PlaylistHeader({ list, pages }: { list: Playlist; pages: MediaPages }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [isLoading, setLoading] = useState(false);
  const { productName } = useSettings();
  const firstShown = pages.media.find(({ sources }) => sources.length > 0);
  /** The whole list, and not only the items that are loaded so far. */
  const whole = async () => [...pages.media, ...(await mediaAfter(list.id, pages.next))];
  const play = async () => {
    setLoading(true);
    try {
      const all = await whole();
      const first = all.find(({ sources }) => sources.length > 0);
      if (first) playWhole(all, first.id);
    } catch (error) {
      showFailure(error, productName, 'The playlist could not be loaded.');
    }
    setLoading(false);
  };
  return (
    <header className="mb-8 flex flex-col gap-5 md:flex-row md:items-end md:gap-8">
      <PlaylistPicture
        playlist={list}
        sizes="100px"
        className="w-[min(60vw,200px)] rounded-hero md:w-[200px] md:flex-none"
      />
      <div className="min-w-0">
        <p className="font-[550] text-muted">
          {list.visibility === 'public' ? 'Playlist' : `${VISIBILITY[list.visibility]} playlist`}
        </p>
        <h1 dir="auto" className="mt-1 mb-2 text-[clamp(32px,4vw,52px)] leading-none wrap-anywhere">
          {list.name}
        </h1>
        <div className="flex flex-wrap items-center gap-x-4">
          <MusicianName musician={list.owner} className="min-h-10 font-[550]" />
          <span className="tabular text-muted">{mediaText(list.mediaCount)}</span>
        </div>
        {list.description !== '' && (
          <p dir="auto" className="mt-1 max-w-[68ch] wrap-anywhere whitespace-pre-line">
            {list.description}
          </p>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          {firstShown && (
            <Button variant="main" busy={isLoading} {...prefetchHandlers(firstShown)} onClick={() => void play()}>
              <PlayIcon className="size-5" />
              Play
            </Button>
          )}
          {firstShown && <ListMenu name={list.name} whole={whole} />}
          {list.visibility !== 'private' && (
            <ShareControl what={sharedList(list, pages.media.length > 0)}>
              {(share) => (
                <Button onClick={share}>
                  <ShareIcon className="size-5" />
                  Share
                </Button>
              )}
            </ShareControl>
          )}
          {list.can.edit && (
            <>
              <Button onClick={() => setOpen('edit')}>
                <EditIcon className="size-5" />
                Edit
              </Button>
              <Button onClick={() => setOpen('delete')}>
                <TrashIcon className="size-5" />
                Delete
              </Button>
            </>
          )}
        </div>
      </div>
      {open === 'edit' && <PlaylistForm playlist={list} onClose={() => setOpen(null)} onSaved={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog list={list} onClose={() => setOpen(null)} />}
    </header>
  );
}

function DeleteDialog({ list, onClose }: { list: Playlist; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removePlaylist(list.id);
      // Leave its page first, because a refetch would not find the deleted playlist.
      await navigate({ to: '/playlists', replace: true });
      toast('success', sentence`Deleted ${list.name}.`);
      await invalidatePlaylists(client);
    } catch (error) {
      showFailure(error, productName, 'The playlist could not be deleted.');
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title="Delete playlist"
      confirm="Delete"
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{sentence`“${list.name}” will be deleted. The songs and videos in it stay where they are. This cannot be undone.`}</p>
    </ConfirmDialog>
  );
}
