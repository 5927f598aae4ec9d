/** The kinds of media that a profile's address may name. */
export const TYPES = { songs: 'song', videos: 'video' } as const;
export type TypeWord = keyof typeof TYPES;
export const isTypeWord = (word: string): word is TypeWord => word in TYPES;

/** The name that stands for a musician in addresses. */
export const nameOf = (musician: { id: string; username: string | null }): string => musician.username ?? musician.id;

/** The canonical address of a media, as a pathname. */
export const mediaPath = (media: { id: string; musician: { id: string; username: string | null } }): string =>
  `/${nameOf(media.musician)}/${media.id}`;
