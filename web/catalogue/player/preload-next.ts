import { expiryOf } from '@scoville/contract/platform/http/file-address.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** Seconds that an address must be valid beyond the track's length, in case the listener pauses for a while. */
const SPARE = 600;

interface Player {
  /** The address from which a track would be played; null when this browser plays none of its sources. */
  urlOf: (media: MediaSummary) => string | null;
  /** The address of a file that can be loaded ahead; null for a source in segments. */
  fileOf: (media: MediaSummary) => string | null;
  /** Loads the beginning of an HLS track. */
  prepareParts: (media: MediaSummary) => void;
  /** Loads the position where the listener left a track. */
  preloadPosition: (media: MediaSummary) => void;
  /** Loads the media item from the server; null when it is gone. */
  refresh: (id: string) => Promise<MediaSummary | null>;
  /** Called when a track of the queue has fresh addresses. */
  refreshed: (media: MediaSummary) => void;
}

/**
 * Returns a function that prepares the next track. It is called repeatedly while the current one nears its end. It
 * loads the saved position and the beginning of the next track, and first gets a fresh address if the known one expires
 * before the track would end or cannot be loaded. A track that cannot be prepared is loaded when it is played.
 */
export function createPreload(player: Player): (next: MediaSummary) => void {
  let loaded: HTMLAudioElement | null = null;
  /** The address of the last HLS track that was prepared. */
  let prepared = '';
  /** The last address for which a replacement was requested. */
  let lastRefresh = { url: '', isWaiting: false };

  const refresh = async (id: string, url: string) => {
    const now = { url, isWaiting: true };
    lastRefresh = now;
    try {
      const media = await player.refresh(id);
      // A track that is gone is reported when it is reached.
      if (media !== null && player.urlOf(media) !== null) player.refreshed(media);
    } catch (error) {
      console.warn('The next track could not be asked for a fresh address.', error);
    }
    now.isWaiting = false;
  };

  return (next) => {
    player.preloadPosition(next);
    const url = player.urlOf(next);
    if (url === null) return;
    const wasRefreshed = lastRefresh.url === url;
    if (wasRefreshed && lastRefresh.isWaiting) return;
    if (!wasRefreshed && expiresDuring(next, url)) return void refresh(next.id, url);
    const file = player.fileOf(next);
    if (file === null) {
      // Once, because this runs several times a second: if it fails, the change of track loads it.
      if (prepared !== url) player.prepareParts(next);
      prepared = url;
      return;
    }
    if (loaded?.getAttribute('src') === file) return;
    const audio = new Audio();
    audio.crossOrigin = 'anonymous';
    audio.preload = 'auto';
    audio.addEventListener('error', () => {
      if (loaded === audio && lastRefresh.url !== url) void refresh(next.id, url);
    });
    audio.src = file;
    loaded = audio;
  };
}

function expiresDuring({ length }: MediaSummary, url: string): boolean {
  const expiry = expiryOf(url);
  return expiry !== null && expiry < Date.now() + ((length ?? 0) + SPARE) * 1000;
}
