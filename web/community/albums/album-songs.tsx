import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { ListMenu } from '../../catalogue/media/list-menu.tsx';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';
import { timeText } from '../../catalogue/player/clock.ts';
import { playWhole } from '../../catalogue/player/play-whole.ts';
import { prefetchHandlers, playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { Button } from '../../platform/ui/button.tsx';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';
import { albumSongsQuery } from './albums.calls.ts';

/** Loaded only on the owner's page. */
const ChooseSongs = openedPart(async () => ({ default: (await import('./choose-songs.tsx')).ChooseSongs }));

interface AlbumSongsProps {
  album: { id: string; title: string };
  ownerId: string;
}

/** The songs of an album that can be played here, one by one or as a whole. The owner can choose the songs. */
export function AlbumSongs({ album, ownerId }: AlbumSongsProps) {
  const { productName } = useSettings();
  const isOwner = useMe()?.id === ownerId;
  const [isChoosing, setChoosing] = useState(false);
  const endChoice = () => setChoosing(false);
  const { data, error, isFetching, refetch } = useQuery(albumSongsQuery(album.id));
  if (!data)
    return error && !isFetching ? (
      <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
    ) : (
      <Loading label={`Loading the songs of ${album.title}`}>
        <Skeleton className="mt-3 h-10 w-full" />
      </Loading>
    );
  const songs = data.media;
  const first = songs.find(({ sources }) => sources.length > 0);
  if (songs.length === 0 && !isOwner) return null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-2">
        {first && (
          <Button
            {...prefetchHandlers(first)}
            onClick={() => playWhole(songs, first.id)}
            aria-label={`Play the album ${album.title}`}
          >
            <PlayIcon className="size-5" />
            Play
          </Button>
        )}
        {first && <ListMenu name={album.title} whole={() => Promise.resolve(songs)} />}
        {isOwner && (
          <Button variant="plain" onClick={() => setChoosing(true)} aria-label={`Choose the songs of ${album.title}`}>
            Choose songs
          </Button>
        )}
      </div>
      {songs.length > 0 && (
        <ol aria-label={`Songs of ${album.title}`} className="mt-2">
          {songs.map((one, index) => (
            <li key={one.id}>
              <Song media={one} list={songs} number={index + 1} />
            </li>
          ))}
        </ol>
      )}
      {isChoosing && (
        <ChooseSongs album={album} ownerId={ownerId} songs={songs} onClose={endChoice} onFailed={endChoice} />
      )}
    </div>
  );
}

function Song({ media, list, number }: { media: MediaSummary; list: readonly MediaSummary[]; number: number }) {
  const isPlaying = useIsPlaying(media.id);
  return (
    <div className="flex items-center gap-1">
      {media.sources.length > 0 ? (
        <button
          type="button"
          aria-label={`${isPlaying ? 'Pause' : 'Play'} ${media.title}`}
          {...prefetchHandlers(media)}
          onClick={() => playList(list, media.id)}
          className="grid size-10 flex-none place-items-center rounded-control hover:bg-raised"
        >
          {isPlaying ? <PauseIcon className="size-5" /> : <PlayIcon className="size-5" />}
        </button>
      ) : (
        <span className="tabular grid size-10 flex-none place-items-center text-caption text-muted">{number}</span>
      )}
      <PageLink
        to={mediaPath(media)}
        className="flex min-h-10 min-w-0 grow items-center hover:underline"
        title={media.title}
      >
        <bdi className="truncate">{media.title}</bdi>
      </PageLink>
      {media.length !== null && <span className="tabular text-caption text-muted">{timeText(media.length)}</span>}
      <MediaMenu media={media} className="size-10 rounded-control hover:bg-raised" />
    </div>
  );
}
