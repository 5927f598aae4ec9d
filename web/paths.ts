import { isId } from '@scoville/contract/values.ts';

/**
 * First words of addresses that can never be a musician's name. What begins with one of them and is no screen goes to
 * "/" instead of being looked up as a profile.
 */
export const RESERVED = new Set(
  `about account admin api assets auth browse contact favorites forgot genres health help home login logout media
  messages moods perfectly-seasoned privacy reset review search settings signup static terms upload well-done`.split(
    /\s+/,
  ),
);

/** The kinds of media that a profile's address may name. */
export const TYPES = { songs: 'song', videos: 'video' } as const;
export type TypeWord = keyof typeof TYPES;
export const isTypeWord = (word: string): word is TypeWord => word in TYPES;

/** Could this be the name in a profile's address: a username (letters and digits) or an id? */
export const isProfileName = (name: string): boolean =>
  !RESERVED.has(name.toLowerCase()) && (isId(name) || /^[A-Za-z0-9]+$/.test(name));

/** The name that stands for a musician in addresses. */
export const nameOf = (musician: { id: string; username: string | null }): string => musician.username ?? musician.id;

/** The canonical address of a media, as a pathname. */
export const mediaPath = (media: { id: string; musician: { id: string; username: string | null } }): string =>
  `/${nameOf(media.musician)}/${media.id}`;
