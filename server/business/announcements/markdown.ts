import { isOwnPath } from '@scoville/contract/platform/http/redirects.ts';
import { micromark } from 'micromark';

/** A picture as micromark writes it. Only pictures match, because micromark escapes raw HTML. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;

/**
 * Markdown (CommonMark) as HTML that may be put into a page: raw HTML is shown as text, addresses other than http(s),
 * mailto and own paths are emptied (micromark's defaults), and linked pages can't access ours. A picture of another
 * site is replaced by its text, because that site would get each visitor's IP address.
 */
export const markdownHtml = (markdown: string): string =>
  micromark(markdown)
    .replaceAll('<a href=', '<a rel="noopener nofollow" href=')
    .replaceAll(PICTURE, (picture, source: string, text: string) => (isOwnPath(source) ? picture : text));

/** Whether Markdown has a picture that `markdownHtml` replaces. */
export const hasForeignPicture = (markdown: string): boolean =>
  [...micromark(markdown).matchAll(PICTURE)].some(([, source = '']) => !isOwnPath(source));
