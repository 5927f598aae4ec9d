import { useQuery } from '@tanstack/react-query';
import { media as mediaEndpoint } from '@scoville/contract/media.ts';
import { queryOf } from '../lib/query.ts';
import { currentTrack } from './player-state.ts';
import { usePlayer } from './player.ts';

/** The track that is in the player, with everything that lists leave out once it is there. */
export function useCurrentTrack() {
  const track = usePlayer(currentTrack);
  const { data } = useQuery({
    ...queryOf(mediaEndpoint, { params: { id: track?.id ?? '' } }),
    enabled: track !== null,
  });
  return data && track && data.id === track.id ? { ...track, ...data } : track;
}
