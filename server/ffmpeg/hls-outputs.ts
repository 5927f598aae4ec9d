import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoded } from './encode.ts';
import { type Sound, type Variant, bitratesOf, codecOfFile, endOf, masterPlaylist, parsePlaylist } from './hls.ts';
import { type Rung, fraction } from './ladder.ts';
import { MediaError } from './media-error.ts';
import type { Output } from './process.ts';
import { type Expected, type Measured, measure } from './verify.ts';
import { SOUND_NAME, SOUND_RATE } from './video-plan.ts';

/** One HLS file that was written, with what it must turn out to be. */
export interface MadeHls {
  name: string;
  rung: Rung | null;
  codec: string;
  peak: number;
  average: number;
  expected: Expected;
  /** From the moment it was written. */
  media: Measured;
  playlist: Measured;
}

async function playlistOf(folder: string, name: string) {
  const text = await readFile(join(folder, `${name}.m3u8`), 'utf8').catch(() => '');
  try {
    return parsePlaylist(text);
  } catch (error) {
    throw new MediaError('unreadable', `${name}: nothing was written`, { cause: error });
  }
}

/**
 * What one HLS output came to: the `file`th of a command, of one rung or (null) the sound. Throws MediaError when
 * nothing was written, or when its ranges do not end where it ends.
 */
export async function readHls(
  folder: string,
  frameRate: string,
  encoded: Encoded,
  file: number,
  rung: Rung | null,
): Promise<MadeHls> {
  const name = rung === null ? SOUND_NAME : `v${rung.name}`;
  const stream = encoded.written.find((each) => each.file === file);
  if (stream === undefined || stream.packets === 0) throw new MediaError('unreadable', `${name}: no packets`);
  const playlist = await playlistOf(folder, name);
  const codec = await codecOfFile(join(folder, `${name}.mp4`), playlist.initialisation);
  const rate = rung === null ? SOUND_RATE : fraction(frameRate);
  const duration = (rung === null ? stream.samples : stream.frames) / rate;
  const media = await measure(join(folder, `${name}.mp4`));
  if (endOf(playlist) !== media.bytes)
    throw new MediaError('output-damaged', `${name}: ranges end at ${endOf(playlist)} of ${media.bytes}`);
  return {
    name,
    rung,
    codec,
    ...bitratesOf(playlist),
    expected: { name: `${name}.mp4`, demuxer: 'mov', streams: [{ packets: stream.packets, rate, duration }] },
    media,
    playlist: await measure(join(folder, `${name}.m3u8`)),
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

/** An output without a stream of its own. */
export async function plainOutput(
  folder: string,
  name: string,
  role: keyof typeof MIMES,
  duration: number | null,
): Promise<Output> {
  const measured = await measure(join(folder, name));
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

/** Writes the master playlist of renditions, best first, and their sound; all of its outputs, itself the first. */
export async function writeMaster(
  folder: string,
  name: string,
  all: readonly MadeHls[],
  frameRate: string,
  duration: number,
): Promise<[Output, ...Output[]]> {
  await writeFile(join(folder, name), masterOf(all, fraction(frameRate)));
  const best = all.find(({ rung }) => rung !== null);
  const sound = all.find(({ rung }) => rung === null);
  const parts = [best, sound].filter((part) => part !== undefined);
  return [
    {
      ...(await plainOutput(folder, name, 'hls-master', duration)),
      codecs: parts.map(({ codec }) => codec).join(','),
      bitrate: parts.reduce((sum, { peak }) => sum + peak, 0),
      width: best?.rung?.width ?? null,
      height: best?.rung?.height ?? null,
    },
    ...all.flatMap(hlsOutputs),
  ];
}
