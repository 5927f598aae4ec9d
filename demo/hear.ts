import { setTimeout as wait } from 'node:timers/promises';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { Caller } from './api.ts';

/** The file that a listener plays. */
export interface Sound {
  url: string;
  /** In seconds. */
  length: number;
}

/**
 * Share of the bytes and of the length that a listener takes, a little more than what the server requires for a play.
 */
const SHARE = 0.06;
/**
 * The shortest listening time in seconds, because the server records only once a second how many bytes it sent to whom.
 */
const LEAST = 1.5;

/** Picks a source of a song or video, preferably one that is a single file; null if it has no source yet. */
export function soundOf({ sources, length }: Pick<Media, 'sources' | 'length'>): Sound | null {
  const source = sources.find(({ type }) => type.startsWith('audio/') || type === 'video/mp4') ?? sources[0];
  return source === undefined ? null : { url: source.url, length: length ?? 0 };
}

/** Downloads enough bytes, and waits long enough, for the server to count a play. */
export async function hear(caller: Caller, base: string, { url, length }: Sound): Promise<void> {
  await takeBytes(caller, await fileOf(caller, new URL(url, base)));
  await wait(Math.max(LEAST, length * SHARE) * 1000);
}

/**
 * Resolves a playlist to a media file, following the last name in each playlist because the smallest rendition is
 * listed last. Returns other URLs unchanged.
 */
async function fileOf(caller: Caller, url: URL): Promise<URL> {
  if (!url.pathname.endsWith('.m3u8')) return url;
  const text = await (await caller.fetch(url)).text();
  const names = [...text.matchAll(/URI="([^"]+\.mp4)"|^([^#\s]+\.(?:m3u8|mp4))$/gm)];
  const last = names.at(-1);
  if (!last) throw new Error(`The playlist ${url.pathname} names no file.`);
  return fileOf(caller, new URL(last[1] ?? last[2] ?? '', url));
}

/**
 * Downloads the first SHARE of a file; requests a single byte first, because its `content-range` contains the file's
 * size.
 */
async function takeBytes(caller: Caller, url: URL): Promise<void> {
  const first = await caller.fetch(url, { headers: { range: 'bytes=0-0' } });
  await first.arrayBuffer();
  const size = Number(first.headers.get('content-range')?.split('/')[1] ?? 0);
  const part = await caller.fetch(url, { headers: { range: `bytes=0-${Math.ceil(size * SHARE)}` } });
  await part.arrayBuffer();
}
