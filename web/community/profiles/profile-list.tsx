import type { TypeWord } from '@scoville/contract/platform/http/addresses.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Stars } from '../../catalogue/ratings/stars.tsx';
import { MediaCard } from '../../catalogue/media/media-card.tsx';
import { GridLoading, MediaGrid, gridClass } from '../../catalogue/media/media-grid.tsx';
import { useMediaPages } from '../../catalogue/media/media-pages.ts';
import { UploadIcon } from '../../platform/ui/icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { profileMedia, profileMediaKey } from './profiles.calls.ts';

const EMPTY = { all: 'No songs or videos here yet.', songs: 'No songs here yet.', videos: 'No videos here yet.' };

/** The controls for owners and administrators, loaded only for them. */
const OwnerTools = latePart(async () => ({ default: (await import('./owner-tools.tsx')).OwnerTools }));
const ArrangedList = neededPart(async () => ({ default: (await import('./arranged-list.tsx')).ArrangedList }));

interface ProfileListProps {
  who: PublicUser;
  type: TypeWord | null;
  isOwner: boolean;
  /** An administrator's controls, shown instead of the owner's. */
  tools: ((media: Media) => ReactNode) | undefined;
}

/** A musician's songs and videos in the musician's order, with their average rating. */
export function ProfileList({ who, type, isOwner, tools }: ProfileListProps) {
  const pages = useMediaPages(profileMediaKey(who.id, type), (cursor, signal) =>
    profileMedia(who.id, type, cursor, signal),
  );
  const label = `Media of ${who.displayName}`;
  const { avgRating = null, canSort = false } = pages.first ?? {};
  const upload = isOwner ? <UploadTile /> : null;
  const item = (media: readonly Media[], index: number, handle?: ReactNode) => {
    const one = media[index];
    return (
      <>
        <MediaCard list={media} index={index} />
        {one?.can.edit && <OwnerTools media={one} handle={handle} menu={tools?.(one)} />}
      </>
    );
  };
  const plain = (media: readonly Media[]) => (
    <ul aria-label={label} className={gridClass}>
      {media.map(({ id }, index) => (
        <li key={id} className="min-w-0">
          {item(media, index)}
        </li>
      ))}
      {upload}
    </ul>
  );
  return (
    <section aria-label="Songs and videos">
      <header className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Stars rating={avgRating} />
        {isOwner && !canSort && pages.media.length > 1 && (
          <Link
            to="/account/subscription"
            className="inline-flex min-h-10 items-center text-muted underline underline-offset-4"
          >
            Upgrade to rearrange your music
          </Link>
        )}
      </header>
      <MediaGrid
        label={label}
        pages={pages}
        empty={
          <>
            <EmptyState>{EMPTY[type ?? 'all']}</EmptyState>
            {isOwner && <ul className={gridClass}>{upload}</ul>}
          </>
        }
        renderList={(media) => (
          // The whole list waits for the controls. Otherwise it would be drawn again while the user may already be
          // clicking in it.
          <Suspense fallback={<GridLoading />}>
            {/* The order covers all media, so it can't be changed in a filtered list. */}
            {canSort && type === null ? (
              <ArrangedList musicianId={who.id} label={label} media={media} last={upload}>
                {(index, handle) => item(media, index, handle)}
              </ArrangedList>
            ) : (
              plain(media)
            )}
          </Suspense>
        )}
      />
    </section>
  );
}

/** The tile for the next upload, at the end of the list. */
function UploadTile() {
  return (
    <li className="min-w-0">
      <Link
        to="/upload"
        className="flex aspect-square w-full flex-col items-center justify-center gap-2 rounded-cover border border-dashed border-muted font-[550] hover:bg-raised"
      >
        <UploadIcon />
        Upload media
      </Link>
    </li>
  );
}
