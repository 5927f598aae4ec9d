import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { Account } from './part.ts';

/** Returns the musician's own songs and videos by title, including unpublished ones. */
export async function ownMedia({ caller, id }: Account): Promise<Map<string, Media>> {
  const { media } = await caller.call(mediaOfUser, { params: { id }, body: { pagingOptions: { size: 100 } } });
  return new Map(media.map((one) => [one.title, one]));
}
