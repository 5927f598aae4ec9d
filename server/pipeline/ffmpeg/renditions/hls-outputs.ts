import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoded } from '../run/encode.ts';
import {
  type Sound,
  type Variant,
  bitratesOf,
  codecOfFile,
  endOf,
  masterPlaylist,
  parsePlaylist,
  buildPlaylist,
} from './hls.ts';
import { type Rung, fraction } from './ladder.ts';
import { ProcessingError } from '../processing-error.ts';
import type { Output } from './outputs.ts';
import { type Folders, type Measured, measure, openCollected, collect, readCollectedWhole } from '../run/collect.ts';
import type { Expected } from '../checks/verify.ts';
import { SOUND_NAME, SOUND_RATE } from './video-plan.ts';

/** One HLS file that was written, with its expectations for checking it. */
export interface MadeHls {
  name: string;
  rung: Rung | null;
  codec: string;
  peak: number;
  average: number;
  expected: Expected;
  /** Whether the decoder found damage in the source. */
  isDamaged: boolean;
  /** Measured when the file was taken over. */
  media: Measured;
  playlist: Measured;
}

/** Bytes. A day in pieces of two seconds takes two fifths of it. */
const MAX_PLAYLIST = 8 * 2 ** 20;

/**
 * Reads a playlist and the codec of its file, both in our folder. Throws ProcessingError when a decoder wrote something
 * else.
 */
async function read(out: string, name: string) {
  try {
    const playlist = parsePlaylist((await readCollectedWhole(out, `${name}.m3u8`)).toString());
    const file = await openCollected(out, `${name}.mp4`);
    try {
      return { playlist, codec: await codecOfFile(file, playlist.initialisation) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ProcessingError) throw error;
    throw unexpectedOutput(name, error);
  }
}

const unexpectedOutput = (name: string, cause: unknown): ProcessingError =>
  new ProcessingError('unreadable', `${name}: no stream of ours was written`, { cause });

/** Replaces a decoder's playlist by the one for players. Throws ProcessingError if the decoder's isn't a valid playlist. */
async function collectPlaylist(folders: Folders, name: string): Promise<Measured> {
  await collect(folders, `${name}.m3u8`, MAX_PLAYLIST);
  const path = join(folders.out, `${name}.m3u8`);
  const written = (await readCollectedWhole(folders.out, `${name}.m3u8`)).toString();
  let playlist: string;
  try {
    playlist = buildPlaylist(written, `${name}.mp4`);
  } catch (error) {
    throw unexpectedOutput(name, error);
  }
  await rm(path);
  await writeFile(path, playlist, { flag: 'wx' });
  return measure(folders.out, `${name}.m3u8`);
}

/**
 * Reads one HLS output: the `file`th of a command, of one rung or (null) the sound. Throws ProcessingError when nothing was
 * written, or when its ranges do not end where the file ends.
 */
export async function readHls(
  folders: Folders,
  frameRate: string,
  encoded: Encoded,
  file: number,
  rung: Rung | null,
): Promise<MadeHls> {
  const name = rung === null ? SOUND_NAME : `v${rung.name}`;
  const stream = encoded.written.find((each) => each.file === file);
  if (stream === undefined || stream.packets === 0) throw new ProcessingError('unreadable', `${name}: no packets`);
  const list = await collectPlaylist(folders, name);
  const media = await collect(folders, `${name}.mp4`);
  const { playlist, codec } = await read(folders.out, name);
  const rate = rung === null ? SOUND_RATE : fraction(frameRate);
  const duration = (rung === null ? stream.samples : stream.frames) / rate;
  if (endOf(playlist) !== media.bytes)
    throw new ProcessingError('output-damaged', `${name}: ranges end at ${endOf(playlist)} of ${media.bytes}`);
  return {
    name,
    rung,
    codec,
    ...bitratesOf(playlist),
    expected: { name: `${name}.mp4`, demuxer: 'mov', streams: [{ packets: stream.packets, rate, duration }] },
    isDamaged: encoded.isDamaged,
    media,
    playlist: list,
  };
}

function masterOf(all: readonly MadeHls[], frameRate: number): string {
  const variants: Variant[] = [];
  let sound: Sound | null = null;
  for (const { name, rung, codec, peak, average } of all) {
    const common = { playlist: `${name}.m3u8`, codec, peak, average };
    if (rung === null) sound = common;
    else variants.push({ ...common, width: rung.width, height: rung.height, frameRate });
  }
  return masterPlaylist(variants, sound);
}

const MIMES = {
  'hls-master': 'application/vnd.apple.mpegurl',
  'hls-playlist': 'application/vnd.apple.mpegurl',
  poster: 'image/jpeg',
  sprite: 'image/jpeg',
} as const;

/** An output in our folder that is not a stream. */
export async function plainOutput(
  out: string,
  name: string,
  role: keyof typeof MIMES,
  duration: number | null,
): Promise<Output> {
  const measured = await measure(out, name);
  return {
    name,
    role,
    mime: MIMES[role],
    codecs: null,
    bitrate: null,
    width: null,
    height: null,
    duration,
    ...measured,
  };
}

function hlsOutputs({ name, rung, codec, average, expected, media, playlist }: MadeHls): Output[] {
  const duration = expected.streams[0]?.duration ?? 0;
  const size = { width: rung?.width ?? null, height: rung?.height ?? null };
  const [role, mime] =
    rung === null ? (['hls-audio', 'audio/mp4'] as const) : (['hls-rendition', 'video/mp4'] as const);
  return [
    { name: `${name}.mp4`, role, mime, codecs: codec, bitrate: average, ...size, duration, ...media },
    {
      name: `${name}.m3u8`,
      role: 'hls-playlist',
      mime: MIMES['hls-playlist'],
      codecs: codec,
      bitrate: average,
      ...size,
      duration,
      ...playlist,
    },
  ];
}

/**
 * Writes the master playlist of renditions, best first, and their sound. Returns all outputs, the master playlist
 * first.
 */
export async function writeMaster(
  out: string,
  name: string,
  all: readonly MadeHls[],
  frameRate: string,
  duration: number,
): Promise<[Output, ...Output[]]> {
  await writeFile(join(out, name), masterOf(all, fraction(frameRate)), { flag: 'wx' });
  const best = all.find(({ rung }) => rung !== null);
  const sound = all.find(({ rung }) => rung === null);
  const parts = [best, sound].filter((part) => part !== undefined);
  return [
    {
      ...(await plainOutput(out, name, 'hls-master', duration)),
      codecs: parts.map(({ codec }) => codec).join(','),
      bitrate: parts.reduce((sum, { peak }) => sum + peak, 0),
      width: best?.rung?.width ?? null,
      height: best?.rung?.height ?? null,
    },
    ...all.flatMap(hlsOutputs),
  ];
}
