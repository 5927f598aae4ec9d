import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { Link } from '@tanstack/react-router';
import { pluralize } from '../../platform/lib/format.ts';
import { gridClass } from '../media/media-grid.tsx';
import { PlaylistPicture } from './playlist-picture.tsx';

/** The number of items in a playlist, as text. */
export const mediaText = (count: number): string => pluralize(count, 'track', 'tracks');

/** The visibility of a playlist, as its owner sees it. */
export const VISIBILITY = { public: 'Public', unlisted: 'Unlisted', private: 'Private' } as const;

/** Playlists as cards: picture, name and number of items. */
export function PlaylistGrid({ label, playlists }: { label: string; playlists: readonly Playlist[] }) {
  return (
    <ul aria-label={label} className={gridClass}>
      {playlists.map((one) => (
        <li key={one.id} className="min-w-0">
          <Link to="/playlists/$playlistId" params={{ playlistId: one.id }} className="group block">
            <PlaylistPicture playlist={one} sizes="80px" className="rounded-cover" />
            <bdi className="mt-2 block truncate font-[600] group-hover:underline" title={one.name}>
              {one.name}
            </bdi>
            <span className="tabular block text-caption text-muted">
              {mediaText(one.mediaCount)}
              {one.can.edit && `, ${VISIBILITY[one.visibility].toLowerCase()}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
