/** The address of a playlist that somebody made, as a pathname. Apart from the others: no first screen needs it. */
export const playlistPath = (id: string): string => `/playlists/${id}`;

/** The address of a playlist's player for other sites. */
export const playlistEmbedPath = (id: string): string => `/embed/playlist/${id}`;

/** Reads `/playlists/{id}`: the text in place of the id, or null for other paths. */
export const parsePlaylistPath = (path: string): string | null => /^\/playlists\/([^/]+)$/.exec(path)?.[1] ?? null;
