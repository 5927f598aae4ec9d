import { profilePath } from './addresses.ts';

/** The canonical address of an album, as a pathname. Apart from the others: no first screen needs it. */
export const albumPath = (album: { id: string; musician: { id: string; username: string | null } }): string =>
  `${profilePath(album.musician)}/albums/${album.id}`;

/** The address of its player for other sites. */
export const albumEmbedPath = (id: string): string => `/embed/album/${id}`;
