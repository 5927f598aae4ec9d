import { useQuery } from '@tanstack/react-query';
import { type Media, type MediaSummary, media as mediaEndpoint } from '@scoville/contract/media.ts';
import { queryOf, useMe } from '../lib/query.ts';
import { currentTrack } from '../player/player-state.ts';
import { usePlayer } from '../player/player.ts';

/** A track as its list gave it, with the rest of its document once that is here. */
export type CurrentTrack = MediaSummary & Partial<Media>;

/** The track that is in the player. */
export function useCurrentTrack(): CurrentTrack | null {
  const track = usePlayer(currentTrack);
  // Drawn again for another account: what was fetched for the former one may be gone (other-tabs).
  useMe();
  const { data } = useQuery({
    ...queryOf(mediaEndpoint, { params: { id: track?.id ?? '' } }),
    enabled: track !== null,
  });
  return data && track && data.id === track.id ? { ...track, ...data } : track;
}
