import * as z from 'zod/mini';
import { isReserved } from '../../platform/http/addresses.ts';

export const USERNAME_TAKEN = 'This username has already been taken.';

/** A name for addresses: letters and digits, but not one of the product's reserved words. */
export const Username = z.string().check(
  z.regex(/^[A-Za-z0-9]+$/, 'Usernames can only contain letters or numbers.'),
  z.maxLength(30, 'Use at most 30 characters.'),
  z.refine((name) => !isReserved(name), USERNAME_TAKEN),
);
