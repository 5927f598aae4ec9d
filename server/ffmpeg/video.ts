import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Analysis, Analyser } from './analyse.ts';
import { type Encoded, encode } from './encode.ts';
import { type Sound, type Variant, bitratesOf, codecOfFile, endOf, masterPlaylist, parsePlaylist } from './hls.ts';
import { type Rung, fraction } from './ladder.ts';
import { MediaError } from './media-error.ts';
import { POSTER_NAME, makePoster, makeSprite } from './pictures.ts';
import type { PictureStream, SoundStream } from './probe.ts';
import type { Output, PlayableVideo, Sprite } from './process.ts';
import type { Demuxer } from './sniff.ts';
import { SHORTEST } from './song.ts';
import type { Tools } from './tools.ts';
import { type Expected, type Measured, measure, verify } from './verify.ts';
import { SOUND_NAME, SOUND_RATE, SPRITE_NAME, type VideoPlan, planVideo, spriteGrid } from './video-plan.ts';

export interface VideoJob {
  tools: Tools;
  path: string;
  demuxer: Demuxer;
  picture: PictureStream;
  sound: SoundStream | null;
  /** Seconds as the file says. */
  told: number | null;
  folder: string;
  threads: number;
  maxSeconds: number;
  signal: AbortSignal;
  /** Share done of all the converting, 0 to 1. */
  onTranscoding: (share: number) => void;
  onPlayable: (partial: PlayableVideo) => Promise<void>;
  /** Share done of all the checking, 0 to 1. */
  onFinishing: (share: number) => void;
}

export interface MadeVideo {
  analysis: Analysis | null;
  /** Seconds of what is longer, picture or sound. */
  duration: number;
  sprite: Sprite;
  outputs: Output[];
}

/** One HLS file that was written, with what it must turn out to be. */
interface Made {
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

const TWELVE_HOURS = 12 * 3_600_000;
/** HLS players stall on anything shorter, seconds. */
const TOO_SHORT_FOR_HLS = 1;
const FIRST_SHARE = 0.4;

const capsFor = (threads: number) => ({
  cpuSeconds: 12 * 3600,
  // Each thread reserves a stack and an arena, used or not.
  addressSpace: (4 + threads / 2) * 2 ** 30,
  fileSize: 2 ** 34,
});

/** Converts a video, the smallest rendition first, and decodes everything again. Throws MediaError. */
export async function makeVideo(job: VideoJob): Promise<MadeVideo> {
  const plan = planVideo({ ...job, duration: job.told, canToneMap: job.tools.canToneMap });
  const analyser = job.sound === null ? null : new Analyser(SOUND_RATE);
  const first = await runPlan(job, plan.firstArgs, (seconds) => share(seconds, job) * FIRST_SHARE, analyser);
  if (job.sound !== null && isSilent(first, job.sound)) return makeVideo({ ...job, sound: null });

  const frameRate = fraction(plan.frameRate);
  const picture = await made(job, plan, first, 0, plan.first);
  const sound = job.sound === null ? null : await made(job, plan, first, 1, null);
  const analysis = analyser?.result() ?? null;
  const pictureSeconds = picture.expected.streams[0]?.duration ?? 0;
  const duration = Math.max(pictureSeconds, analysis?.duration ?? 0);
  if (duration < SHORTEST / 2) throw new MediaError('too-short', `${duration} s decoded`);

  const pictures = { tools: job.tools, folder: job.folder, threads: job.threads, signal: job.signal, rung: plan.first };
  const grid = spriteGrid(pictureSeconds);
  if (grid.interval !== plan.sprite.interval) await makeSprite(pictures, grid);
  const count = Math.min(grid.columns * grid.rows, Math.ceil(pictureSeconds / grid.interval));
  const sprite: Sprite = { ...grid, name: SPRITE_NAME, count };
  const spriteOutput = await plainOutput(job.folder, SPRITE_NAME, 'sprite', null);
  const hls = async (master: string, all: readonly Made[]): Promise<Output[]> => {
    await writeFile(join(job.folder, master), masterOf(all, frameRate));
    const best = all[0] as Made;
    return [
      {
        ...(await plainOutput(job.folder, master, 'hls-master', duration)),
        codecs: [best.codec, ...(sound === null ? [] : [sound.codec])].join(','),
        bitrate: best.peak + (sound?.peak ?? 0),
        width: best.rung?.width ?? null,
        height: best.rung?.height ?? null,
      },
      ...all.flatMap(hlsOutputs),
    ];
  };
  const early = [picture, ...(sound === null ? [] : [sound])];
  await job.onPlayable({
    kind: 'video',
    width: plan.first.width,
    height: plan.first.height,
    duration,
    outputs: [...(await hls('first.m3u8', early)), spriteOutput],
    sprite,
  });

  const rest = plan.rungs.slice(0, -1);
  const renditions = [picture];
  if (plan.restArgs !== null) {
    const second = await runPlan(job, plan.restArgs, (s) => FIRST_SHARE + share(s, job) * (1 - FIRST_SHARE), null);
    renditions.unshift(...(await Promise.all(rest.map((rung, file) => made(job, plan, second, file, rung)))));
  }
  const all = [...renditions, ...(sound === null ? [] : [sound])];
  const master = await hls('master.m3u8', all);
  const codecs = master[0]?.codecs ?? null;
  const clip = duration < TOO_SHORT_FOR_HLS ? await makeClip(job, plan, codecs) : null;
  const best = plan.rungs[0] as Rung;
  await makePoster({ ...pictures, rung: best }, pictureSeconds);

  await verifyAll(job, [...all.map(({ expected }) => expected), ...(clip === null ? [] : [clip.expected])]);
  return {
    analysis,
    duration,
    sprite,
    outputs: [
      ...(clip === null ? [] : [clip.output]),
      ...master,
      { ...(await plainOutput(job.folder, POSTER_NAME, 'poster', null)), width: best.width, height: best.height },
      spriteOutput,
    ],
  };
}

/** Share of a stretch of the work; a file that lies about its length still never goes over. */
const share = (seconds: number, { told }: VideoJob): number =>
  told === null || told <= 0 ? 0 : Math.min(1, seconds / told);

async function runPlan(
  job: VideoJob,
  args: readonly string[],
  shareAt: (seconds: number) => number,
  analyser: Analyser | null,
): Promise<Encoded> {
  const { tools, folder, signal } = job;
  return encode({
    tools,
    args,
    caps: capsFor(job.threads),
    readable: [job.path],
    folder,
    signal,
    timeout: TWELVE_HOURS,
    onProgress: (seconds) => {
      if (seconds > job.maxSeconds) throw new MediaError('too-long', `over ${job.maxSeconds} s`);
      job.onTranscoding(shareAt(seconds));
    },
    ...(analyser === null ? {} : { onPipe: (chunk: Buffer) => analyser.add(chunk) }),
  });
}

/**
 * Whether a track of sound is there in name only. Sound that is there and cannot be decoded is an error: nobody wants
 * their video published mute.
 */
function isSilent({ written, read }: Encoded, sound: SoundStream): boolean {
  if (written.some((stream) => stream.type === 'audio' && stream.samples > 0)) return false;
  const packets = read.find((stream) => stream.stream === sound.index)?.packets ?? 0;
  if (packets > 0) throw new MediaError('unreadable', `no sound from ${packets} packets of ${sound.codec}`);
  return true;
}

async function playlistOf(folder: string, name: string) {
  const text = await readFile(join(folder, `${name}.m3u8`), 'utf8').catch(() => '');
  try {
    return parsePlaylist(text);
  } catch (error) {
    throw new MediaError('unreadable', `${name}: nothing was written`, { cause: error });
  }
}

async function made(job: VideoJob, plan: VideoPlan, encoded: Encoded, file: number, rung: Rung | null): Promise<Made> {
  const name = rung === null ? SOUND_NAME : `v${rung.name}`;
  const stream = encoded.written.find((each) => each.file === file);
  if (stream === undefined || stream.packets === 0) throw new MediaError('unreadable', `${name}: no packets`);
  const playlist = await playlistOf(job.folder, name);
  const codec = await codecOfFile(join(job.folder, `${name}.mp4`), playlist.initialisation);
  const rate = rung === null ? SOUND_RATE : fraction(plan.frameRate);
  const duration = (rung === null ? stream.samples : stream.frames) / rate;
  const media = await measure(join(job.folder, `${name}.mp4`));
  if (endOf(playlist) !== media.bytes)
    throw new MediaError('output-damaged', `${name}: ranges end at ${endOf(playlist)} of ${media.bytes}`);
  return {
    name,
    rung,
    codec,
    ...bitratesOf(playlist),
    expected: { name: `${name}.mp4`, demuxer: 'mov', streams: [{ packets: stream.packets, rate, duration }] },
    media,
    playlist: await measure(join(job.folder, `${name}.m3u8`)),
  };
}

function masterOf(all: readonly Made[], frameRate: number): string {
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

async function plainOutput(
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

function hlsOutputs({ name, rung, codec, average, expected, media, playlist }: Made): Output[] {
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

/** A progressive MP4 of the largest rung, sound included; encoded alike, so its codecs are those of the HLS. */
async function makeClip(
  job: VideoJob,
  plan: VideoPlan,
  codecs: string | null,
): Promise<{ output: Output; expected: Expected }> {
  const encoded = await runPlan(job, plan.clipArgs, () => 1, null);
  const name = 'clip.mp4';
  const rung = plan.rungs[0] as Rung;
  const streams = encoded.written.map(({ type, packets, frames, samples }) => {
    const rate = type === 'video' ? fraction(plan.frameRate) : SOUND_RATE;
    return { packets, rate, duration: (type === 'video' ? frames : samples) / rate };
  });
  const measured = await measure(join(job.folder, name));
  const duration = Math.max(...streams.map((stream) => stream.duration));
  const output: Output = {
    name,
    role: 'mp4',
    mime: 'video/mp4',
    codecs,
    bitrate: Math.round((measured.bytes * 8) / duration),
    width: rung.width,
    height: rung.height,
    duration,
    ...measured,
  };
  return { output, expected: { name, demuxer: 'mov', streams } };
}

/** One after the other: each decode uses all the threads that it was given. */
async function verifyAll(job: VideoJob, all: readonly Expected[]): Promise<void> {
  for (const [at, expected] of all.entries()) {
    job.onFinishing(at / all.length);
    await verify({ ...job, expected, timeout: TWELVE_HOURS });
  }
}
