import { open } from 'node:fs/promises';
import type { StoredFile } from '../../../platform/storage/storage.ts';
import { mpegFramesAgree } from './mpeg-frame.ts';

/** The demuxers of ffmpeg that we use. None of them opens another file or address. */
export const DEMUXERS = ['mp3', 'flac', 'wav', 'aiff', 'ogg', 'mov', 'matroska', 'avi', 'asf', 'mpegts'] as const;
export type Demuxer = (typeof DEMUXERS)[number];

export interface Sniffed {
  demuxer: Demuxer;
  mime: string;
  /** A guess from the first bytes; the probe decides. */
  kind: 'audio' | 'video' | 'unknown';
  /**
   * The offset behind a tag or zeros that are longer than the head; the bytes there must be checked (by `sniffFile`).
   */
  behind: number | null;
}

/** The number of bytes that `sniff` needs. */
export const HEAD_BYTES = 64 * 1024;

const found = (demuxer: Demuxer, mime: string, kind: Sniffed['kind']): Sniffed => ({
  demuxer,
  mime,
  kind,
  behind: null,
});

const ascii = (head: Buffer, from: number, to: number): string => head.toString('latin1', from, to);

/** Length of the ID3v2 tag at `from`, with its header and footer; 0 if no tag begins there. */
function id3Length(head: Buffer, from: number): number {
  if (ascii(head, from, from + 3) !== 'ID3' || head.length < from + 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((head[from + place] ?? 0) & 0x7f), 0);
  const footer = ((head[from + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}

/** No format that we read begins with this many zeros. */
const FEWEST_ZEROS = 16;

/**
 * The number of zeros from `from` on, which damaged disks and recorders leave in front of a song; 0 if they are too few
 * to be padding.
 */
function zerosLength(head: Buffer, from: number): number {
  let at = from;
  while (head[at] === 0) at += 1;
  return at - from < FEWEST_ZEROS ? 0 : at - from;
}

const STILL_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|jpeg|crx )$/;
const OLD_QUICKTIME = /^(moov|mdat|wide|free|skip|pnot)$/;

function sniffMov(head: Buffer): Sniffed | null {
  const type = ascii(head, 4, 8);
  if (type === 'ftyp') {
    const brand = ascii(head, 8, 12);
    if (STILL_BRANDS.test(brand)) return null;
    if (/^M4[AB] /.test(brand)) return found('mov', 'audio/mp4', 'audio');
    return found('mov', brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', 'unknown');
  }
  const size = head.length < 8 ? 0 : head.readUInt32BE(0);
  return OLD_QUICKTIME.test(type) && (size === 0 || size === 1 || size >= 8)
    ? found('mov', 'video/quicktime', 'unknown')
    : null;
}

function sniffOgg(head: Buffer): Sniffed {
  // The first page's payload begins after its header of 27 bytes and one byte for each segment.
  const start = 27 + (head[26] ?? 0);
  const codec = ascii(head, start, start + 8);
  if (/^(\x01vorbis|OpusHead|\x7fFLAC|Speex )/.test(codec)) return found('ogg', 'audio/ogg', 'audio');
  return codec.startsWith('\x80theora')
    ? found('ogg', 'video/ogg', 'video')
    : found('ogg', 'application/ogg', 'unknown');
}

const FRAMES_NEED = 4096;
const SYNC = 0x47;
const PACKETS_THAT_AGREE = 5;

/** A transport stream has its sync byte every 188 bytes, or every 192 after a time stamp of four. */
function isTransportStream(head: Buffer): boolean {
  return [
    { start: 0, step: 188 },
    { start: 4, step: 192 },
  ].some(({ start, step }) =>
    Array.from({ length: PACKETS_THAT_AGREE }, (_, packet) => head[start + packet * step]).every(
      (byte) => byte === SYNC,
    ),
  );
}

/** RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088) have 64-bit sizes. */
const WAVES: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64']);

function sniffAt(head: Buffer): Sniffed | null {
  const four = ascii(head, 0, 4);
  const form = ascii(head, 8, 12);
  if (four === 'fLaC') return found('flac', 'audio/flac', 'audio');
  if (WAVES.has(four) && form === 'WAVE') return found('wav', 'audio/wav', 'audio');
  if (four === 'RIFF' && form === 'AVI ') return found('avi', 'video/x-msvideo', 'video');
  if (four === 'FORM' && (form === 'AIFF' || form === 'AIFC')) return found('aiff', 'audio/aiff', 'audio');
  if (four === 'OggS') return sniffOgg(head);
  if (head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex'))) {
    const type = /matroska|webm/.exec(ascii(head, 4, 80))?.[0];
    return type === undefined
      ? null
      : found('matroska', type === 'webm' ? 'video/webm' : 'video/x-matroska', 'unknown');
  }
  if (head.subarray(0, 8).equals(Buffer.from('3026b2758e66cf11', 'hex')))
    return found('asf', 'video/x-ms-asf', 'unknown');
  const mov = sniffMov(head);
  if (mov !== null) return mov;
  if (isTransportStream(head)) return found('mpegts', 'video/mp2t', 'video');
  return mpegFramesAgree(head) ? found('mp3', 'audio/mpeg', 'audio') : null;
}

/**
 * Detects the type of a file from its first bytes (64 kB, or all of a shorter file) and its length, never from its
 * name. Pure. Null if we do not read it: playlists, lists of files, subtitles, still images, text and anything unknown.
 * If a tag or zeros are longer than the head, the result is `mp3` with `behind`, the offset at which to read further.
 */
export function sniff(head: Buffer, length: number): Sniffed | null {
  let start = 0;
  // Some files have two tags in a row, or zeros around them; real songs don't have more.
  for (let parts = 0; parts < 4; parts += 1) {
    const skipped = id3Length(head, start) || zerosLength(head, start);
    if (skipped === 0) break;
    start += skipped;
    if (start >= length) return null;
    // Two frames of MPEG audio need some three kilobytes. If fewer are left in the head, the type cannot be detected
    // yet.
    if (head.length - start < FRAMES_NEED && head.length < length)
      return { ...found('mp3', 'audio/mpeg', 'audio'), behind: start };
  }
  const inside = sniffAt(start === 0 ? head : head.subarray(start));
  // Only these two types are common behind tags and zeros; anything else there is a disguise.
  return start === 0 || inside?.demuxer === 'mp3' || inside?.demuxer === 'flac' ? inside : null;
}

/** Like `sniffOpen`, for a local file. `path` is absolute; errors of the file system are thrown. */
export async function sniffFile(path: string): Promise<Sniffed | null> {
  const file = await open(path, 'r');
  try {
    return await sniffOpen({ file, stats: await file.stat() });
  } finally {
    await file.close();
  }
}

/** The most looks at one file: enough for several long tags, or for about two megabytes of zeros. */
const MOST_LOOKS = 32;

/** Like `sniff`, for an open file, and also looks behind tags and zeros that are longer than the head. */
export async function sniffOpen({ file, stats: { size } }: StoredFile): Promise<Sniffed | null> {
  let at = 0;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, at);
    const seen = sniff(buffer.subarray(0, bytesRead), size - at);
    if (seen === null || seen.behind === null)
      return at === 0 || seen?.demuxer === 'mp3' || seen?.demuxer === 'flac' ? seen : null;
    at += seen.behind;
  }
  return null;
}
