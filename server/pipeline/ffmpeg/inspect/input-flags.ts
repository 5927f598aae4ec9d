import type { Demuxer } from './sniff.ts';
import { splitArgs } from '../run/split-args.ts';

/** The most pixels of one picture. Allows 8K, and refuses files whose frames would take a gigabyte. */
export const MAX_PIXELS = 40_000_000;

/** Decoders of the sound that musicians and phones produce. */
const SOUND = splitArgs(`
  mp3 mp3float mp2 mp2float mp1 mp1float aac aac_fixed aac_latm alac flac vorbis libvorbis opus libopus ac3 eac3
  wmav1 wmav2 wmapro wmalossless adpcm_ms adpcm_ima_wav adpcm_ima_qt pcm_alaw pcm_mulaw pcm_bluray pcm_dvd
  pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_f64be
`);

/** Picture decoders; `png` and `mjpeg` are for covers and for cameras. */
const PICTURE = splitArgs(`
  h264 hevc vp8 libvpx vp9 libvpx-vp9 av1 libdav1d libaom-av1 mpeg4 mpeg2video mpeg1video mjpeg png theora
  prores dnxhd h263 wmv1 wmv2 wmv3 vc1 msmpeg4
`);

/**
 * Decoders of streams that we don't convert: covers and subtitles. ffprobe opens a decoder for every stream, and fails
 * if one is not allowed. ffmpeg opens only mapped streams, so these decoders are not allowed during the conversion.
 */
const BESIDES = splitArgs('gif bmp webp mov_text subrip srt ass ssa webvtt text dvdsub pgssub dvbsub cc_dec');

/** The decoders of the streams that we convert. */
export const DECODERS: ReadonlySet<string> = new Set([...SOUND, ...PICTURE]);

/**
 * The options before `-i` of ffmpeg and ffprobe for every uploaded file: one demuxer, local files only, known decoders
 * only, bounded memory. So a file that is a playlist, refers to other files, or has a name like an image pattern can't
 * make ffmpeg open any other file or address.
 */
export function inputFlags(demuxer: Demuxer, purpose: 'probe' | 'convert' = 'convert'): string[] {
  const decoders = [...DECODERS, ...(purpose === 'probe' ? BESIDES : [])].join(',');
  return splitArgs(`
    -protocol_whitelist file -format_whitelist ${demuxer} -f ${demuxer} -codec_whitelist ${decoders}
    -max_streams 64 -max_pixels ${MAX_PIXELS} -max_alloc ${2 ** 30} -probesize 10000000 -analyzeduration 10000000
  `);
}

/** The input itself, with `file:` before its path, because a name like `concat:` would be a protocol otherwise. */
export const inputOf = (path: string): string[] => ['-i', `file:${path}`];

/** ffmpeg takes the start time of these from the mapped streams instead of the whole file (AVFMT_TS_DISCONT). */
export const CLOCK_BY_USE: ReadonlySet<Demuxer> = new Set(['mpegts', 'ogg']);
