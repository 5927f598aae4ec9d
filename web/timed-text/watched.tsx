import { Suspense } from 'react';
import type { PicturePlace } from '../player/media-element.ts';
import { Picture } from '../player/picture.tsx';
import { classNames } from '../ui/class-names.ts';
import { latePart } from '../ui/late-part.tsx';

const Captions = latePart(() => import('./captions.tsx'));

/** The picture of the video that is in the player, with its captions. */
export function Watched({ id, place, className }: { id: string; place: PicturePlace; className: string }) {
  return (
    <div className={classNames('relative', className)}>
      <Picture place={place} className="size-full" />
      <Suspense>
        <Captions id={id} />
      </Suspense>
    </div>
  );
}
