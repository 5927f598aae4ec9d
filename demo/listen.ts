import { setTimeout as wait } from 'node:timers/promises';
import { type Media, media as mediaById } from '@scoville/contract/media.ts';
import { stats } from '@scoville/contract/stats.ts';
import { Caller } from './api.ts';
import { randomFrom } from '../fixtures/random.ts';

/** Plays that the server takes from one address in a minute, with room for others. */
const A_MINUTE = 100;
/** A little more than what a play takes of the bytes and of the time. */
const SHARE = 0.06;

/**
 * Visitors who come and hear some of `heard`, the better-scored ones more often: each takes bytes of the sound, stays
 * for 5 percent of it, and then its play counts as anybody's would. They come together, and each hears one after the
 * other.
 */
export async function listen(base: string, heard: readonly Media[], visitors: number): Promise<number> {
  const random = randomFrom('visitors');
  const wanted = Array.from({ length: visitors }, () => {
    const chosen = heard.filter((one) => random.next() ** 1.5 * 100 < (one.score ?? 30) - 30).slice(0, 12);
    return random.shuffled(chosen).slice(0, 6);
  });
  let plays = 0;
  await Promise.all(
    wanted.map(async (songs) => {
      const visitor = new Caller(base);
      for (const { id } of songs) {
        if (plays >= A_MINUTE) return;
        plays += 1;
        await hear(visitor, base, id);
      }
    }),
  );
  return plays;
}

async function hear(visitor: Caller, base: string, id: string): Promise<void> {
  const { length, musician, sources } = await visitor.call(mediaById, { params: { id } });
  const source = sources.find(({ type }) => type.startsWith('audio/') || type === 'video/mp4') ?? sources[0];
  if (!source) return;
  await takeBytes(visitor, await fileOf(visitor, new URL(source.url, base)));
  await wait((length ?? 0) * SHARE * 1000);
  await visitor.call(stats, { body: { statTitle: 'play-media', media: id, musician: musician.id } });
}

/** The file that holds the sound or picture: a playlist names others, the smallest last. */
async function fileOf(visitor: Caller, url: URL): Promise<URL> {
  if (!url.pathname.endsWith('.m3u8')) return url;
  const text = await (await visitor.fetch(url)).text();
  const names = [...text.matchAll(/URI="([^"]+\.mp4)"|^([^#\s]+\.(?:m3u8|mp4))$/gm)];
  const last = names.at(-1);
  if (!last) throw new Error(`The playlist ${url.pathname} names no file.`);
  return fileOf(visitor, new URL(last[1] ?? last[2] ?? '', url));
}

/** The first byte says how large the file is, and a browser has its name from then on. */
async function takeBytes(visitor: Caller, url: URL): Promise<void> {
  const first = await visitor.fetch(url, { headers: { range: 'bytes=0-0' } });
  await first.arrayBuffer();
  const size = Number(first.headers.get('content-range')?.split('/')[1] ?? 0);
  const part = await visitor.fetch(url, { headers: { range: `bytes=0-${Math.ceil(size * SHARE)}` } });
  await part.arrayBuffer();
}
