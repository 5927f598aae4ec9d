import { useLayoutEffect, useRef } from 'react';
import { type PicturePlace, showPicture } from './media-element.ts';

/** A place for the picture of the video that is in the player; empty while another place has it. */
export function Picture({ place, className }: { place: PicturePlace; className: string }) {
  const host = useRef<HTMLDivElement>(null);
  // The place that goes and the one that comes change hands in one task: nothing is drawn or heard in between.
  useLayoutEffect(() => (host.current ? showPicture(place, host.current) : undefined), [place]);
  return <div ref={host} className={className} />;
}
