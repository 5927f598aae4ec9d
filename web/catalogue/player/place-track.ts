import { readClock, setClock } from './clock.ts';
import { playerElement, setTrackTime } from './player-element.ts';
import { playerState } from './player.ts';

/** The second that a listener chose while the track had no source yet to seek in. */
export interface PendingSeek {
  to: number | null;
}
let pendingSeek: PendingSeek = { to: null };

/** Starts to collect the position that the listener chooses until the track has a source. */
export const startPendingSeek = (): PendingSeek => (pendingSeek = { to: null });

/** Seeks within the track for a listener, unless an advertisement plays. */
export function seekTo(seconds: number): void {
  if (playerState().status !== 'ad') placeTrack(seconds);
}

/** Continues the track at this second. A track that is held until an advertisement is over starts at this second. */
export function placeTrack(seconds: number): void {
  const { duration } = readClock();
  const at = Math.min(Math.max(0, seconds), duration > 0 ? duration : seconds);
  if (playerElement().hasAttribute('src')) setTrackTime(at);
  else if (playerState().status === 'stopped') return;
  else pendingSeek.to = at;
  setClock(at, duration);
}
