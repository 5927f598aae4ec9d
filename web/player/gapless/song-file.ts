import type { MediaSummary, Source } from '@scoville/contract/media.ts';
import { type Index, endOfIndex, readIndex } from './mp4-index.ts';

/** More than the index of five minutes takes. */
const FIRST_BYTES = 65_536;

/** The file of a song that can join others: AAC, which is the only one whose end browsers cut exactly. */
export const aacOf = (media: MediaSummary): Source | null =>
  media.mediaType === 'song'
    ? (media.sources.find(({ type, codecs }) => type === 'audio/mp4' && codecs === 'mp4a.40.2') ?? null)
    : null;

/** The media as the server says it now, with a fresh address; null when it is gone. */
export type Refresh = (id: string) => Promise<MediaSummary | null>;

/** A part of a file could not be had, of a song that browsers may well play. */
export class FileError extends Error {
  override name = 'FileError';
}

/** A song's file, read by parts. */
export interface SongFile {
  media: MediaSummary;
  index: Index;
  /** The bytes from `from` to `to`, which is not in it. Throws when they cannot be had. */
  read: (from: number, to: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a song's file and reads its index; null when it has none that promises an exact join. Throws when it cannot be had.
 *
 * An address that has expired is asked for anew, once until a part came: what is refused again is refused, and the
 * player's own machine asks for it as it does for any track.
 * @param isFirst it is loaded for itself, so that the player's machine asks for an address that has expired already
 */
export async function openSong(media: MediaSummary, refresh: Refresh, isFirst: boolean): Promise<SongFile | null> {
  const source = aacOf(media);
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
      const next = fresh && aacOf(fresh);
      // Another file has other frames.
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
    // A server that knows no parts sends all of it.
    return new Uint8Array(bytes).slice(...(answer.status === 200 ? [from, to] : []));
  };
  // An index is small: whoever does not want it any more need not stop it.
  const { signal } = new AbortController();
  const head = await read(0, FIRST_BYTES, signal);
  const end = endOfIndex(head);
  if (end === null) return null;
  const index = readIndex(end <= head.length ? head : await read(0, end, signal));
  return index && { media, index, read };
}

const pathOf = (url: string): string => new URL(url, location.href).pathname;
