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
  union,
  type infer as Infer,
} from 'zod/mini';

// What an address may say about a screen. A damaged value counts as none: an old or mistyped link still opens.
const text = otherwise(optional(string()), undefined);
const number = otherwise(optional(coerce.number().check(int(), nonnegative())), undefined);
/** A page of a list, from 1 to the last that a call may ask for. */
const page = otherwise(optional(coerce.number().check(int(), minimum(1), maximum(1000))), undefined);
const flag = otherwise(optional(boolean()), undefined);

/** Whoever comes here to subscribe to a musician (an id). */
export const SignInSearch = object({ subscribeTo: text });
/** The seed of a shuffled list. */
export const SeededSearch = object({ seed: number });
export const CategorySearch = object({
  curated: flag,
  facets: otherwise(optional(object({ local: flag, songs: flag, videos: flag, underReview: flag })), undefined),
  location: text,
  distance: number,
  /** `true` starts playing at the first media; an id at that one. */
  play: otherwise(optional(union([boolean(), string()])), undefined),
  seed: number,
});
export type CategorySearch = Infer<typeof CategorySearch>;
/** `filter` is part of a title. */
export const OwnMediaSearch = object({ page, filter: text });
/** `filter` is the media table's: the name of a state. */
export const TableSearch = object({ page, q: text, filter: text });
