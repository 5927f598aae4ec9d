import { isId } from './values.ts';

/**
 * First words of addresses that are never a musician's name, in lower case: what begins with one of them and is no
 * screen leads to "/" instead of being looked up as a profile. Server and browser read this one list.
 */
const RESERVED = new Set(
  `about account admin agenda api assets auth browse contact embed favorites features files forgot genres health help
  home images login logout media messages moods notifications perfectly-seasoned playlists privacy reset review search
  settings signup songs static terms upload videos well-done`.split(/\s+/),
);

/** Is this word, in whatever case, the product's own as the first of an address? */
export const isReserved = (word: string): boolean => RESERVED.has(word.toLowerCase());

/** Could this be the name in a profile's address: a username (letters and digits) or an id? */
export const isProfileName = (name: string): boolean =>
  !isReserved(name) && (isId(name) || /^[A-Za-z0-9]+$/.test(name));
