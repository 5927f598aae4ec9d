import { useEffect } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { rememberPlay } from '../../catalogue/player/local-plays.ts';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { onPlayerChange, playerState } from '../../catalogue/player/player.ts';

/** Remembers what a visitor plays, in this browser only. A member's plays are stored in the account. */
export function useRememberPlays(): void {
  const isVisitor = useMe() === null;
  useEffect(() => {
    if (!isVisitor) return;
    let latest: string | undefined;
    return onPlayerChange(() => {
      const state = playerState();
      const id = state.counted ? currentTrack(state)?.id : undefined;
      if (id !== undefined && id !== latest) rememberPlay(id);
      latest = id;
    });
  }, [isVisitor]);
}
