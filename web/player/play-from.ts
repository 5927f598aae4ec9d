import type { MediaSummary } from '@scoville/contract/media.ts';
import { placeWithin } from '@scoville/contract/player.ts';
import { placeTrack } from './place-track.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playerState, whenReady } from './player.ts';

/**
 * Plays a media from a second on, or goes there where it is in the player already, in its queue. While an advertisement
 * holds that one, it goes nowhere.
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
    // What begins with that may be the first advertisement: the track begins there after it.
    dispatch({ type: 'resume' });
    placeTrack(at);
  });
}
