import {
  boolean,
  coerce,
  catch as otherwise,
  int,
  maximum,
  minimum,
  nonnegative,
  object,
  optional,
  string,
} from 'zod/mini';

// What an address may say about a screen. A damaged value counts as none: an old or mistyped link still opens.
export const text = otherwise(optional(string()), undefined);
export const number = otherwise(optional(coerce.number().check(int(), nonnegative())), undefined);
/** A seed of a shuffled list, as the calls take it. */
export const seed = otherwise(optional(coerce.number().check(int(), nonnegative(), maximum(2_147_483_647))), undefined);
/** A page of a list, from 1 to the last that a call may ask for. */
export const page = otherwise(optional(coerce.number().check(int(), minimum(1), maximum(1000))), undefined);
export const flag = otherwise(optional(boolean()), undefined);
/** Words that somebody typed: "100" and "true" are words, too. */
export const words = otherwise(optional(coerce.string()), undefined);

/** Which media of a list are shown, and whether the drawer is open in which that is chosen. */
export const mediaFilter = {
  facets: otherwise(optional(object({ local: flag, songs: flag, videos: flag, underReview: flag })), undefined),
  filters: flag,
  location: text,
  distance: number,
};
