import { useLayoutEffect, useRef } from 'react';
import { type PicturePlace, showPicture } from './player-element.ts';

/** A place for the picture of the player's video; empty while another place shows the picture. */
export function Picture({ place, className }: { place: PicturePlace; className: string }) {
  const host = useRef<HTMLDivElement>(null);
  // Layout effects of the old and the new place run in one task, so that no break is seen or heard.
  useLayoutEffect(() => (host.current ? showPicture(place, host.current) : undefined), [place]);
  return <div ref={host} className={className} />;
}
