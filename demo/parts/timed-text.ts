import { lyricsText } from '@scoville/contract/catalogue/timed-text/lyrics.ts';
import { saveTimedText, timedText } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { ownMedia } from '../own-media.ts';
import { type Part, made } from '../part.ts';

const LINES = [
  'The kettle hums before the town',
  'I keep a flame the wind can’t drown',
  'Salt on the table, smoke in the hall',
  'We sang it low and we sang it all',
  'Turn down the lamp, leave open the door',
  'There is room at the table for one or two more',
  'Slow is the river, slow is the road',
  'Carry me over and I’ll carry the load',
];

/**
 * The text for an entry: timed lyrics for a third of the songs, plain lyrics for another third, null for the rest;
 * WebVTT captions for every video.
 */
export function wordsOf(entry: Entry): string | null {
  const random = randomFrom(`words of ${seedOf(entry)}`);
  const lines = [entry.title, ...random.shuffled(LINES)];
  const lineEvery = entry.seconds / (lines.length + 1);
  const timed = lines.map((text, n) => ({ start: Math.round(lineEvery * (n + 0.5) * 100) / 100, end: null, text }));
  if (entry.kind !== 'song') return webVtt(timed, lineEvery * 0.8);
  const kind = random.range(0, 3);
  if (kind < 1) return lyricsText(timed);
  return kind < 2 ? lines.join('\n') : null;
}

function webVtt(lines: readonly { start: number; text: string }[], seconds: number): string {
  const stamp = (at: number) => new Date(Math.round(at * 1000)).toISOString().slice(11, 23);
  const cues = lines.map(({ start, text }) => `${stamp(start)} --> ${stamp(start + seconds)}\n${text}`);
  return ['WEBVTT', ...cues].join('\n\n');
}

/** Musicians add lyrics to their songs and captions to their videos. Leaves existing texts unchanged. */
export const timedTexts: Part = {
  name: 'Lyrics and captions',
  async fill({ people, entries, account }) {
    let count = 0;
    for (const musician of people.filter(({ kind }) => kind === 'musician')) {
      const owner = await account(musician);
      const list = await ownMedia(owner);
      for (const entry of entries.filter((one) => one.musician === musician)) {
        const media = list.get(entry.title);
        const text = wordsOf(entry);
        if (media === undefined || text === null) continue;
        const params = { id: media.id };
        if ((await owner.caller.call(timedText, { params })).lines.length > 0) continue;
        await owner.caller.call(saveTimedText, { params, body: { text } });
        count += 1;
      }
    }
    return made(count, 'lyrics or captions', 'lyrics and captions');
  },
};
