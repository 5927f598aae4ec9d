import type { CurationFields } from '@scoville/contract/curation-fields.ts';
import type { MediaFields } from '@scoville/contract/media-edit.ts';
import type { ActingRole, Placement, Publication, PublicationEvent } from '@scoville/contract/publication.ts';
import type { Scores } from '@scoville/contract/scores.ts';
import { conflict, invalid } from '../http/errors.ts';

/*
 * The commands behind `PUT /api/media/:id`. Each returns the events that it means for a media in this state; what only
 * repeats the state means none. `changePublication` applies those of a call together.
 */

/** Its owner publishes, unpublishes or submits. Throws 400 and 409 for what contradicts itself. */
export function edit(
  media: Publication,
  { published, allowCuration }: MediaFields,
  role: ActingRole,
): PublicationEvent[] {
  const unpublishes = published === false && media.published;
  // Of a judged media it is refused, also where it repeats what is so: whoever sends it saw it before its verdict.
  const submits = allowCuration === true && (!media.allowCuration || (media.verdict !== null && !unpublishes));
  if (unpublishes && submits)
    throw invalid('allowCuration', 'Only published media can be submitted. Publish it, or do not submit it.');
  if (unpublishes) return [{ type: 'unpublish' }];
  if (allowCuration === false && media.allowCuration)
    throw conflictAt('allowCuration', 'To withdraw a submission, unpublish the media.');
  if (submits) return [{ type: 'submit', role }];
  return published === true && !media.published ? [{ type: 'publish' }] : [];
}

type GivenScores = CurationFields['curationStats'];

/**
 * Is a reviewer's call the first verdict? Else it changes the one there is. Scores for a media without a verdict are the
 * first; all three of them are meant so on any media, unless the call says that it is an update.
 */
export const isFirstVerdict = (media: Publication, scores: GivenScores, isUpdate: boolean): boolean =>
  media.verdict === null ? scores !== undefined : allThree(scores) !== null && !isUpdate;

/** A reviewer scores and places. Throws 400 without all three scores, 409 when somebody else was first. */
export function firstVerdict(
  media: Publication,
  given: GivenScores,
  placement: Placement,
  role: ActingRole,
): PublicationEvent[] {
  if (media.verdict !== null) throw conflictAt('curationStats', 'This media already has a verdict.');
  const scores = allThree(given);
  if (scores === null) throw invalid('curationStats', 'Give all three scores.');
  return [{ type: 'curate', role, scores, ...placement }];
}

/** A reviewer changes what may change of a verdict: the thumbnail art's score, the places, the words. */
export const changeOfVerdict = (scores: GivenScores, placement: Placement): PublicationEvent[] => [
  { type: 'update', scores, ...placement },
];

/** An administrator makes it the one that Home begins with, or not any more. */
export const pin = (media: Publication, pinned: boolean): PublicationEvent[] =>
  pinned === media.pinned ? [] : [{ type: pinned ? 'pin' : 'unpin' }];

function allThree(scores: GivenScores): Scores | null {
  const { storytelling, execution, thumbnailArt } = scores ?? {};
  if (storytelling === undefined || execution === undefined || thumbnailArt === undefined) return null;
  return { storytelling, execution, thumbnailArt };
}

const conflictAt = (field: string, message: string) => conflict(message, [{ field, code: 'conflict', message }]);
