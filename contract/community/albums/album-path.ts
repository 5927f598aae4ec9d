import { profilePath } from '../../platform/http/addresses.ts';

/** The canonical address of an album, as a pathname. It has its own module, because no first screen needs it. */
export const albumPath = (album: { id: string; musician: { id: string; username: string | null } }): string =>
  `${profilePath(album.musician)}/albums/${album.id}`;

/** The address of an album's player for other sites. */
export const albumEmbedPath = (id: string): string => `/embed/album/${id}`;
