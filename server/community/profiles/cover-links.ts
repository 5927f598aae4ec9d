import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { coverOf } from '../../catalogue/media/media.cover.ts';

/**
 * Covers in the page's HTML, which are painted before any script runs: a row of a wide screen, more than a phone shows.
 */
const COVERS = 7;
/** Drawn covers in the page's HTML. Each costs a browser as much as a document, so this is only a row of a phone. */
const DRAWN = 2;

/** The links of a page's outline to songs and videos. The first have their covers. */
export const coverLinks = (media: readonly MediaSummary[]) =>
  media.map((one, at) => ({
    href: mediaPath(one),
    text: one.title,
    ...(at < ((one.artwork ?? one.poster) ? COVERS : DRAWN) && { picture: coverOf(one) }),
  }));
