import type { Source } from '@scoville/contract/catalogue/media/media.ts';

const RATE = 8000;

/** A song's source: the given seconds of silence (a WAV file with 8 bits, mono). */
export function silence(seconds: number): Source {
  const samples = seconds * RATE;
  const file = new Uint8Array(44 + samples).fill(128);
  const head = new DataView(file.buffer);
  const write = (at: number, word: string) => [...word].forEach((letter, n) => (file[at + n] = letter.charCodeAt(0)));
  write(0, 'RIFF');
  head.setUint32(4, 36 + samples, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, RATE, true);
  head.setUint32(28, RATE, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, samples, true);
  const url = URL.createObjectURL(new Blob([file], { type: 'audio/wav' }));
  return { url, type: 'audio/wav', codecs: '', bitrate: 64_000, width: null, height: null };
}

/**
 * A video's source: six seconds of a bar that moves to the right (VP8, 160x90 at 25 pictures a second, no sound). Made
 * by
 * `ffmpeg -f lavfi -i color=c=0x7a2f1d:s=160x90:r=25:d=6 -f lavfi -i color=c=0xf1c40f:s=12x90:r=25:d=6
 * -filter_complex "[0][1]overlay=x='mod(t*20\\,150)'" -c:v libvpx -b:v 20k clip.webm`.
 */
export const movingBar: Source = {
  url: new URL('./clip.webm', import.meta.url).href,
  type: 'video/webm',
  codecs: 'vp8',
  bitrate: 6600,
  width: 160,
  height: 90,
};

/**
 * The same video in segments of two seconds (H.264 in fragmented MP4, like the product's own). Made by ffmpeg from the
 * same pictures with
 * `-c:v libx264 -preset veryslow -crf 40 -profile:v high -force_key_frames "expr:gte(t,n_forced*2)" -f hls -hls_time 2
 * -hls_playlist_type vod -hls_segment_type fmp4 -hls_flags single_file -hls_segment_filename picture.mp4 picture.m3u8`.
 */
export const movingBarInParts: Source = {
  url: new URL('./parts/master.m3u8', import.meta.url).href,
  type: 'application/vnd.apple.mpegurl',
  codecs: 'avc1.64000c',
  bitrate: 40_000,
  width: 160,
  height: 90,
};
