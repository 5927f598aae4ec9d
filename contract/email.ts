import * as z from 'zod/mini';

/** A part of a host's name, in any script. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const MAILBOX = String.raw`[^\s\p{C}@<>()[\]\\,;:".]+`;
const ADDRESS = new RegExp(
  String.raw`^${MAILBOX}(?:\.${MAILBOX})*@(?:${LABEL}\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]$`,
  'u',
);

/** An address of the shape local@domain.tld, at most 254 characters; the mail itself proves the rest. */
export const emailOr = (wrong: string) =>
  z.pipe(
    z.string(wrong),
    z.pipe(
      z.transform((value: string) => value.trim()),
      z.string().check(z.maxLength(254, wrong), z.regex(ADDRESS, wrong)),
    ),
  );
export const Email = emailOr('Please enter a valid email.');
