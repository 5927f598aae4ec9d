import * as z from 'zod/mini';
import { contactHref, mayBePhone, webHref } from './links.ts';
import { requiredText, text } from './values.ts';

/** Characters that an address may have. */
const MOST = 500;

/** Something that begins like `https:` or `mailto:`, like a path, or a port alone, is meant as it stands. */
const SAYS_HOW = /^[a-z][a-z\d+.-]*:(?!\d)|^[/\\]/i;
const NAME_AT_FRONT = /^(?:[^\s./?#:@]+\.)+(\p{L}{2,}|xn--[a-z\d-]+)(?::\d+)?(?=$|[/?#])/iu;

/** An address of the web as people write it, `example.org/songs`, with the https:// it lacks; others as they are. */
export function completeAddress(typed: string): string {
  if (SAYS_HOW.test(typed) || !NAME_AT_FRONT.test(typed)) return typed;
  const whole = `https://${typed}`;
  return webHref(whole) === null ? typed : whole;
}

/** An address of the web in a form, completed; empty for none. `sentence` says what is wrong with another text. */
export const webAddress = (sentence: string) =>
  z.pipe(
    z.pipe(text(MOST), z.transform(completeAddress)),
    z.string().check(
      z.maxLength(MOST, `Use at most ${MOST} characters.`),
      z.refine((address) => address === '' || webHref(address) !== null, sentence),
    ),
  );

/** Ends of names that are meant as addresses even without a path or `www.`: `juno.reyes` is somebody's name elsewhere. */
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
