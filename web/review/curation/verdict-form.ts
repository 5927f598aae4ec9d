import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { APPROVAL, SUB_SCORES, type Scores, reaches } from '@scoville/contract/catalogue/media/scores.ts';

/** A reviewer's input; genre and mood are ids, '' for none. */
export interface VerdictForm {
  scores: Scores;
  genre: string;
  mood: string;
  comment: string;
  perfectlySeasoned: boolean;
}

type Curated = Pick<
  Media,
  'curationStats' | 'curatedGenre' | 'curatedMood' | 'curationMessage' | 'allowPerfectlySeasoned' | 'rejectedOn' | 'can'
>;

export const NO_SCORES: Scores = { storytelling: 0, execution: 0, thumbnailArt: 0 };

/** The form's initial values for a media item. */
export const formOf = (media: Curated): VerdictForm => ({
  scores: media.curationStats ?? NO_SCORES,
  genre: media.curatedGenre?.id ?? '',
  mood: media.curatedMood?.id ?? '',
  comment: media.curationMessage ?? '',
  perfectlySeasoned: media.allowPerfectlySeasoned,
});

export const isApproval = ({ scores }: VerdictForm): boolean => reaches(scores, APPROVAL);

/** Whether the first rating was given: from then on only the score for the picture can change. */
const isRated = (media: Curated): boolean => media.curationStats !== null;
export const isLocked = (media: Curated, name: keyof Scores): boolean => isRated(media) && name !== 'thumbnailArt';

const changedScores = (media: Curated, { scores }: VerdictForm): (keyof Scores)[] => {
  const before = formOf(media).scores;
  return SUB_SCORES.filter((name) => scores[name] !== before[name]);
};

/** Whether the media item was rejected and no score is changed: it stays rejected, whatever its average is. */
const staysRejected = (media: Curated, form: VerdictForm): boolean =>
  media.rejectedOn !== null && changedScores(media, form).length === 0;

/** Whether genre, mood and flag can be set: only if the form's current values approve the media item. */
export const isPlaceable = (media: Curated, form: VerdictForm): boolean =>
  isApproval(form) && !staysRejected(media, form);

/** The outcome of the form's current values, in words. */
export function outcomeText(form: VerdictForm, media: Curated | null): string {
  if (media !== null && staysRejected(media, form))
    return isRated(media)
      ? 'Rejected. A changed thumbnail art score judges it again.'
      : 'Rejected without scores. Scores judge it again.';
  return isApproval(form) ? 'Approved: you can choose a genre and a mood.' : `Below ${APPROVAL}: this is a rejection.`;
}

/** Whether the form removes a current genre or mood. */
export const isRemoval = (media: Curated, form: VerdictForm): boolean =>
  isPlaceable(media, form) &&
  ((media.curatedGenre !== null && form.genre === '') || (media.curatedMood !== null && form.mood === ''));

/** The fields of a first verdict: all values that were set. */
export function firstVerdict(form: VerdictForm): CurationFields {
  const { storytelling, execution, thumbnailArt } = form.scores;
  return {
    curationStats: { storytelling, execution, thumbnailArt },
    ...(form.comment.trim() === '' ? {} : { curationMessage: form.comment }),
    ...(isApproval(form)
      ? {
          ...(form.genre === '' ? {} : { curatedGenre: form.genre }),
          ...(form.mood === '' ? {} : { curatedMood: form.mood }),
          allowPerfectlySeasoned: form.perfectlySeasoned,
        }
      : {}),
  };
}

/** The changed fields only, for an update; empty if nothing changed. */
export function verdictChanges(media: Curated, form: VerdictForm): CurationFields {
  const before = formOf(media);
  const changed = changedScores(media, form);
  const stats = isRated(media)
    ? Object.fromEntries(changed.map((name) => [name, form.scores[name]]))
    : changed.length > 0
      ? Object.fromEntries(SUB_SCORES.map((name) => [name, form.scores[name]]))
      : {};
  return {
    ...(Object.keys(stats).length > 0 ? { curationStats: stats } : {}),
    ...(form.comment === before.comment ? {} : { curationMessage: form.comment }),
    ...(isPlaceable(media, form)
      ? {
          ...(form.genre === before.genre ? {} : { curatedGenre: form.genre || null }),
          ...(form.mood === before.mood ? {} : { curatedMood: form.mood || null }),
          ...(form.perfectlySeasoned === before.perfectlySeasoned
            ? {}
            : { allowPerfectlySeasoned: form.perfectlySeasoned }),
        }
      : {}),
  };
}
