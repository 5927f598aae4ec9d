import { type AlbumOfMusician, album } from '@scoville/contract/community/albums/albums.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../platform/lib/call.ts';
import { queryOf, useMe, useSettings } from '../../platform/lib/query.ts';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { useGeneratedArtwork } from '../../pipeline/images/use-generated-artwork.ts';
import { sharedAlbum } from '../../catalogue/sharing/shareable.ts';
import { ShareControl } from '../../catalogue/sharing/share-control.tsx';
import { useTitle } from '../../platform/lib/title.ts';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { ShareIcon } from '../../platform/ui/icons.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { AlbumFacts } from './album-facts.tsx';
import { AlbumSongs } from './album-songs.tsx';
import { albumSongsQuery } from './albums.calls.ts';

/** A musician's album: its facts, and its songs that can be played here. */
export function AlbumScreen({ albumId }: { albumId: string }) {
  const { productName } = useSettings();
  const { data, error, refetch } = useQuery(queryOf(album, { params: { id: albumId } }));
  useTitle(data?.title);
  if (data) return <Found album={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        action={
          <Link to="/browse" className={buttonClass('main')}>
            Browse music
          </Link>
        }
      >
        Album not found. It may have been removed.
      </EmptyState>
    );
  if (error)
    return (
      <>
        <h1 className="sr-only">Album</h1>
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      </>
    );
  return (
    <Loading label="Loading the album">
      <Skeleton className="my-8 h-[200px] w-full" />
    </Loading>
  );
}

function Found({ album: found }: { album: AlbumOfMusician }) {
  const { musician } = found;
  const isOwner = useMe()?.id === musician.id;
  const { data: songs } = useQuery(albumSongsQuery(found.id));
  const isSilent = songs?.media.length === 0;
  return (
    <div className="py-8">
      <header className="mb-4 flex flex-col gap-5 md:flex-row md:items-end md:gap-8">
        <AlbumCover album={found} />
        <div className="min-w-0">
          <p className="font-[550] text-muted">Album</p>
          <h1 dir="auto" className="mt-1 mb-2 text-[clamp(32px,4vw,52px)] leading-none wrap-anywhere">
            {found.title}
          </h1>
          <MusicianName musician={musician} className="min-h-10 font-[550]" />
          <AlbumFacts album={found} />
          <div className="mt-4">
            <ShareControl what={sharedAlbum(found, !isSilent)}>
              {(share) => (
                <Button onClick={share}>
                  <ShareIcon className="size-5" />
                  Share
                </Button>
              )}
            </ShareControl>
          </div>
        </div>
      </header>
      <AlbumSongs album={found} ownerId={musician.id} />
      {isSilent && !isOwner && <EmptyState>None of its songs can be heard here yet.</EmptyState>}
    </div>
  );
}

/** The picture is decorative, because the title is beside it. */
function AlbumCover({ album: { id, coverUrl } }: { album: AlbumOfMusician }) {
  const generated = useGeneratedArtwork(coverUrl === null ? id : null);
  return (
    <img
      src={coverUrl ?? generated}
      alt=""
      width={700}
      height={700}
      className="aspect-square w-[min(60vw,200px)] rounded-hero bg-raised object-cover md:w-[200px] md:flex-none"
    />
  );
}
