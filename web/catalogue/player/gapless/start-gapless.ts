import type { Join } from '@scoville/contract/community/albums/album-gapless.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { readJoin } from './read-join.ts';
import { type GaplessSource, createGaplessSource } from './gapless-source.ts';
import { AAC_MP4 } from './song-buffer.ts';
import { type Refresh, type SongFile, findAac, openSong } from './song-file.ts';

/** The functions of the player that `startGapless` needs; see `Port` of the feeder for `failed`. */
interface Player {
  /** The song that should follow in the current state, unless something comes between. */
  next: (track: MediaSummary) => MediaSummary | null;
  refresh: Refresh;
  failed: (why: 'file' | 'decoder') => void;
}

/** A run of songs that join, and their common loudness: all have the same gain, so that no join can be heard. */
export type GaplessPlayback = GaplessSource & { loudness: MediaSummary['loudness'] };

/** Becomes false when this browser turns out not to cut songs exactly or not to decode the joined source. */
let works = 'MediaSource' in globalThis && MediaSource.isTypeSupported(AAC_MP4);

/** How two songs join; null when they do not, or when the server cannot be reached. */
const knownJoin = (first: string, second: string): Promise<Join | null> =>
  readJoin(first, second).catch((error: unknown) => {
    console.warn('Whether songs join could not be asked.', error);
    return null;
  });

/**
 * Starts to play a song so that the next one of its album joins it; null when no song joins it or this browser cannot
 * join songs.
 */
export async function startGapless(
  element: HTMLMediaElement,
  track: MediaSummary,
  at: number,
  player: Player,
): Promise<GaplessPlayback | null> {
  const second = player.next(track);
  if (!works || second === null || findAac(track) === null || findAac(second) === null) return null;
  const join = await knownJoin(track.id, second.id);
  if (join === null) return null;
  const open = (media: MediaSummary) =>
    openSong(media, player.refresh, media === track).catch((error: unknown) => {
      // The song is then played from its own file, which reports a more specific error.
      console.warn('A song could not be opened for its join.', error);
      return null;
    });
  const file = await open(track);
  if (file === null) return null;
  let opened: { id: string; file: Promise<SongFile | null> } | null = null;
  const source = createGaplessSource(element, file, at, {
    next: async (after) => {
      const wanted = works ? player.next(after) : null;
      if (wanted === null || (await knownJoin(after.id, wanted.id))?.albumId !== join.albumId) return null;
      if (opened?.id !== wanted.id) opened = { id: wanted.id, file: open(wanted) };
      return opened.file;
    },
    failed: (why) => {
      if (why === 'decoder') works = false;
      player.failed(why);
    },
    inexact: () => {
      console.warn('This browser does not cut the end of a song exactly: songs are not joined.');
      works = false;
    },
    giveUp: ({ media: { id } }) => {
      opened = { id, file: Promise.resolve(null) };
    },
  });
  return { ...source, loudness: join.loudness ?? track.loudness };
}
