import type { MediaSummary, Source } from '@scoville/contract/catalogue/media/media.ts';
import { type Index, endOfIndex, readIndex } from './mp4-index.ts';

/** Enough for the index of a five-minute song. */
const FIRST_BYTES = 65_536;

/** The file of a song that can join others: AAC, the only format whose end browsers cut exactly. */
export const findAac = (media: MediaSummary): Source | null =>
  media.mediaType === 'song'
    ? (media.sources.find(({ type, codecs }) => type === 'audio/mp4' && codecs === 'mp4a.40.2') ?? null)
    : null;

/** Loads the media item with a fresh address from the server; null when it is gone. */
export type Refresh = (id: string) => Promise<MediaSummary | null>;

/** A part of a file could not be loaded, although browsers can play the song. */
export class FileError extends Error {
  override name = 'FileError';
}

/** A song's file, read in parts. */
export interface SongFile {
  media: MediaSummary;
  index: Index;
  /** Reads the bytes from `from` up to but excluding `to`. Throws when they cannot be loaded. */
  read: (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a song's file and reads its index; null when it has none that guarantees an exact join. Throws when the file
 * cannot be loaded.
 *
 * An expired address is renewed once, and again only after a part was received. When the fresh address is refused as
 * well, reading fails, and the player's state machine renews the address like that of any other track.
 * @param isFirst the song is not preloaded but about to play: the state machine then renews an address that is already
 * expired
 */
export async function openSong(media: MediaSummary, refresh: Refresh, isFirst: boolean): Promise<SongFile | null> {
  const source = findAac(media);
  if (source === null) return null;
  let { url } = source;
  let mayAsk = !isFirst;
  const read: SongFile['read'] = async (from, to, until) => {
    const answer = await fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` }, signal: until }).catch(
      (error: unknown) => {
        throw new FileError('No answer came.', { cause: error });
      },
    );
    if (answer.status === 403 && mayAsk) {
      mayAsk = false;
      const fresh = await refresh(media.id).catch((error: unknown) => {
        throw new FileError('No fresh address came.', { cause: error });
      });
      const next = fresh && findAac(fresh);
      // Another file has different frames.
      if (!next || pathOf(next.url) !== pathOf(url)) throw new FileError('The file is not there any more.');
      url = next.url;
      return read(from, to, until);
    }
    if (answer.status !== 206 && answer.status !== 200)
      throw new FileError(`The file was answered with ${answer.status}.`);
    const bytes = await answer.arrayBuffer().catch((error: unknown) => {
      throw new FileError('The answer broke off.', { cause: error });
    });
    mayAsk = true;
    // A server without range support sends the whole file.
    return new Uint8Array(bytes).slice(...(answer.status === 200 ? [from, to] : []));
  };
  // An index is small, so loading it is never aborted.
  const { signal } = new AbortController();
  const head = await read(0, FIRST_BYTES, signal);
  const end = endOfIndex(head);
  if (end === null) return null;
  const index = readIndex(end <= head.length ? head : await read(0, end, signal));
  return index && { media, index, read };
}

const pathOf = (url: string): string => new URL(url, location.href).pathname;
