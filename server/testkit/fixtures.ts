import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { artworkSvg } from '@scoville/contract/artwork.ts';
import { artwork } from '../../scripts/demo/art.ts';
import { writeClip } from '../../scripts/demo/clip.ts';
import { type SongFormat, type Tags, writeSong } from '../../scripts/demo/encode.ts';
import { renderSong } from '../../scripts/demo/synth/song.ts';
import type { StyleName } from '../../scripts/demo/synth/styles.ts';
import { png } from './png.ts';

/** Files for tests, made once and kept between runs; the number is raised when what makes them changes. */
const FOLDER = join(tmpdir(), 'scoville-fixtures-2');
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg';

/**
 * The path of a file that `make` writes, made when it is not there yet. Several processes may ask at once: each writes
 * its own and the rename settles it. Callers only read it.
 */
async function kept(what: object, extension: string, make: (path: string) => Promise<void>): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 24);
  const path = join(FOLDER, `${key}.${extension}`);
  try {
    await access(path);
    return path;
  } catch {
    // Not made yet.
  }
  await mkdir(FOLDER, { recursive: true });
  const own = join(FOLDER, `${randomUUID()}.${extension}`);
  try {
    await make(own);
    await rename(own, path);
  } finally {
    await rm(own, { force: true });
  }
  return path;
}

export interface SongFixture {
  seconds: number;
  format: SongFormat;
  /** Other music for another text. */
  seed?: string;
  style?: StyleName;
  tags?: Tags;
  /** A JPEG of 500 px as attached picture (mp3, flac, m4a). */
  cover?: boolean;
}

/** The path of a song of exactly `seconds` (lossy formats add their padding). */
export function song({
  seconds,
  format,
  seed = 'fixture',
  style = 'soul',
  tags,
  cover = false,
}: SongFixture): Promise<string> {
  return kept({ kind: 'song', seconds, format, seed, style, tags, cover }, format, async (path) => {
    const picture = cover ? await artwork(seed, 500) : undefined;
    await writeSong(path, renderSong({ seed, style, seconds }), { ffmpeg: FFMPEG, format, tags, cover: picture });
  });
}

export interface VideoFixture {
  seconds: number;
  /** Even numbers of pixels. */
  width: number;
  height: number;
  seed?: string;
  silent?: boolean;
}

/** The path of an MP4 (H.264, and AAC unless silent) at 24 frames a second. */
export function video({ seconds, width, height, seed = 'fixture', silent = false }: VideoFixture): Promise<string> {
  return kept({ kind: 'video', seconds, width, height, seed, silent }, 'mp4', (path) =>
    writeClip(path, renderSong({ seed, style: 'electronic', seconds }), {
      ffmpeg: FFMPEG,
      seed,
      width,
      height,
      silent,
    }),
  );
}

/** The path of a picture of flat shapes. */
export function image(options: {
  width: number;
  height: number;
  format: 'png' | 'jpeg' | 'gif' | 'webp';
  seed?: string;
}): Promise<string> {
  const { width, height, format, seed = 'fixture' } = options;
  return kept({ kind: 'image', width, height, format, seed }, format === 'jpeg' ? 'jpg' : format, async (path) => {
    const square = Buffer.from(artworkSvg(seed, Math.max(width, height)));
    await sharp(square).resize(width, height, { fit: 'cover' }).toFormat(format).toFile(path);
  });
}

const BROKEN = {
  /** A whole song's header and half its bytes. */
  'truncated-mp3': 'mp3',
  /** MP4 without the index that says where its frames are. */
  'no-index-mp4': 'mp4',
  empty: 'mp3',
  'text-as-mp3': 'mp3',
  /** An HLS playlist that names a file and an address outside. */
  'playlist-as-mp3': 'mp3',
  'html-as-jpg': 'jpg',
  /** 40,000 by 40,000 pixels in a file of about 200 kB. */
  'bomb-png': 'png',
} as const;
export type BrokenKind = keyof typeof BROKEN;

/** The path of a file that is not what its name says, or only part of it. */
export function broken(kind: BrokenKind): Promise<string> {
  return kept({ kind: 'broken', broken: kind }, BROKEN[kind], async (path) => writeFile(path, await brokenBytes(kind)));
}

async function brokenBytes(kind: BrokenKind): Promise<Buffer | string> {
  const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  switch (kind) {
    case 'truncated-mp3':
      return part(await readFile(await song({ seconds: 3, format: 'mp3' })), 0.5);
    case 'no-index-mp4':
      return withoutIndex(await readFile(await video({ seconds: 1, width: 320, height: 180 })));
    case 'empty':
      return '';
    case 'text-as-mp3':
      return 'This is a letter and no song.\n'.repeat(200);
    case 'playlist-as-mp3':
      return '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXTINF:10,\nhttp://127.0.0.1:9/out\n#EXT-X-ENDLIST\n';
    case 'html-as-jpg':
      return '<!doctype html><title>Not a picture</title><script>alert(1)</script>';
    case 'bomb-png':
      return png({ width: 40_000, height: 40_000, bits: 1, colour: 'grey' }, Buffer.alloc((40_000 / 8 + 1) * 40_000));
  }
}

/** An MP4 with its index in front, as if a recorder had died before writing it. */
function withoutIndex(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.indexOf('moov') - 4), bytes.subarray(bytes.indexOf('mdat') - 4)]);
}
