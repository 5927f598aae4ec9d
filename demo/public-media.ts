import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { Entry } from './catalogue.ts';
import { ownMedia } from './own-media.ts';
import type { Account, Place } from './part.ts';

/** Returns the published songs and videos, each with its catalogue entry and its musician's account. */
export async function publicMedia({ people, entries, account }: Place) {
  const there: { entry: Entry; media: Media; musician: Account }[] = [];
  for (const person of people.filter(({ kind }) => kind === 'musician')) {
    const own = entries.filter((entry) => entry.musician === person);
    if (own.length === 0) continue;
    const musician = await account(person);
    const list = await ownMedia(musician);
    for (const entry of own) {
      const media = list.get(entry.title);
      if (media?.published) there.push({ entry, media, musician });
    }
  }
  return there;
}
