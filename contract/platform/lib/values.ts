import * as z from 'zod/mini';
import { cleanText } from './clean-text.ts';

/** UUID version 7, in lower case. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const Id = z.string().check(z.regex(ID, 'This is not a known id.'));
export type Id = z.infer<typeof Id>;
export const isId = (value: string): boolean => ID.test(value);

export const ById = z.object({ id: Id });

/** A time as ISO 8601 in UTC, with milliseconds. */
export const Time = z.string();

/** A text, cleaned by `cleanText`. */
export const text = (max: number, tooLong = `Use at most ${max} characters.`) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => cleanText(value)),
      z.string().check(z.maxLength(max, tooLong)),
    ),
  );

/** Like `text`, but at least one visible character is required. */
export const requiredText = (max: number, missing: string) =>
  z.pipe(
    z.string(missing),
    z.pipe(
      z.transform((value: string) => cleanText(value)),
      z.string().check(z.minLength(1, missing), z.maxLength(max, `Use at most ${max} characters.`)),
    ),
  );

/** `true` or `false`, also as text from a query or a form. */
export const Flag = z.union([z.boolean(), z.stringbool()]);

/**
 * The paging parameters of every list. `cursor` (opaque, from `paging.next`) takes precedence over `page`. A check
 * without its own message uses that of its number.
 */
export const PageQuery = {
  page: z.optional(
    z.coerce
      .number('A page is a whole number from 1.')
      .check(
        z.int(),
        z.minimum(1),
        z.maximum(1000, 'A page is a whole number up to 1000. Follow paging.next instead of counting pages.'),
        z.describe(
          'Page numbers start at 1. They reach the first 10,000 rows, or the first 1,000 of shuffled lists, searches, the review queue and followed news; higher numbers are refused (400). A cursor reaches all rows. A page of very long texts can have fewer rows than its size, so follow paging.next.',
        ),
      ),
  ),
  size: z.optional(
    z.coerce.number('A size is a whole number from 1 to 100.').check(z.int(), z.minimum(1), z.maximum(100)),
  ),
  cursor: z.optional(
    z
      .string()
      .check(
        z.maxLength(400, 'This page address is damaged. Open the list again from the start.'),
        z.describe('The value of paging.next in the previous response. It takes precedence over page.'),
      ),
  ),
};

export const Paging = z.object({
  page: z.int(),
  size: z.int(),
  /** Opaque; null at the end of the list. */
  next: z.nullable(z.string()),
});

/** The seed of a shuffled list, 1 to 2^31 - 1; 0 means not shuffled. */
export const Seed = z.coerce.number('A seed is a whole number.').check(z.int(), z.minimum(0), z.maximum(2_147_483_647));

/** Ids of a list's items, each with its position. */
export const Positions = z
  .array(
    z.object({ id: Id, position: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    'Positions are a list of ids, each with its position.',
  )
  .check(
    z.minLength(1, 'Name what is arranged, and the positions.'),
    z.maxLength(1000, 'Name at most 1,000 at once.'),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'List each item only once.'),
  );
