import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { readClock } from './clock.ts';
import type { TrackLoader } from './loading/track-loader.ts';
import { type PlayerEffect, currentTrack } from './player-state.ts';
import { dispatch, playerState } from './player.ts';
import { refreshFileUrls } from './refresh-file-urls.ts';

type RefreshEffect = Extract<PlayerEffect, { do: 'refresh' }>;

/** Requests new addresses of a track after the effect's delay, unless they are no longer needed by then. */
export function refreshLater(
  { id, after, unlessHeard }: RefreshEffect,
  { loads }: Pick<TrackLoader, 'loads'>,
  urlOf: (media: MediaSummary) => string | null,
): void {
  // A load in the meantime, by a press or because the network is back, makes the response unnecessary.
  const current = loads();
  const { played } = playerState();
  const isNeeded = () => {
    const { status, played: now } = playerState();
    return current === loads() && !(unlessHeard && (status !== 'playing' || now > played));
  };
  setTimeout(() => {
    if (!isNeeded()) return;
    const loaded = unlessHeard ? currentTrack(playerState()) : null;
    const from = { urlOf, at: readClock().position, loaded: loaded && urlOf(loaded) };
    void refreshFileUrls(id, from).then((event) => isNeeded() && dispatch(event));
  }, after * 1000);
}
