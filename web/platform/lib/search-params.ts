/** Reads a value of an address; undefined for an invalid one, so that an old or mistyped link still opens. */
export type Param<T> = (value: unknown) => T | undefined;

type SearchOf<Params> = { [Name in keyof Params]?: Params[Name] extends Param<infer T> ? T | undefined : never };

/**
 * Makes a route's `validateSearch` from the parameters of its address. It doesn't use the contract's schema library,
 * because nothing else in the first load needs that.
 */
export const createSearchValidator =
  <Params extends Record<string, Param<unknown>>>(params: Params) =>
  (search: Record<string, unknown>) => {
    const found: Record<string, unknown> = {};
    // Invalid values are included as undefined, because the router keeps values that aren't in the result.
    for (const [name, read] of Object.entries(params)) if (name in search) found[name] = read(search[name]);
    return found as SearchOf<Params>;
  };

const wholeNumber =
  (least: number, most: number): Param<number> =>
  (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return Number.isSafeInteger(number) && Number(number) >= least && Number(number) <= most
      ? Number(number)
      : undefined;
  };

export const text: Param<string> = (value) => (typeof value === 'string' ? value : undefined);
export const number = wholeNumber(0, Number.MAX_SAFE_INTEGER);
/** The seed of a shuffled list, in the range that the calls accept. */
export const seed = wholeNumber(0, 2_147_483_647);
/** The page of a list, from 1 to the last one that a call accepts. */
export const page = wholeNumber(1, 1000);
export const flag: Param<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
/** Typed text; "100" and "true" count as text, too. */
export const words: Param<string> = (value) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

const facets = createSearchValidator({ local: flag, songs: flag, videos: flag, underReview: flag });

/** The filter of a list of songs and videos, and whether the filter drawer is open. */
export const mediaFilter = {
  facets: (value: unknown) =>
    typeof value === 'object' && value !== null ? facets(value as Record<string, unknown>) : undefined,
  filters: flag,
  location: text,
  distance: number,
};
