import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { call } from '../../platform/lib/call.ts';
import type { Shareable } from './shareable.ts';

/** Counts that a song, a video or a profile was shared, without making the user wait. */
export function countShare({ media, zone }: Shareable): void {
  const musician = media?.musician ?? zone;
  if (musician === null) return;
  const statTitle = media === null ? 'share-zone' : 'share-media';
  call(stats, { body: { statTitle, musician: musician.id, ...(media && { media: media.id }) } }).catch(
    (error: unknown) => console.warn('A share could not be counted.', error),
  );
}
