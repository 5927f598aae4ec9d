import { addToPlaylist, createPlaylist, ownPlaylists } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { type Entry, seedOf } from '../catalogue.ts';
import { type Part, made } from '../part.ts';
import type { Person } from '../people.ts';
import { publicMedia } from '../public-media.ts';

const LISTS = [
  { name: 'For the drive home', description: 'Windows down, nothing below sixty.', visibility: 'public' },
  { name: 'Kitchen', description: 'What is on while the water boils.', visibility: 'public' },
  { name: 'Quiet hours', description: '', visibility: 'unlisted' },
  { name: 'To hear again', description: '', visibility: 'private' },
] as const;
/** The most songs and videos on a list. */
const MOST = 12;

/** The playlists of a person and the entries on each. Only listeners have playlists. */
export function playlistsBy(
  person: Person,
  entries: readonly Entry[],
): { list: (typeof LISTS)[number]; of: Entry[] }[] {
  if (person.kind !== 'listener') return [];
  const random = randomFrom(`playlists ${person.username}`);
  return LISTS.filter(() => random.range(0, 1) < 0.5).map((list) => {
    const share = MOST / Math.max(MOST, entries.length);
    const of = entries.filter(
      (entry) => randomFrom(`${list.name} ${person.username} ${seedOf(entry)}`).range(0, 1) < share,
    );
    return { list, of: of.slice(0, MOST) };
  });
}

/**
 * Listeners make playlists of published songs and videos. A list whose name exists already only gets the missing items.
 */
export const playlists: Part = {
  name: 'Playlists',
  async fill(place) {
    const heard = await publicMedia(place);
    const ids = new Map(heard.map(({ entry, media }) => [entry, media.id]));
    let count = 0;
    for (const person of place.people) {
      const wanted = playlistsBy(person, [...ids.keys()]);
      if (wanted.length === 0) continue;
      const { caller } = await place.account(person);
      const { playlists: own } = await caller.call(ownPlaylists, {});
      for (const { list, of } of wanted) {
        const media = of.flatMap((entry) => ids.get(entry) ?? []);
        const there = own.find(({ name }) => name === list.name);
        if (there === undefined) {
          await caller.call(createPlaylist, { body: { ...list, media } });
          count += 1;
        } else if (media.length > 0)
          await caller.call(addToPlaylist, { params: { playlistId: there.id }, body: { ids: media } });
      }
    }
    return made(count, 'playlist');
  },
};
