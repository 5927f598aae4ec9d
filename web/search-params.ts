import { boolean, coerce, catch as otherwise, int, maximum, minimum, nonnegative, optional, string } from 'zod/mini';

// What an address may say about a screen. A damaged value counts as none: an old or mistyped link still opens.
export const text = otherwise(optional(string()), undefined);
export const number = otherwise(optional(coerce.number().check(int(), nonnegative())), undefined);
/** A page of a list, from 1 to the last that a call may ask for. */
export const page = otherwise(optional(coerce.number().check(int(), minimum(1), maximum(1000))), undefined);
export const flag = otherwise(optional(boolean()), undefined);
