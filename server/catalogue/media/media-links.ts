import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** The links to songs and videos in a page's text outline. */
export const mediaLinks = (media: readonly MediaSummary[]) =>
  media.map((one) => ({ href: mediaPath(one), text: `${one.title} by ${one.musician.displayName}` }));
