import type { ProfileDetails } from '@scoville/contract/accounts/users/profile.ts';
import { MAX_PROFILE_TEXT } from '@scoville/contract/community/profiles/profile-size.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';

/** The lists of a profile. */
export const LISTS = ['albums', 'bands', 'professions', 'schools', 'donationMethods', 'contactMethods'] as const;
/** Characters of credits and notes in a profile that is too long. */
const MAX_NOTE = 100;

/**
 * A profile as shown to others. An older one, from before entries were limited, is cut to the limit: first credits and
 * notes, then the last entries of each list. Its owner gets all of it.
 */
export function boundDetails(details: ProfileDetails): ProfileDetails {
  if (textOfLists(details) <= MAX_PROFILE_TEXT) return details;
  const short = {
    ...details,
    albums: details.albums.map((album) => ({ ...album, credits: shorten(album.credits, MAX_NOTE) })),
    bands: details.bands.map((band) => ({ ...band, notes: shorten(band.notes, MAX_NOTE) })),
  };
  const room = MAX_PROFILE_TEXT / LISTS.length;
  const first = <Entry extends object>(entries: Entry[]): Entry[] => {
    let length = 0;
    return entries.filter((entry) => (length += lengthOf([entry])) <= room);
  };
  return {
    ...short,
    albums: first(short.albums),
    bands: first(short.bands),
    professions: first(short.professions),
    schools: first(short.schools),
    donationMethods: first(short.donationMethods),
    contactMethods: first(short.contactMethods),
  };
}

/** Characters of all words in a profile's lists. */
export const textOfLists = (details: Pick<ProfileDetails, (typeof LISTS)[number]>): number =>
  LISTS.reduce((sum, list) => sum + lengthOf(details[list]), 0);

/** Fields of an entry that aren't text by its owner. */
const GIVEN = new Set(['id', 'coverUrl', 'imageUrl']);

/** Characters of all words of some entries. */
function lengthOf(entries: readonly object[]): number {
  let length = 0;
  for (const entry of entries)
    for (const [key, value] of Object.entries(entry))
      if (typeof value === 'string' && !GIVEN.has(key)) length += value.length;
  return length;
}
