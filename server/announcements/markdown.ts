import { isOwnPath } from '@scoville/contract/redirects.ts';
import { micromark } from 'micromark';

/** A picture as micromark writes it; raw HTML is text by then, so nothing else looks like this. */
const PICTURE = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;

/**
 * Markdown (CommonMark) as HTML that may be put into a page: raw HTML is shown as text, addresses other than http(s),
 * mailto and own paths are emptied (micromark's defaults), and links open apart from us. A picture of another site, which would
 * learn each visitor's address, is replaced by its text.
 */
export const markdownHtml = (markdown: string): string =>
  micromark(markdown)
    .replaceAll('<a href=', '<a rel="noopener nofollow" href=')
    .replaceAll(PICTURE, (picture, source: string, text: string) => (isOwnPath(source) ? picture : text));

/** Whether Markdown has a picture that `markdownHtml` replaces. */
export const hasForeignPicture = (markdown: string): boolean =>
  [...micromark(markdown).matchAll(PICTURE)].some(([, source = '']) => !isOwnPath(source));
