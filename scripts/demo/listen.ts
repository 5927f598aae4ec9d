import { setTimeout as wait } from 'node:timers/promises';
import { type Media, media as mediaById } from '@scoville/contract/media.ts';
import { stats } from '@scoville/contract/stats.ts';
import { Caller } from './api.ts';
import { randomFrom } from './random.ts';

/** Plays that the server takes from one address in a minute, with room for others. */
const A_MINUTE = 100;

/**
 * Visitors who come and hear some of `heard`, the better-scored ones more often: each takes bytes of the sound, stays
 * for 5 percent of it, and then its play counts as anybody's would.
 */
export async function listen(base: string, heard: readonly Media[], visitors: number): Promise<number> {
  const random = randomFrom('visitors');
  let plays = 0;
  for (let i = 0; i < visitors && plays < A_MINUTE; i++) {
    const visitor = new Caller(base);
    const chosen = heard.filter((one) => random.next() ** 1.5 * 100 < (one.score ?? 30) - 30).slice(0, 12);
    const playing: Media[] = [];
    for (const { id } of random.shuffled(chosen).slice(0, 6)) {
      const media = await visitor.call(mediaById, { params: { id } });
      const source =
        media.sources.find(({ type }) => type.startsWith('audio/') || type === 'video/mp4') ?? media.sources[0];
      if (!source) continue;
      const answer = await visitor.fetch(source.url, { headers: { range: 'bytes=0-65535' } });
      await answer.arrayBuffer();
      if (answer.ok) playing.push(media);
    }
    await wait(Math.max(0, ...playing.map(({ length }) => (length ?? 0) * 0.05)) * 1000);
    for (const { id, musician } of playing)
      await visitor.call(stats, { body: { statTitle: 'play-media', media: id, musician: musician.id } });
    plays += playing.length;
  }
  return plays;
}
