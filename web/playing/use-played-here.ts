import { useEffect } from 'react';
import { useMe } from '../lib/query.ts';
import { rememberPlayed } from '../player/played-here.ts';
import { currentTrack } from '../player/player-state.ts';
import { onPlayerChange, playerState } from '../player/player.ts';

/** Remembers, in this browser alone, what a visitor plays; what members play their account knows. */
export function usePlayedHere(): void {
  const isVisitor = useMe() === null;
  useEffect(() => {
    if (!isVisitor) return;
    let latest: string | undefined;
    return onPlayerChange(() => {
      const state = playerState();
      const id = state.counted ? currentTrack(state)?.id : undefined;
      if (id !== undefined && id !== latest) rememberPlayed(id);
      latest = id;
    });
  }, [isVisitor]);
}
