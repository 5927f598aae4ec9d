import { COMMON } from '../run/encode.ts';
import { inputFlags, inputOf } from '../inspect/input-flags.ts';
import type { SoundStream } from '../inspect/probe.ts';
import type { Demuxer } from '../inspect/sniff.ts';
import { splitArgs } from '../run/split-args.ts';

/** One file that a plan makes; `name` is relative to the output folder. */
export interface SongOutput {
  name: string;
  role: 'aac' | 'opus';
  mime: string;
  codecs: string;
  demuxer: Demuxer;
  /** Hz of the decoded output. */
  rate: number;
}

/** How a song is converted: to AAC-LC in MP4, which every browser plays, and to Opus in WebM. */
export interface SongPlan {
  /** Hz, of the AAC and of the analyser's input. */
  rate: number;
  first: SongOutput;
  second: SongOutput;
  /** All arguments of ffmpeg for the first output; pipe 3 gets 32-bit float stereo at `rate`. */
  firstArgs: string[];
  secondArgs: string[];
  /** For comparison in benchmarks: the first output without analysis, and both outputs from one command. */
  bareFirstArgs: string[];
  bareAllArgs: string[];
}

/** Rates (Hz) that AAC supports and every browser decodes. */
const AAC_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** The source's rate, or the next higher one that AAC supports; at most 48 kHz. */
export function deliveredRate(source: number): number {
  return AAC_RATES.find((rate) => rate >= source) ?? 48_000;
}

/**
 * Converts to stereo at `rate`. Mono is copied to both sides unchanged (ffmpeg's own conversion lowers it by 3 dB,
 * which would hide clipping); more channels are mixed down and scaled so that nothing clips.
 */
export function toStereo(sound: SoundStream, rate: number): string {
  const spread = sound.channels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '';
  return `${spread}aresample=${rate}:osf=fltp:ochl=stereo`;
}

export const AAC = '-c:a aac -aac_coder fast';
/** Raw sound for the analyser; flushing each packet costs a tenth of the whole time. */
export const TO_ANALYSER = '-c:a pcm_f32le -flush_packets 0 -blocksize 262144 -f f32le pipe:3';
/** No tags of the source, and nothing that differs from one run to the next. */
export const NO_METADATA = '-map_metadata -1 -map_chapters -1 -fflags +bitexact';

/** The plan for a song. Pure. */
export function planSong(input: { path: string; demuxer: Demuxer; sound: SoundStream; threads: number }): SongPlan {
  const rate = deliveredRate(input.sound.sampleRate);
  // Timestamps are counted in samples. Those of a damaged file may repeat or go back, which breaks the output.
  const graph = `[0:${input.sound.index}]${toStereo(input.sound, rate)},asetpts=N/SR/TB`;
  const front = [
    ...COMMON,
    ...splitArgs(`-threads ${input.threads}`),
    ...inputFlags(input.demuxer),
    ...inputOf(input.path),
    '-filter_complex',
  ];
  // Without the movie's own time scale Chromium plays 27 samples too few, and albums lose their gapless joins.
  const aac = splitArgs(
    `-map [a] ${AAC} -b:a 192k -movie_timescale ${rate} -movflags +faststart ${NO_METADATA} -f mp4 file:song.m4a`,
  );
  const opus = splitArgs(`-map [b] -c:a libopus -b:a 128k ${NO_METADATA} -f webm file:song.webm`);
  return {
    rate,
    first: { name: 'song.m4a', role: 'aac', mime: 'audio/mp4', codecs: 'mp4a.40.2', demuxer: 'mov', rate },
    second: { name: 'song.webm', role: 'opus', mime: 'audio/webm', codecs: 'opus', demuxer: 'matroska', rate: 48_000 },
    firstArgs: [...front, `${graph},asplit=2[a][heard]`, ...aac, ...splitArgs(`-map [heard] ${TO_ANALYSER}`)],
    secondArgs: [...front, `${graph}[b]`, ...opus],
    bareFirstArgs: [...front, `${graph}[a]`, ...aac],
    bareAllArgs: [...front, `${graph},asplit=2[a][b]`, ...aac, ...opus],
  };
}
