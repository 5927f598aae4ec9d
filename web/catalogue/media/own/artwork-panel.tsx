import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChangeImage } from '../../../pipeline/images/change-image.tsx';
import { clearImage, sendImage } from '../../../pipeline/images/images.calls.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { invalidateMedia } from '../media.calls.ts';
import { SmallCover } from '../../../pipeline/images/small-cover.tsx';

const NOT_YET = 'This media is still processing and its artwork cannot be changed yet.';
const NEVER = 'The file could not be processed, so its artwork cannot be changed.';

/** The artwork with the controls to change it, shown once the item is complete. */
export function ArtworkPanel({ media }: { media: Media }) {
  const client = useQueryClient();
  const change = async (call: Promise<unknown>) => {
    await call;
    toast('success', 'Successfully updated!');
    await invalidateMedia(client);
  };
  return (
    <section aria-label="Artwork" className="flex items-end gap-4 lg:flex-col lg:items-start">
      <SmallCover media={media} size={700} className="w-40 lg:w-full" />
      <ChangeImage
        isForFeeds
        hasImage={media.artwork !== null}
        removal="The artwork will be removed, and a generated picture will be shown instead."
        unavailable={media.status === 'complete' ? undefined : media.status === 'failed' ? NEVER : NOT_YET}
        save={(image) => change(sendImage('artwork', media.id, image))}
        remove={() => change(clearImage('artwork', media.id))}
      />
    </section>
  );
}
