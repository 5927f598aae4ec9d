import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { MediaProgress } from '@scoville/contract/catalogue/media/media-events.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import type { QueryClient } from '@tanstack/react-query';
import { on } from '../../platform/events/stream.ts';
import { keyOf } from '../../platform/lib/query.ts';

const UPLOADS = keyOf(uploadProgress);

/** Updates the list of uploads by live events. Returns a function that stops this. */
export function followUploadEvents(client: QueryClient): () => void {
  const ends = [
    on('media', (progress) => moveUpload(client, progress)),
    on('resync', () => void client.invalidateQueries({ queryKey: UPLOADS })),
  ];
  return () => ends.forEach((end) => end());
}

/**
 * Writes the progress of an upload into the cache; the end of an upload changes more than the stage, so the list is
 * refetched.
 */
export function moveUpload(client: QueryClient, { id, stage, progress }: MediaProgress): void {
  // A failure is shown only together with its message, which the refetch brings.
  if (stage !== 'Failed')
    client.setQueryData<Reply<typeof uploadProgress>>(
      UPLOADS,
      (old) =>
        old && {
          ...old,
          // An entry that has ended belongs to another file of the media item.
          progress: old.progress.map((entry) =>
            entry.media?.id === id && isUnderway(entry.stage) ? { ...entry, stage, progress } : entry,
          ),
        },
    );
  if (stage === 'Complete' || stage === 'Failed') void client.invalidateQueries({ queryKey: UPLOADS });
}
