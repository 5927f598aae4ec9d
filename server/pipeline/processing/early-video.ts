import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Piece } from '../ffmpeg/renditions/fragments.ts';
import type { Growing, GrowingTrack } from '../ffmpeg/renditions/video-job.ts';
import { readCodec, masterPlaylist } from '../ffmpeg/renditions/hls.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import { ADDRESS_LIFE } from '../../platform/storage/signing.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { EARLY_MASTER, earlyPlaylist, initialisationOf, partOf } from './early-playlist.ts';
import { type EarlyTrack, insertEarlyPart, insertEarlyVideo, setWatchable } from './early-video.queries.ts';
import type { Playback } from './attempt.ts';
import type { Claim } from './processing.queries.ts';
import { ownerOf, renditionsPrefix } from './source-owner.ts';

interface Work {
  source: Claim;
  /** Belongs to this run only. */
  folder: string;
  signal: AbortSignal;
  log: JobRun['log'];
}

/** Minimum milliseconds between storing two files of a track, even if its segments arrive faster. */
const MIN_INTERVAL = 2000;
/** Maximum bytes of segments that are held before they are stored as a file. */
const MAX_HELD = 4 * 2 ** 20;
/** Bits per second of the sound. */
const SOUND_RATE = 160_000;
const HLS = 'application/vnd.apple.mpegurl';

/**
 * Returns a function that makes a video watchable while its first rendition is being written: it puts the segments into
 * the store, file by file, and records each file once it is stored. An error ends only the early video, never the
 * processing of the file.
 */
export function publisherOfEarlyVideo(app: App, work: Work): (growing: Growing) => Promise<void> {
  const { source, log, signal } = work;
  return async (growing) => {
    try {
      if ((await ownerOf(app, source).isWatchedEarly?.(app.db, source)) !== true) return;
      await publish(app, work, growing);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, sourceId: source.sourceId }, 'a video is not seen early');
    }
  };
}

async function publish(app: App, { source, folder }: Work, growing: Growing): Promise<void> {
  const id = newId();
  const prefix: Key = `${renditionsPrefix({ ...source, id: source.sourceId })}/${id}`;
  // The files stay marked for deletion, because those of an early video are temporary.
  await markForDeletion(app.db, [prefix]);
  if (!(await insertEarlyVideo(app.db, source, { id, prefix }))) return;
  const put = async (name: string, bytes: Buffer | string): Promise<void> => {
    const copy = join(folder, newId());
    await writeFile(copy, bytes, { flag: 'wx' });
    await app.storage.put(`${prefix}/${name}`, copy);
  };

  const codecs: Partial<Record<EarlyTrack, string>> = {};
  /** The tracks of which segments are stored. */
  const begun = new Set<EarlyTrack>();
  let expected = growing.sound === null ? 1 : 2;
  let isWatchable = false;
  const startIfReady = async (): Promise<void> => {
    if (isWatchable || !begun.has('picture') || begun.size < expected) return;
    isWatchable = true;
    await put(EARLY_MASTER, masterOf(growing, codecs));
    await start(app, source, { id, playback: playbackOf(growing, codecs, `${prefix}/${EARLY_MASTER}`) });
  };
  const carry = async (name: EarlyTrack, track: GrowingTrack): Promise<void> => {
    const store = new TrackStore(name, put, (part) => insertEarlyPart(app.db, id, name, part));
    for await (const piece of track.pieces) {
      if (piece.seconds === null) codecs[name] = readCodec(piece.bytes);
      if (!(await store.add(piece))) continue;
      begun.add(name);
      await startIfReady();
    }
    if (await track.whole()) {
      await store.end();
      begun.add(name);
    } else expected -= 1;
    await startIfReady();
  };
  const tracks = [carry('picture', growing.picture)];
  if (growing.sound !== null) tracks.push(carry('sound', growing.sound));
  const ends = await Promise.allSettled(tracks);
  // A client that watches the early video now may continue for as long as an address is valid.
  await markForDeletion(app.db, [prefix], ADDRESS_LIFE);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Gathers the segments of a track into files, and records each file once it is stored. */
class TrackStore {
  readonly #name: EarlyTrack;
  readonly #put: (name: string, bytes: Buffer) => Promise<void>;
  readonly #note: (part: { number: number; seconds: number[]; bytes: number[]; isLast: boolean }) => Promise<void>;
  #held: Piece[] = [];
  #number = 0;
  #stored = -Infinity;

  constructor(
    name: EarlyTrack,
    put: (name: string, bytes: Buffer) => Promise<void>,
    note: (part: { number: number; seconds: number[]; bytes: number[]; isLast: boolean }) => Promise<void>,
  ) {
    this.#name = name;
    this.#put = put;
    this.#note = note;
  }

  /** True when this stored a file with segments. */
  async add(piece: Piece): Promise<boolean> {
    if (piece.seconds === null) {
      await this.#put(initialisationOf(this.#name), piece.bytes);
      return false;
    }
    this.#held.push(piece);
    const bytes = this.#held.reduce((sum, one) => sum + one.bytes.length, 0);
    if (performance.now() - this.#stored < MIN_INTERVAL && bytes < MAX_HELD) return false;
    await this.#store(false);
    return true;
  }

  /** Stores the remaining segments of a complete track. */
  async end(): Promise<void> {
    await this.#store(true);
  }

  async #store(isLast: boolean): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#number += 1;
    const bytes = Buffer.concat(held.map((piece) => piece.bytes));
    if (bytes.length > 0) await this.#put(partOf(this.#name, this.#number), bytes);
    this.#stored = performance.now();
    await this.#note({
      number: this.#number,
      seconds: held.map(({ seconds }) => seconds ?? 0),
      bytes: held.map((piece) => piece.bytes.length),
      isLast,
    });
  }
}

function masterOf(growing: Growing, codecs: Partial<Record<EarlyTrack, string>>): string {
  const { width, height, frameRate, maxRate } = growing;
  const rates = (most: number) => ({ peak: most, average: most });
  return masterPlaylist(
    [{ playlist: earlyPlaylist('picture'), codec: codecs.picture ?? '', width, height, frameRate, ...rates(maxRate) }],
    codecs.sound === undefined ? null : { playlist: earlyPlaylist('sound'), codec: codecs.sound, ...rates(SOUND_RATE) },
  );
}

function playbackOf(growing: Growing, codecs: Partial<Record<EarlyTrack, string>>, key: Key): Playback {
  return {
    key,
    type: HLS,
    codecs: [codecs.picture, codecs.sound].filter((codec) => codec !== undefined).join(','),
    bitrate: growing.maxRate + (codecs.sound === undefined ? 0 : SOUND_RATE),
    width: growing.width,
    height: growing.height,
  };
}

async function start(app: App, source: Claim, early: { id: string; playback: Playback }): Promise<void> {
  const owner = ownerOf(app, source);
  await transaction(app.db, async (tx) => {
    if (!(await owner.lock(tx, source.ownerId))) return;
    if (await setWatchable(tx, source, early)) await owner.playable(tx, source, 'video');
  });
}
