import { mediaPath } from '@scoville/contract/addresses.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';

/** The links of a page's outline to songs and videos, in words. */
export const mediaLinks = (media: readonly MediaSummary[]) =>
  media.map((one) => ({ href: mediaPath(one), text: `${one.title} by ${one.musician.displayName}` }));
