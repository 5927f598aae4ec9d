/** The address of a playlist that somebody made, as a pathname. Apart from the others: no first screen needs it. */
export const playlistPath = (id: string): string => `/playlists/${id}`;
