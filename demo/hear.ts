import { setTimeout as wait } from 'node:timers/promises';
import type { Media } from '@scoville/contract/media.ts';
import type { Caller } from './api.ts';

/** What is played of a media. */
export interface Sound {
  url: string;
  /** Seconds. */
  length: number;
}

/** A little more than what a play takes of the bytes and of the time. */
const SHARE = 0.06;
/** The shortest stay (seconds): the server writes down once a second what it sent to whom. */
const LEAST = 1.5;

/** The way to play it that is a single file where there is one; null while there is none. */
export function soundOf({ sources, length }: Pick<Media, 'sources' | 'length'>): Sound | null {
  const source = sources.find(({ type }) => type.startsWith('audio/') || type === 'video/mp4') ?? sources[0];
  return source === undefined ? null : { url: source.url, length: length ?? 0 };
}

/** Takes bytes of it and stays for as long as a play takes. */
export async function hear(caller: Caller, base: string, { url, length }: Sound): Promise<void> {
  await takeBytes(caller, await fileOf(caller, new URL(url, base)));
  await wait(Math.max(LEAST, length * SHARE) * 1000);
}

/** The file that holds the sound or picture: a playlist names others, the smallest last. */
async function fileOf(caller: Caller, url: URL): Promise<URL> {
  if (!url.pathname.endsWith('.m3u8')) return url;
  const text = await (await caller.fetch(url)).text();
  const names = [...text.matchAll(/URI="([^"]+\.mp4)"|^([^#\s]+\.(?:m3u8|mp4))$/gm)];
  const last = names.at(-1);
  if (!last) throw new Error(`The playlist ${url.pathname} names no file.`);
  return fileOf(caller, new URL(last[1] ?? last[2] ?? '', url));
}

/** The first byte says how large the file is. */
async function takeBytes(caller: Caller, url: URL): Promise<void> {
  const first = await caller.fetch(url, { headers: { range: 'bytes=0-0' } });
  await first.arrayBuffer();
  const size = Number(first.headers.get('content-range')?.split('/')[1] ?? 0);
  const part = await caller.fetch(url, { headers: { range: `bytes=0-${Math.ceil(size * SHARE)}` } });
  await part.arrayBuffer();
}
