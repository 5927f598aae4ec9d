import { micromark } from 'micromark';

/**
 * Markdown (CommonMark) as HTML that may be put into a page: raw HTML is shown as text, addresses other than http(s),
 * mailto and own paths are emptied (micromark's defaults), and links open apart from us.
 */
export const markdownHtml = (markdown: string): string =>
  micromark(markdown).replaceAll('<a href=', '<a rel="noopener nofollow" href=');
