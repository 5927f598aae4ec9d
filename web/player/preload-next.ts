import { expiryOf } from '@scoville/contract/file-address.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';

/** Seconds that an address is to be good for beyond the track's own length: somebody may pause it for a while. */
const SPARE = 600;

interface Player {
  /** The address by which a track would be played; null when nothing of it plays here. */
  urlOf: (media: MediaSummary) => string | null;
  /** That of the file that can be loaded ahead; null for one in parts. */
  fileOf: (media: MediaSummary) => string | null;
  /** Loads the beginning of an HLS track. */
  prepareParts: (media: MediaSummary) => void;
  /** Asks where the listener left a track. */
  askPosition: (media: MediaSummary) => void;
  /** The media as the server says it now; null when it is gone. */
  refresh: (id: string) => Promise<MediaSummary | null>;
  /** A track of the queue has fresh addresses. */
  refreshed: (media: MediaSummary) => void;
}

/**
 * Returns what prepares the track that comes next, to be called again and again while the current one nears its end: it
 * asks for its place, loads its beginning into the browser's cache, and gets a fresh address first where the known one
 * expires before the track would end, or cannot be loaded. What cannot be prepared is left to the change.
 */
export function createPreload(player: Player): (next: MediaSummary) => void {
  let loaded: HTMLAudioElement | null = null;
  /** The address of the HLS track that was prepared last. */
  let prepared = '';
  /** The address in whose place another was asked for last. */
  let asked = { url: '', isWaiting: false };

  const refresh = async (id: string, url: string) => {
    const now = { url, isWaiting: true };
    asked = now;
    try {
      const media = await player.refresh(id);
      // What is gone is said when its turn comes.
      if (media !== null && player.urlOf(media) !== null) player.refreshed(media);
    } catch (error) {
      console.warn('The next track could not be asked for a fresh address.', error);
    }
    now.isWaiting = false;
  };

  return (next) => {
    player.askPosition(next);
    const url = player.urlOf(next);
    if (url === null) return;
    const wasAsked = asked.url === url;
    if (wasAsked && asked.isWaiting) return;
    if (!wasAsked && expiresDuring(next, url)) return void refresh(next.id, url);
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
      if (loaded === audio && asked.url !== url) void refresh(next.id, url);
    });
    audio.src = file;
    loaded = audio;
  };
}

function expiresDuring({ length }: MediaSummary, url: string): boolean {
  const expiry = expiryOf(url);
  return expiry !== null && expiry < Date.now() + ((length ?? 0) + SPARE) * 1000;
}
