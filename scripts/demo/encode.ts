import { spawn } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Song } from './synth/song.ts';
import { encodeWav } from './synth/wav.ts';

const SONG_FORMATS = ['wav', 'mp3', 'flac', 'ogg', 'm4a'] as const;
export type SongFormat = (typeof SONG_FORMATS)[number];

export interface Tags {
  title?: string;
  artist?: string;
  album?: string;
  genre?: string;
  date?: string;
  comment?: string;
}

const CODECS: Record<SongFormat, string[]> = {
  wav: ['-c:a', 'pcm_s16le'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '192k', '-id3v2_version', '3'],
  flac: ['-c:a', 'flac'],
  ogg: ['-c:a', 'libvorbis', '-q:a', '5'],
  m4a: ['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart', '-f', 'ipod'],
};

/**
 * Runs ffmpeg to its end; `feed` may write to its standard input. Throws with the last lines it said when it fails.
 */
export async function ffmpeg(
  program: string,
  args: string[],
  feed?: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const child = spawn(program, ['-v', 'error', '-nostdin', '-y', ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said}`)),
    );
  });
  // A broken pipe means that ffmpeg has ended; its exit code then says why.
  child.stdin.on('error', () => child.stdin.destroy());
  // Called back once the bytes are with the kernel (or the pipe broke), so the caller may use its buffer again.
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => {
      if (child.stdin.destroyed) return resolve();
      child.stdin.write(bytes, () => resolve());
    });
  if (feed) await feed(write);
  child.stdin.end();
  await ended;
}

/**
 * Writes a song to `path` in `format` with its tags and, where the format carries one, its cover (a JPEG). The file
 * appears whole or not at all.
 */
export async function writeSong(
  path: string,
  song: Song,
  options: { ffmpeg: string; format: SongFormat; tags?: Tags; cover?: Buffer },
): Promise<void> {
  const { format, tags = {}, cover } = options;
  const work = await mkdtemp(join(dirname(path), '.song-'));
  try {
    const wav = join(work, 'song.wav');
    const out = join(work, basename(path));
    await writeFile(wav, encodeWav(song, song.sampleRate));
    const pictured = cover !== undefined && (format === 'mp3' || format === 'flac' || format === 'm4a');
    if (pictured) await writeFile(join(work, 'cover.jpg'), cover);
    const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
    await ffmpeg(options.ffmpeg, [
      '-i',
      wav,
      ...(pictured ? ['-i', join(work, 'cover.jpg'), '-map', '0:a', '-map', '1:v', '-c:v', 'copy'] : []),
      ...(pictured ? ['-disposition:v', 'attached_pic'] : []),
      ...metadata,
      ...CODECS[format],
      '-fflags',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      `file:${out}`,
    ]);
    await rename(out, path);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
