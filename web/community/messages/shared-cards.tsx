import { mediaPath, profilePath } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { SharedZone as Zone } from '@scoville/contract/community/messages/messages.ts';
import type { ReactNode } from 'react';
import { MediaMenu } from '../../catalogue/media/media-menu.tsx';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { prefetchHandlers, playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { HatIcon, PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';
import { placeText } from '../profiles/place-text.ts';
import { usePlayZone } from './play-zone.ts';

/** A shared song or video with a play button; null if it was deleted or the viewer may not see it. */
export function SharedMedia({ media }: { media: MediaSummary | null }) {
  if (media === null) return <p className="mt-2 italic">Media no longer available</p>;
  return (
    <Card label={media.title}>
      <SmallCover media={media} size={200} className="size-14 flex-none" />
      <span className="min-w-0 grow">
        <PageLink to={mediaPath(media)} dir="auto" className="block truncate font-[600] hover:underline">
          {media.title}
        </PageLink>
        <bdi className="block truncate text-caption text-muted">{media.musician.displayName}</bdi>
      </span>
      {media.sources.length > 0 && <PlayMedia media={media} />}
      <MediaMenu media={media} className="size-10 rounded-full hover:bg-raised" />
    </Card>
  );
}

function PlayMedia({ media }: { media: MediaSummary }) {
  return (
    <PlayButton
      name={media.title}
      isPlaying={useIsPlaying(media.id)}
      isLoading={false}
      ready={prefetchHandlers(media)}
      onPress={() => playList([media], media.id)}
    />
  );
}

/** A shared profile with a button that plays its songs and videos from the first on. */
export function SharedZone({ zone }: { zone: Zone }) {
  const { isPlaying, isLoading, toggle } = usePlayZone(zone);
  const place = placeText(zone.address);
  return (
    <Card label={zone.displayName}>
      <Avatar name={zone.displayName} image={zone.profileImg} className="size-14 text-title" />
      <span className="min-w-0 grow">
        <PageLink to={profilePath(zone)} className="flex items-center gap-1.5 font-[600] hover:underline">
          <bdi className="truncate">{zone.displayName}</bdi>
          {zone.isMasterChef && (
            <>
              <HatIcon className="size-4 flex-none text-amber" />
              <span className="sr-only">, Master Chef</span>
            </>
          )}
        </PageLink>
        <span className="block truncate text-caption text-muted">{place === '' ? 'Profile' : place}</span>
      </span>
      {zone.hasMedia && (
        <PlayButton name={zone.displayName} isPlaying={isPlaying} isLoading={isLoading} onPress={toggle} />
      )}
    </Card>
  );
}

const Card = ({ label, children }: { label: string; children: ReactNode }) => (
  <article
    aria-label={label}
    className="mt-2 flex w-72 max-w-full items-center gap-3 rounded-control bg-surface p-2 text-text"
  >
    {children}
  </article>
);

interface PlayButtonProps {
  name: string;
  isPlaying: boolean;
  isLoading: boolean;
  /** Prepares the track on hover or focus, if the track is loaded by then. */
  ready?: ReturnType<typeof prefetchHandlers>;
  onPress: () => void;
}

const PlayButton = ({ name, isPlaying, isLoading, ready, onPress }: PlayButtonProps) => (
  <button
    type="button"
    aria-label={`${isPlaying ? 'Pause' : 'Play'} ${name}`}
    aria-busy={isLoading || undefined}
    disabled={isLoading}
    {...ready}
    onClick={onPress}
    className="grid size-10 flex-none place-items-center rounded-full bg-ember text-ember-ink disabled:opacity-50"
  >
    {isPlaying ? <PauseIcon /> : <PlayIcon />}
  </button>
);
