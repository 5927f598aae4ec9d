import { type Playlist, playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { GridLoading, MediaGrid } from '../media/media-grid.tsx';
import { LIST_KEPT, useMediaPages } from '../media/media-pages.ts';
import { useTitle } from '../../platform/lib/title.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { EmptyState, ErrorState } from '../../platform/ui/states.tsx';
import { PlaylistHeader } from './playlist-header.tsx';
import { PlaylistRows } from './playlist-rows.tsx';
import { mediaKey, mediaPage, moveInList, invalidatePlaylists, setHeld } from './playlists.calls.ts';

const route = getRouteApi('/playlists/$playlistId');

/** The page of a user's playlist: its header and its items. */
export function PlaylistScreen() {
  const { playlistId } = route.useParams();
  return <One id={playlistId} key={playlistId} />;
}

function One({ id }: { id: string }) {
  const { productName } = useSettings();
  const { data, error, refetch } = useQuery({ ...queryOf(playlist, { params: { id } }), gcTime: LIST_KEPT });
  useTitle(data?.name);
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isGone)
    return (
      <EmptyState
        action={
          <Link to="/browse" className={buttonClass('main')}>
            Browse music
          </Link>
        }
      >
        Playlist not found. It may be private or have been deleted.
      </EmptyState>
    );
  if (data) return <Found list={data} />;
  if (error)
    return (
      <>
        <h1 className="sr-only">Playlist</h1>
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      </>
    );
  return (
    <div className="py-8">
      <GridLoading />
    </div>
  );
}

function Found({ list }: { list: Playlist }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const pages = useMediaPages(mediaKey(list.id), (cursor, signal) => mediaPage(list.id, cursor, signal));
  const sort = (sorted: MediaSummary[]) => {
    moveInList(client, list.id, pages.media, sorted).catch((failure: unknown) =>
      showFailure(failure, productName, 'The new order could not be saved.'),
    );
  };
  const remove = (media: MediaSummary) => {
    setHeld(list.id, media.id, false)
      .then(() => invalidatePlaylists(client))
      .catch((failure: unknown) => showFailure(failure, productName, 'This could not be removed from the playlist.'));
  };
  return (
    <div className="py-8">
      <PlaylistHeader list={list} pages={pages} />
      <MediaGrid
        label={list.name}
        pages={pages}
        empty={
          <EmptyState>
            {list.can.edit
              ? 'This playlist is empty. Choose “Add to playlist” in the menu of any song or video.'
              : 'This playlist is empty.'}
          </EmptyState>
        }
        renderList={(media) => (
          <PlaylistRows
            label={`Songs and videos of ${list.name}`}
            media={media}
            own={list.can.edit ? { onSort: sort, onRemove: remove } : null}
          />
        )}
      />
    </div>
  );
}
