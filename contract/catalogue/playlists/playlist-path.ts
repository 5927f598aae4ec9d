/** The address of a user's playlist, as a pathname. It has its own module, because no first screen needs it. */
export const playlistPath = (id: string): string => `/playlists/${id}`;

/** The address of a playlist's player for other sites. */
export const playlistEmbedPath = (id: string): string => `/embed/playlist/${id}`;

/** Parses `/playlists/{id}`: returns the text in place of the id, or null for other paths. */
export const parsePlaylistPath = (path: string): string | null => /^\/playlists\/([^/]+)$/.exec(path)?.[1] ?? null;
