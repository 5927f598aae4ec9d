import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { GridLoading } from '../media/media-grid.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { EmptyState, ErrorState } from '../../platform/ui/states.tsx';
import { PlaylistForm } from './playlist-form.tsx';
import { PlaylistGrid } from './playlist-grid.tsx';
import { ownPlaylistPages } from './playlists.calls.ts';

const { title } = SCREENS.playlists;

/** The account's own playlists. */
export function PlaylistsScreen() {
  const [isMaking, setMaking] = useState(false);
  const navigate = useNavigate();
  const make = (
    <Button variant="main" onClick={() => setMaking(true)}>
      New playlist
    </Button>
  );
  return (
    <div className="py-8">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-head">{title}</h1>
        {make}
      </header>
      <Own />
      {isMaking && (
        <PlaylistForm
          playlist={null}
          onClose={() => setMaking(false)}
          onSaved={({ id }) => void navigate({ to: '/playlists/$playlistId', params: { playlistId: id } })}
        />
      )}
    </div>
  );
}

function Own() {
  const { productName } = useSettings();
  const list = useInfiniteQuery(ownPlaylistPages());
  if (list.isPending) return <GridLoading />;
  if (!list.data)
    return <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />;
  const playlists = list.data.pages.flatMap((page) => page.playlists);
  if (playlists.length === 0)
    return (
      <EmptyState>
        You have no playlists yet. Make one here, or choose “Add to playlist” in the menu of any song or video.
      </EmptyState>
    );
  return (
    <>
      <PlaylistGrid label="Your playlists" playlists={playlists} />
      <div className="flex justify-center py-8 empty:hidden">
        <NextPage list={list} />
      </div>
    </>
  );
}
