import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { MediaFields } from '@scoville/contract/catalogue/media/media-edit.ts';
import type {
  ActingRole,
  Placement,
  Publication,
  PublicationEvent,
} from '@scoville/contract/catalogue/media/publication.ts';
import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';

/*
 * The commands behind `PUT /api/media/:id`. Each returns the events that its fields mean for a song or video in this
 * state; fields that only repeat the state mean none. `changePublication` applies all events of a call together.
 */

/**
 * The owner publishes, unpublishes or submits. Throws 400 or 409 for fields that contradict each other or the state.
 */
export function edit(
  media: Publication,
  { published, allowCuration }: MediaFields,
  role: ActingRole,
): PublicationEvent[] {
  const unpublishes = published === false && media.published;
  // Submitting judged media is refused even when `allowCuration` is already true, because the caller saw the media
  // before the verdict.
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
 * Whether a reviewer's call is a first verdict; otherwise it changes the present one. Any scores for media without a
 * verdict are a first verdict. For media with one, all three scores are a first verdict as well, unless the call is
 * marked as an update.
 */
export const isFirstVerdict = (media: Publication, scores: GivenScores, isUpdate: boolean): boolean =>
  media.verdict === null ? scores !== undefined : allThree(scores) !== null && !isUpdate;

/** The scores of a first verdict. Throws 400 without all three, 409 when another reviewer was first. */
export function firstScores(media: Publication, given: GivenScores): Scores {
  if (media.verdict !== null) throw conflictAt('curationStats', 'This media already has a verdict.');
  const scores = allThree(given);
  if (scores === null) throw invalid('curationStats', 'Give all three scores.');
  return scores;
}

/**
 * A reviewer changes the parts of a verdict that may change: the thumbnail art's score, genre and mood, the comment.
 */
export const updateVerdict = (scores: GivenScores, placement: Placement): PublicationEvent[] => [
  { type: 'update', scores, ...placement },
];

/** An administrator pins the media to the top of Home, or unpins it. */
export const pin = (media: Publication, pinned: boolean): PublicationEvent[] =>
  pinned === media.pinned ? [] : [{ type: pinned ? 'pin' : 'unpin' }];

function allThree(scores: GivenScores): Scores | null {
  const { storytelling, execution, thumbnailArt } = scores ?? {};
  if (storytelling === undefined || execution === undefined || thumbnailArt === undefined) return null;
  return { storytelling, execution, thumbnailArt };
}

const conflictAt = (field: string, message: string) => conflict(message, [{ field, code: 'conflict', message }]);
