import type { CurationFields } from '@scoville/contract/curation.ts';
import type { By, Publication, PublicationEvent } from '@scoville/contract/publication.ts';
import type { Scores } from '@scoville/contract/scores.ts';
import { conflict, invalid } from '../http/errors.ts';

/** What a call asks of a media's life; genre and mood are ids by now. */
export interface Wishes {
  published?: boolean | undefined;
  allowCuration?: boolean | undefined;
  curationStats?: CurationFields['curationStats'];
  genre?: string | null | undefined;
  mood?: string | null | undefined;
  curationMessage?: string | undefined;
  allowPerfectlySeasoned?: boolean | undefined;
  pinnedFavorite?: boolean | undefined;
  dontNotify: boolean;
}

/** Does the call score or place the media? */
export const judges = (wishes: Wishes): boolean =>
  [wishes.curationStats, wishes.genre, wishes.mood, wishes.curationMessage, wishes.allowPerfectlySeasoned].some(
    (wish) => wish !== undefined,
  );

/**
 * The events that a call's fields mean for a media in this state, in the order of their effect. A field that only
 * repeats the state asks for nothing. Throws 400 and 409 for what contradicts itself or comes too late.
 */
export function eventsOf(media: Publication, wishes: Wishes, by: By): PublicationEvent[] {
  return [...publishing(media, wishes, by), ...judging(media, wishes, by), ...pinning(media, wishes)];
}

function publishing(media: Publication, { published, allowCuration }: Wishes, by: By): PublicationEvent[] {
  const unpublishes = published === false && media.published;
  const asks = allowCuration === true && (!media.allowCuration || (media.verdict !== null && !unpublishes));
  if (unpublishes && asks)
    throw invalid('allowCuration', 'Only published media can be submitted. Publish it, or do not submit it.');
  if (unpublishes) return [{ type: 'unpublish' }];
  if (allowCuration === false && media.allowCuration)
    throw conflict('To withdraw a submission, unpublish the media.', [
      { field: 'allowCuration', code: 'conflict', message: 'To withdraw a submission, unpublish the media.' },
    ]);
  if (asks) return [{ type: 'submit', by }];
  return published === true && !media.published ? [{ type: 'publish' }] : [];
}

function judging(media: Publication, wishes: Wishes, by: By): PublicationEvent[] {
  if (!judges(wishes)) return [];
  const { genre, mood, allowPerfectlySeasoned, curationStats } = wishes;
  const placement = {
    ...(genre === undefined ? {} : { genre }),
    ...(mood === undefined ? {} : { mood }),
    ...(allowPerfectlySeasoned === undefined ? {} : { allowPerfectlySeasoned }),
  };
  const scores = completeOf(curationStats);
  if (media.verdict === null && curationStats !== undefined) {
    if (scores === null) throw invalid('curationStats', 'Give all three scores.');
    return [{ type: 'curate', by, scores, ...placement }];
  }
  if (scores !== null && !wishes.dontNotify) {
    const message = 'This media already has a verdict.';
    throw conflict(message, [{ field: 'curationStats', code: 'conflict', message }]);
  }
  return [{ type: 'update', ...(curationStats ? { scores: given(curationStats) } : {}), ...placement }];
}

function pinning(media: Publication, { pinnedFavorite }: Wishes): PublicationEvent[] {
  if (pinnedFavorite === undefined || pinnedFavorite === media.pinned) return [];
  return [{ type: pinnedFavorite ? 'pin' : 'unpin' }];
}

const given = (stats: NonNullable<CurationFields['curationStats']>): Partial<Scores> =>
  Object.fromEntries(Object.entries(stats).filter(([, score]) => score !== undefined));

function completeOf(stats: CurationFields['curationStats']): Scores | null {
  const { storytelling, execution, thumbnailArt } = stats ?? {};
  if (storytelling === undefined || execution === undefined || thumbnailArt === undefined) return null;
  return { storytelling, execution, thumbnailArt };
}
