import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { artwork } from '../fixtures/art.ts';
import { writeClip } from '../fixtures/clip.ts';
import { writeSong } from '../fixtures/encode.ts';
import { renderSong } from '../fixtures/synth/song.ts';
import { type Entry, seedOf } from './catalogue.ts';

/** Composes and renders the file of an entry, and names it after the entry's title. */
export async function makeFile(entry: Entry, ffmpeg: string): Promise<{ name: string; bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-demo-'));
  try {
    const path = await write(entry, folder, ffmpeg);
    return { name: basename(path), bytes: await readFile(path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the entry's file into `folder`, and returns the file's path. */
async function write(entry: Entry, folder: string, ffmpeg: string): Promise<string> {
  const { musician, title, style, kind, seconds, format, genre, description } = entry;
  const seed = seedOf(entry);
  const artist = `${musician.firstName} ${musician.lastName}`;
  const song = renderSong({ seed, style, seconds });
  const path = join(folder, `${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.${kind === 'song' ? format : 'mp4'}`);
  if (kind === 'song') {
    const tags = { title, artist, genre, comment: description };
    await writeSong(path, song, { ffmpeg, format, tags, cover: await artwork(seed, 700) });
  } else {
    const shape = kind === 'video' ? { width: 1280, height: 720 } : { width: 720, height: 1280 };
    await writeClip(path, song, { ffmpeg, seed, ...shape, tags: { title, artist } });
  }
  return path;
}
