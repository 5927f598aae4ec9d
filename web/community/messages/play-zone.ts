import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { SharedZone } from '@scoville/contract/community/messages/messages.ts';
import { useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { dispatch, playList, playerState, usePlayer } from '../../catalogue/player/player.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { mediaToPlay } from '../profiles/profiles.calls.ts';

/** Plays a musician's songs and videos from the first on, or pauses them. */
export function usePlayZone({ id, displayName }: SharedZone) {
  const { productName } = useSettings();
  const [isLoading, setLoading] = useState(false);
  const isPlaying = usePlayer((now) => now.status === 'playing' && currentTrack(now)?.musician.id === id);
  const toggle = async () => {
    const now = playerState();
    if (now.status !== 'stopped' && currentTrack(now)?.musician.id === id) return dispatch({ type: 'toggle' });
    setLoading(true);
    try {
      const media = await mediaToPlay(id);
      const [first] = media;
      if (first) playList(media, first.id);
      else toast('info', sentence`${displayName} has nothing to play right now.`);
    } catch (error) {
      showFailure(error, productName, sentence`The songs of ${displayName} could not be loaded.`);
    } finally {
      setLoading(false);
    }
  };
  return { isPlaying, isLoading, toggle: () => void toggle() };
}
