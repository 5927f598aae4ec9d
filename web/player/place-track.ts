import { readClock, setClock } from './clock.ts';
import { mediaElement, setTrackTime } from './media-element.ts';
import { playerState } from './player.ts';

/** The second that somebody went to while the track is on its way, and has no source yet to seek in. */
export interface Meanwhile {
  to: number | null;
}
let meanwhile: Meanwhile = { to: null };

/** A track is on its way from now on: where somebody goes until it has a source. */
export const onItsWay = (): Meanwhile => (meanwhile = { to: null });

/** Goes to a second of the track, within it, for whoever listens to it; while an advertisement plays, nobody does. */
export function seekTo(seconds: number): void {
  if (playerState().status !== 'ad') placeTrack(seconds);
}

/** Has the track go on from a second, or begin there once the advertisement before it is over. */
export function placeTrack(seconds: number): void {
  const { duration } = readClock();
  const at = Math.min(Math.max(0, seconds), duration > 0 ? duration : seconds);
  if (mediaElement().hasAttribute('src')) setTrackTime(at);
  else if (playerState().status === 'stopped') return;
  else meanwhile.to = at;
  setClock(at, duration);
}
