/**
 * The header by which a player in another site's page says who listens, for what it plays is to be counted: no cookie
 * reaches us from there. Its value is what `POST /api/embeds/listener` replied.
 */
export const LISTENER_HEADER = 'x-listener';

/** The address of a file as that listener asks for it; files that are named beside it, as in a playlist, inherit it. */
export const addressFor = (listener: string, address: string): string =>
  address.replace(/^\/files\/([^/~]+)\//, `/files/$1~${listener}/`);

/** The two parts of a file address's token: its signature, and the listener who asks, if one is named. */
export function listenerIn(token: string): { signed: string; listener: string | null } {
  const [signed = '', listener = null] = token.split('~', 2);
  return { signed, listener };
}
