/**
 * The header in which a player in another site's page sends the id of its listener, so that plays are counted; browsers
 * don't send our cookies from there. Its value is the reply of `POST /api/embeds/listener`.
 */
export const LISTENER_HEADER = 'x-listener';

/**
 * Adds the listener to a file's address. Files that are addressed relative to it, as in a streaming playlist, inherit
 * the listener.
 */
export const addressFor = (listener: string, address: string): string =>
  address.replace(/^\/files\/([^/~]+)\//, `/files/$1~${listener}/`);

/** Splits the token in a file's address into its signature and the listener, which is null if none is named. */
export function listenerIn(token: string): { signed: string; listener: string | null } {
  const [signed = '', listener = null] = token.split('~', 2);
  return { signed, listener };
}
