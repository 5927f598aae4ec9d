import type { Reply } from '@scoville/contract/endpoint.ts';
import type { MediaProgress } from '@scoville/contract/media-events.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { uploadProgress } from '@scoville/contract/uploads.ts';
import type { QueryClient } from '@tanstack/react-query';
import { on } from '../events/stream.ts';
import { keyOf } from '../lib/query.ts';

const UPLOADS = keyOf(uploadProgress);

/** The list of uploads moves by live events. Returns what ends it. */
export function followUploadEvents(client: QueryClient): () => void {
  const ends = [
    on('media', (progress) => moveUpload(client, progress)),
    on('resync', () => void client.invalidateQueries({ queryKey: UPLOADS })),
  ];
  return () => ends.forEach((end) => end());
}

/** Writes how far an upload is; its end brings more than a stage, so it is read. */
export function moveUpload(client: QueryClient, { id, stage, progress }: MediaProgress): void {
  // A failure comes with its sentence, and only together with it.
  if (stage !== 'Failed')
    client.setQueryData<Reply<typeof uploadProgress>>(
      UPLOADS,
      (old) =>
        old && {
          ...old,
          // What has ended is another file of the media.
          progress: old.progress.map((entry) =>
            entry.media?.id === id && isUnderway(entry.stage) ? { ...entry, stage, progress } : entry,
          ),
        },
    );
  if (stage === 'Complete' || stage === 'Failed') void client.invalidateQueries({ queryKey: UPLOADS });
}
