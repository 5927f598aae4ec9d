import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { placeWithin } from '@scoville/contract/catalogue/player/player.ts';
import { placeTrack } from './place-track.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playerState, whenReady } from './player.ts';

/**
 * Plays a song or video from this second on. If it is the current track, seeks within it and keeps the queue. Does
 * nothing while an advertisement holds that track.
 */
export function playFrom(media: MediaSummary, moment: number): void {
  const at = placeWithin(moment, media.length);
  whenReady(() => {
    const state = playerState();
    if (currentTrack(state)?.id !== media.id) {
      if (media.sources.length > 0) dispatch({ type: 'play', queue: [media], index: 0, at });
      return;
    }
    if (state.status === 'stopped') return dispatch({ type: 'jump', id: media.id, at });
    if (state.status === 'ad') return;
    // The first advertisement may start at this point; the track then begins at `at` after it.
    dispatch({ type: 'resume' });
    placeTrack(at);
  });
}
