import * as z from 'zod/mini';

/** Maximum characters of an address (RFC 5321). */
const MOST = 254;
/** A label of a host name, in any script. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const MAILBOX = String.raw`[^\s\p{C}@<>()[\]\\,;:".]+`;
const ADDRESS = new RegExp(
  String.raw`^${MAILBOX}(?:\.${MAILBOX})*@(?:${LABEL}\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]$`,
  'u',
);

/**
 * An address of the form local@domain.tld, at most 254 characters; only a mail to it can prove that it exists. Each
 * mailbox has one form: Unicode NFC before the @, and a domain in ASCII (`xn--`).
 */
export const emailOr = (wrong: string) =>
  z.pipe(
    z.string(wrong),
    z.pipe(
      z.transform((value: string) => inOneForm(value.trim())),
      z.string().check(z.maxLength(MOST, wrong), z.regex(ADDRESS, wrong)),
    ),
  );
export const Email = emailOr('Please enter a valid email.');

/** The canonical form of an email address, or null if the text isn't one. */
export function mailbox(typed: string): string | null {
  const address = inOneForm(typed);
  return address.length <= MOST && ADDRESS.test(address) ? address : null;
}

/** Do both addresses name one mailbox? Case is ignored: the standard distinguishes it, but no mail server does. */
export const isSameMailbox = (one: string, other: string): boolean =>
  inOneForm(one.trim()).toLowerCase() === inOneForm(other.trim()).toLowerCase();

/** Converts the domain to ASCII with the URL parser, which implements UTS 46. Returns other texts unchanged. */
export function inOneForm(typed: string): string {
  // Normalising needs quadratic time for a run of combining marks.
  if (typed.length > 4 * MOST) return typed;
  const address = typed.normalize('NFC').replaceAll(/[\u3002\uff0e\uff61]/g, '.');
  const at = address.indexOf('@') + 1;
  const domain = address.slice(at);
  if (address.length > MOST || !ADDRESS.test(address) || /^[\x00-\x7f]*$/.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}
