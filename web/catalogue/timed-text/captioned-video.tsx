import { Suspense } from 'react';
import { FullScreenButton } from '../player/full-screen/full-screen-button.tsx';
import { toggleFullScreen } from '../player/full-screen/full-screen.ts';
import type { PicturePlace } from '../player/player-element.ts';
import { Picture } from '../player/picture.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';

const Captions = latePart(() => import('./captions.tsx'));

/** The picture of the video in the player, with its captions and the button for full screen. */
export function CaptionedVideo({ id, place, className }: { id: string; place: PicturePlace; className: string }) {
  return (
    <div role="presentation" onDoubleClick={toggleFullScreen} className={classNames('relative', className)}>
      <Picture place={place} className="size-full" />
      <Suspense>
        <Captions id={id} />
      </Suspense>
      {place !== 'screen' && (
        <FullScreenButton className="absolute! right-2 bottom-2 bg-black/60 text-white hover:bg-black/80!" />
      )}
    </div>
  );
}
