import { useQuery } from '@tanstack/react-query';
import { type Media, type MediaSummary, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { queryOf, useMe } from '../../platform/lib/query.ts';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { usePlayer } from '../../catalogue/player/player.ts';

/** A track as its list provided it, with the rest of its document once that is loaded. */
export type CurrentTrack = MediaSummary & Partial<Media>;

/** Returns the current track of the player, or null. */
export function useCurrentTrack(): CurrentTrack | null {
  const track = usePlayer(currentTrack);
  // Re-render for another account, because the data that was loaded for the previous one may be gone (other-tabs).
  useMe();
  const { data } = useQuery({
    ...queryOf(mediaEndpoint, { params: { id: track?.id ?? '' } }),
    enabled: track !== null,
  });
  return data && track && data.id === track.id ? { ...track, ...data } : track;
}
