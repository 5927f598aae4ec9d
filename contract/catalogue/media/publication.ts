import { APPROVAL, SUB_SCORES, type Scores, reaches } from './scores.ts';
import { PIN } from '../../accounts/settings.ts';

/**
 * The state of a song or video after its upload: publication, submission, verdict, pin. The server, labels and buttons
 * all use `nextPublication`. Texts, notifications and permissions are decided elsewhere; this module decides only which
 * state follows from an event.
 */
export interface Publication {
  /** Every rendition exists and was checked. */
  complete: boolean;
  /** Processing failed, and there is no earlier file to play. */
  failed: boolean;
  published: boolean;
  allowCuration: boolean;
  verdict: 'curated' | 'rejected' | null;
  scores: Scores | null;
  genre: string | null;
  mood: string | null;
  allowPerfectlySeasoned: boolean;
  pinned: boolean;
  /** Taken down by an administrator, and can't be published until it is reinstated. */
  takenDown: boolean;
}

export type ActingRole = 'owner' | 'curator' | 'admin';

export type PublicationEvent =
  | { type: 'publish' }
  | { type: 'unpublish' }
  | { type: 'submit'; role: ActingRole }
  /** An administrator requests another review, which discards the current verdict. */
  | { type: 'reopen' }
  | ({ type: 'curate'; role: ActingRole; scores: Scores } & Placement)
  | ({ type: 'update'; scores?: Partial<Scores> } & Placement)
  | { type: 'reject'; role: ActingRole }
  | { type: 'pin' }
  | { type: 'unpin' }
  | { type: 'take-down' }
  /** The state before it was taken down. */
  | { type: 'reinstate'; published: boolean; submitted: boolean };

/** The lists in which approved media is placed; undefined leaves a field unchanged, null removes it. */
export interface Placement {
  genre?: string | null;
  mood?: string | null;
  allowPerfectlySeasoned?: boolean;
}

export interface Refusal {
  refused: 'invalid' | 'conflict' | 'forbidden';
  field: string;
  message: string;
}

export const UPLOADED: Publication = {
  complete: false,
  failed: false,
  published: false,
  allowCuration: false,
  verdict: null,
  scores: null,
  genre: null,
  mood: null,
  allowPerfectlySeasoned: true,
  pinned: false,
  takenDown: false,
};

const notYet = (done: string): string => `This media is still processing and cannot be ${done} yet.`;
export const CANNOT_PUBLISH_YET = notYet('published');
export const TAKEN_DOWN =
  'This media was taken down by an administrator. On its page you can say why that is a mistake.';
export const CANNOT_SUBMIT_YET = notYet('submitted');

/** Submitted, published, and without a verdict yet. */
export const isUnderReview = (media: Publication): boolean =>
  media.allowCuration && media.published && media.verdict === null;

/**
 * Returns the state after an event, or the reason why the event is refused. Pure: equal arguments give equal results.
 */
export function nextPublication(media: Publication, event: PublicationEvent): Publication | Refusal {
  switch (event.type) {
    case 'publish':
      if (media.takenDown) return refuse('conflict', 'published', TAKEN_DOWN);
      return media.complete ? { ...media, published: true } : refuseIncomplete(media, 'published', 'published');
    case 'unpublish':
      return { ...media, published: false, allowCuration: false, pinned: false };
    case 'submit':
      return submit(media, event.role);
    case 'reopen':
      return reopen(media);
    case 'curate':
      return curate(media, event);
    case 'update':
      return update(media, event);
    case 'reject':
      return reject(media, event.role);
    case 'pin':
      return pin(media);
    case 'unpin':
      return { ...media, pinned: false };
    case 'take-down':
      return { ...media, published: false, allowCuration: false, pinned: false, takenDown: true };
    case 'reinstate':
      return reinstate(media, event);
  }
}

export const isRefusal = (answer: Publication | Refusal): answer is Refusal => 'refused' in answer;

/** Would the event be accepted? For buttons, and for the `can` field of a document. */
export const allows = (media: Publication, event: PublicationEvent): boolean =>
  !isRefusal(nextPublication(media, event));

function submit(media: Publication, role: ActingRole): Publication | Refusal {
  if (media.takenDown) return refuse('conflict', 'allowCuration', TAKEN_DOWN);
  if (!media.complete) return refuseIncomplete(media, 'allowCuration', 'submitted');
  if (media.verdict === null) return { ...media, published: true, allowCuration: true };
  return refuse('conflict', 'allowCuration', role === 'admin' ? HAS_VERDICT : ONCE);
}

export const ONCE = 'This media was already reviewed and can only be submitted once.';
const HAS_VERDICT = 'This media was already reviewed. Allow its curation again to discard that verdict.';

/** Discards the verdict with its scores, places and pin, so that the next verdict counts as a first one. */
function reopen(media: Publication): Publication | Refusal {
  if (media.takenDown) return refuse('conflict', 'allowCuration', TAKEN_DOWN);
  if (!media.complete) return refuseIncomplete(media, 'allowCuration', 'submitted');
  if (media.verdict === null)
    return refuse('conflict', 'allowCuration', 'This media has no verdict that could be discarded.');
  return {
    ...media,
    published: true,
    allowCuration: true,
    verdict: null,
    scores: null,
    genre: null,
    mood: null,
    allowPerfectlySeasoned: UPLOADED.allowPerfectlySeasoned,
    pinned: false,
  };
}

function curate(media: Publication, event: { role: ActingRole; scores: Scores } & Placement): Publication | Refusal {
  if (!media.complete) return refuseIncomplete(media, 'curationStats', 'scored');
  if (media.verdict !== null) return refuse('conflict', 'curationStats', 'This media already has a verdict.');
  if (!media.published)
    return refuse('conflict', 'curationStats', 'This media is not published, so it cannot be scored.');
  if (event.role !== 'admin' && !isUnderReview(media))
    return refuse('conflict', 'curationStats', 'This media was not submitted for review.');
  return judged(media, event.scores, event);
}

function update(media: Publication, event: { scores?: Partial<Scores> } & Placement): Publication | Refusal {
  if (media.verdict === null) return refuse('conflict', 'curationStats', 'This media has no verdict to update yet.');
  const change = event.scores ?? {};
  const before = media.scores;
  if (SUB_SCORES.every((name) => change[name] === undefined || change[name] === before?.[name]))
    return media.verdict === 'curated' ? placed(media, event) : unplaced(media, event);
  if (before !== null && LOCKED.some((name) => change[name] !== undefined && change[name] !== before[name]))
    return refuse('invalid', 'curationStats', 'After the first rating only the thumbnail art score can change.');
  const scores = completeScores({ ...before, ...definedOnly(change) });
  if (scores === null)
    return refuse('invalid', 'curationStats', 'Give all three scores: this media was rejected without any.');
  return judged(media, scores, event);
}

/** Scores that can't change after the first rating. The owner can afterwards change only the picture. */
const LOCKED = ['storytelling', 'execution'] as const;

const definedOnly = (change: Partial<Scores>): Partial<Scores> =>
  Object.fromEntries(Object.entries(change).filter(([, score]) => score !== undefined));

function completeScores({ storytelling, execution, thumbnailArt }: Partial<Scores>): Scores | null {
  if (storytelling === undefined || execution === undefined || thumbnailArt === undefined) return null;
  return { storytelling, execution, thumbnailArt };
}

/** The verdict for these scores: an average of 60 and above approves, below rejects. */
const judged = (media: Publication, scores: Scores, placement: Placement): Publication | Refusal =>
  reaches(scores, APPROVAL)
    ? placed({ ...media, scores, verdict: 'curated', pinned: media.pinned && reaches(scores, PIN) }, placement)
    : unplaced({ ...media, scores }, placement);

const placed = (media: Publication, { genre, mood, allowPerfectlySeasoned }: Placement): Publication => ({
  ...media,
  genre: genre === undefined ? media.genre : genre,
  mood: mood === undefined ? media.mood : mood,
  allowPerfectlySeasoned: allowPerfectlySeasoned ?? media.allowPerfectlySeasoned,
});

function unplaced(media: Publication, placement: Placement): Publication | Refusal {
  if (placement.genre || placement.mood || placement.allowPerfectlySeasoned === true)
    return refuse('invalid', 'curatedGenre', unplacedReason(media.scores));
  return { ...media, verdict: 'rejected', genre: null, mood: null, pinned: false };
}

/**
 * Explains why a rejection allows no genre or mood. A rejection despite sufficient scores holds until the scores
 * change.
 */
function unplacedReason(scores: Scores | null): string {
  const allowsNone = 'allows no genre, mood or Perfectly Seasoned';
  if (scores === null) return `This media was rejected, which ${allowsNone}. Scores judge it again.`;
  return reaches(scores, APPROVAL)
    ? `This media was rejected, which ${allowsNone}. A changed thumbnail art score judges it again.`
    : `An average below ${APPROVAL} is a rejection, which ${allowsNone}.`;
}

function reject(media: Publication, role: ActingRole): Publication | Refusal {
  if (!media.complete) return refuseIncomplete(media, 'rejectedOn', 'rejected');
  if (media.verdict === 'rejected') return refuse('conflict', 'rejectedOn', 'This media was already rejected.');
  if (!media.allowCuration)
    return refuse('conflict', 'rejectedOn', 'This media was not submitted for review, so it cannot be rejected.');
  if (role === 'curator' && media.verdict !== null)
    return refuse('conflict', 'rejectedOn', 'This media already has a verdict.');
  return { ...media, verdict: 'rejected', genre: null, mood: null, pinned: false };
}

function reinstate(media: Publication, before: { published: boolean; submitted: boolean }): Publication | Refusal {
  if (!media.takenDown) return refuse('conflict', 'published', 'This media is not taken down.');
  const published = before.published && media.complete;
  return { ...media, takenDown: false, published, allowCuration: published && before.submitted };
}

function pin(media: Publication): Publication | Refusal {
  if (!media.complete) return refuseIncomplete(media, 'pinnedFavorite', 'pinned');
  if (!media.published || media.verdict !== 'curated' || media.scores === null || !reaches(media.scores, PIN))
    return refuse('invalid', 'pinnedFavorite', `Only published media with a score of ${PIN} or more can be pinned.`);
  return { ...media, pinned: true };
}

const refuse = (refused: Refusal['refused'], field: string, message: string): Refusal => ({ refused, field, message });

/** @param done the refused action as a participle: `published`, `scored` */
const refuseIncomplete = (media: Publication, field: string, done: string): Refusal =>
  refuse(
    'invalid',
    field,
    media.failed ? `The file of this media could not be processed, so it cannot be ${done}.` : notYet(done),
  );
