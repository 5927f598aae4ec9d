import * as z from 'zod/mini';
import { contactHref, mayBePhone, webHref } from './links.ts';
import { requiredText, text } from './values.ts';

/** Maximum characters of an address. */
const MOST = 500;

/**
 * Matches a text that begins with a scheme such as `https:` or `mailto:` (a host with a port doesn't count) or with a
 * slash. Such a text is left unchanged.
 */
const SAYS_HOW = /^[a-z][a-z\d+.-]*:(?!\d)|^[/\\]/i;
const NAME_AT_FRONT = /^(?:[^\s./?#:@]+\.)+(\p{L}{2,}|xn--[a-z\d-]+)(?::\d+)?(?=$|[/?#])/iu;

/** Completes a web address such as `example.org/songs` with https://; returns other texts unchanged. */
export function completeAddress(typed: string): string {
  if (SAYS_HOW.test(typed) || !NAME_AT_FRONT.test(typed)) return typed;
  const whole = `https://${typed}`;
  return webHref(whole) === null ? typed : whole;
}

/** A web address in a form, completed; may be empty. `sentence` is the message for any other text. */
export const webAddress = (sentence: string) =>
  z.pipe(
    z.pipe(text(MOST), z.transform(completeAddress)),
    z.string().check(
      z.maxLength(MOST, `Use at most ${MOST} characters.`),
      z.refine((address) => address === '' || webHref(address) !== null, sentence),
    ),
  );

/**
 * Top-level domains that make a text an address even without a path or `www.`. Other texts with a dot, such as
 * `juno.reyes`, may be a user's name on another site.
 */
const KNOWN_ENDS = new Set(
  `app art audio band biz blog cloud club com dev edu events family fan fans global gov group guru info jazz life link
  live love media mobi movie music name net news ninja one online org page pro radio rip rocks school shop show site
  social song space stage store stream studio team theater tickets today tube tours video vip vote website wiki world
  xyz zone`.split(/\s+/),
);
const isMeant = (typed: string): boolean => {
  const end = NAME_AT_FRONT.exec(typed)?.[1]?.toLowerCase() ?? '';
  return /^www\.|\//i.test(typed) || end.length === 2 || end.startsWith('xn--') || KNOWN_ENDS.has(end);
};

/**
 * A way of contact: a web address, which is completed, a telephone number or a mailbox. The server checks numbers
 * without a country code.
 */
export const contactAddress = (missing: string, sentence: string) =>
  z.pipe(
    z.pipe(
      requiredText(MOST, missing),
      z.transform((typed: string) => (contactHref(typed) === null && isMeant(typed) ? completeAddress(typed) : typed)),
    ),
    z.string().check(
      z.maxLength(MOST, `Use at most ${MOST} characters.`),
      z.refine((info) => info === '' || contactHref(info) !== null || mayBePhone(info), sentence),
    ),
  );
