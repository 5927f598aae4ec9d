import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActingRole,
  CANNOT_PUBLISH_YET,
  CANNOT_SUBMIT_YET,
  type Publication,
  type PublicationEvent,
  type Refusal,
  TAKEN_DOWN,
  UPLOADED,
  allows,
  isRefusal,
  isUnderReview,
  nextPublication,
} from './publication.ts';
import { APPROVAL, type Scores, reaches } from './scores.ts';
import { PIN } from '../../accounts/settings.ts';

/** The given number of samples, unless fast-check's global configuration sets another. */
const runs = (many: number) => fc.readConfigureGlobal().numRuns ?? many;

const WHOLE: Publication = { ...UPLOADED, complete: true };
const FAILED: Publication = { ...UPLOADED, failed: true };
const PUBLISHED: Publication = { ...WHOLE, published: true };
const UNDER_REVIEW: Publication = { ...PUBLISHED, allowCuration: true };
const scores = (storytelling: number, execution = storytelling, thumbnailArt = storytelling): Scores => ({
  storytelling,
  execution,
  thumbnailArt,
});
const curate = (all: Scores, more: object = {}): PublicationEvent => ({
  type: 'curate',
  role: 'curator',
  scores: all,
  ...more,
});

/** The state after these events; throws if an event is refused. */
function after(from: Publication, ...events: PublicationEvent[]): Publication {
  return events.reduce((state, event) => {
    const next = nextPublication(state, event);
    if (isRefusal(next)) throw new Error(`${event.type} was refused: ${next.message}`);
    return next;
  }, from);
}
function refusal(from: Publication, event: PublicationEvent): Refusal {
  const next = nextPublication(from, event);
  if (!isRefusal(next)) throw new Error(`${event.type} was let through`);
  return next;
}

const CURATED = after(UNDER_REVIEW, curate(scores(80), { genre: 'g', mood: 'm' }));
const HOT = after(UNDER_REVIEW, curate(scores(95)), { type: 'pin' });
const CHOPPED = after(UNDER_REVIEW, curate(scores(40)));
const TURNED_DOWN = after(UNDER_REVIEW, { type: 'reject', role: 'curator' });

it('an upload is unpublished, has no verdict, and may enter the list Perfectly Seasoned later', () => {
  expect(UPLOADED).toEqual({
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
  });
});

it('`allows` returns true for an accepted event and false for a refused event', () => {
  expect([UPLOADED, WHOLE].map((media) => allows(media, { type: 'publish' }))).toEqual([false, true]);
});

it('an update of a rejection without scores needs all three, and undefined scores change nothing', () => {
  for (const missing of ['storytelling', 'execution', 'thumbnailArt']) {
    const some = { ...scores(70), [missing]: undefined };
    expect(refusal(TURNED_DOWN, { type: 'update', scores: some }).refused).toBe('invalid');
  }
  const picture = { storytelling: undefined, thumbnailArt: 90 } as unknown as Partial<Scores>;
  expect(after(CHOPPED, { type: 'update', scores: picture }).scores).toEqual(scores(40, 40, 90));
});

describe('each refusal has a message and a field', () => {
  const low = curate(scores(59), { genre: 'g' });
  const again: PublicationEvent = { type: 'curate', role: 'admin', scores: scores(70) };
  const cannotBe = (done: string): string => `The file of this media could not be processed, so it cannot be ${done}.`;
  const PINNING = 'Only published media with a score of 90 or more can be pinned.';
  it.each<[Publication, PublicationEvent, Refusal['refused'], string, string]>([
    [
      UPLOADED,
      { type: 'publish' },
      'invalid',
      'published',
      'This media is still processing and cannot be published yet.',
    ],
    [
      UPLOADED,
      { type: 'submit', role: 'owner' },
      'invalid',
      'allowCuration',
      'This media is still processing and cannot be submitted yet.',
    ],
    [
      CURATED,
      { type: 'submit', role: 'owner' },
      'conflict',
      'allowCuration',
      'This media was already reviewed and can only be submitted once.',
    ],
    [UPLOADED, again, 'invalid', 'curationStats', 'This media is still processing and cannot be scored yet.'],
    [CURATED, again, 'conflict', 'curationStats', 'This media already has a verdict.'],
    [WHOLE, again, 'conflict', 'curationStats', 'This media is not published, so it cannot be scored.'],
    [PUBLISHED, curate(scores(70)), 'conflict', 'curationStats', 'This media was not submitted for review.'],
    [
      UNDER_REVIEW,
      low,
      'invalid',
      'curatedGenre',
      'An average below 60 is a rejection, which allows no genre, mood or Perfectly Seasoned.',
    ],
    [
      after(CURATED, { type: 'reject', role: 'admin' }),
      { type: 'update', genre: 'g' },
      'invalid',
      'curatedGenre',
      'This media was rejected, which allows no genre, mood or Perfectly Seasoned. A changed thumbnail art score judges it again.',
    ],
    [
      TURNED_DOWN,
      { type: 'update', mood: 'm' },
      'invalid',
      'curatedGenre',
      'This media was rejected, which allows no genre, mood or Perfectly Seasoned. Scores judge it again.',
    ],
    [
      UNDER_REVIEW,
      { type: 'update', scores: scores(70) },
      'conflict',
      'curationStats',
      'This media has no verdict to update yet.',
    ],
    [
      CURATED,
      { type: 'update', scores: { storytelling: 1 } },
      'invalid',
      'curationStats',
      'After the first rating only the thumbnail art score can change.',
    ],
    [
      TURNED_DOWN,
      { type: 'update', scores: { thumbnailArt: 90 } },
      'invalid',
      'curationStats',
      'Give all three scores: this media was rejected without any.',
    ],
    [
      UPLOADED,
      { type: 'reject', role: 'admin' },
      'invalid',
      'rejectedOn',
      'This media is still processing and cannot be rejected yet.',
    ],
    [CHOPPED, { type: 'reject', role: 'admin' }, 'conflict', 'rejectedOn', 'This media was already rejected.'],
    [
      PUBLISHED,
      { type: 'reject', role: 'admin' },
      'conflict',
      'rejectedOn',
      'This media was not submitted for review, so it cannot be rejected.',
    ],
    [CURATED, { type: 'reject', role: 'curator' }, 'conflict', 'rejectedOn', 'This media already has a verdict.'],
    [
      UPLOADED,
      { type: 'pin' },
      'invalid',
      'pinnedFavorite',
      'This media is still processing and cannot be pinned yet.',
    ],
    [FAILED, { type: 'publish' }, 'invalid', 'published', cannotBe('published')],
    [FAILED, { type: 'submit', role: 'owner' }, 'invalid', 'allowCuration', cannotBe('submitted')],
    [FAILED, again, 'invalid', 'curationStats', cannotBe('scored')],
    [FAILED, { type: 'reject', role: 'admin' }, 'invalid', 'rejectedOn', cannotBe('rejected')],
    [FAILED, { type: 'pin' }, 'invalid', 'pinnedFavorite', cannotBe('pinned')],
    [CURATED, { type: 'pin' }, 'invalid', 'pinnedFavorite', PINNING],
    [{ ...HOT, published: false }, { type: 'pin' }, 'invalid', 'pinnedFavorite', PINNING],
    [{ ...HOT, verdict: 'rejected' }, { type: 'pin' }, 'invalid', 'pinnedFavorite', PINNING],
    [{ ...HOT, scores: null }, { type: 'pin' }, 'invalid', 'pinnedFavorite', PINNING],
  ])('in the state %o for the event %o', (from, event, refused, field, message) => {
    expect(refusal(from, event)).toEqual({ refused, field, message });
  });
});

describe('publishing', () => {
  it('ME-22 ME-27 needs complete processing, and may be repeated', () => {
    expect(refusal(UPLOADED, { type: 'publish' })).toMatchObject({ refused: 'invalid', message: CANNOT_PUBLISH_YET });
    expect(after(WHOLE, { type: 'publish' })).toEqual(PUBLISHED);
    expect(after(PUBLISHED, { type: 'publish' })).toEqual(PUBLISHED);
  });

  it('ME-31 does not submit for review', () => {
    expect(after(WHOLE, { type: 'publish' }).allowCuration).toBe(false);
  });

  it('ME-28 unpublishing withdraws a submission, unpins, and keeps a verdict', () => {
    expect(after(UNDER_REVIEW, { type: 'unpublish' })).toEqual(WHOLE);
    expect(after(HOT, { type: 'unpublish' })).toEqual({
      ...HOT,
      published: false,
      allowCuration: false,
      pinned: false,
    });
  });

  it('leaves curation off when a song or video with a verdict is published again', () => {
    for (const judged of [CURATED, CHOPPED]) {
      const again = after(judged, { type: 'unpublish' }, { type: 'publish' });
      expect(again).toMatchObject({ published: true, allowCuration: false, verdict: judged.verdict });
      expect(isUnderReview(again)).toBe(false);
    }
  });
});

describe('submitting', () => {
  it('ME-23 needs complete processing', () => {
    expect(refusal(UPLOADED, { type: 'submit', role: 'owner' })).toMatchObject({
      refused: 'invalid',
      message: CANNOT_SUBMIT_YET,
    });
  });

  it('ME-29 ME-30 publishes and opens the review, also for published media and media under review', () => {
    for (const from of [WHOLE, PUBLISHED, UNDER_REVIEW])
      expect(after(from, { type: 'submit', role: 'owner' })).toEqual(UNDER_REVIEW);
  });

  it('ME-33 is refused to the owner after any verdict, but not after a withdrawal', () => {
    for (const judged of [CURATED, CHOPPED, TURNED_DOWN, after(CURATED, { type: 'unpublish' })])
      expect(refusal(judged, { type: 'submit', role: 'owner' }).refused).toBe('conflict');
    expect(after(UNDER_REVIEW, { type: 'unpublish' }, { type: 'submit', role: 'owner' })).toEqual(UNDER_REVIEW);
  });

  it('opens a new review after a verdict only by an administrator’s explicit reopening', () => {
    const withheld = after(HOT, { type: 'update', allowPerfectlySeasoned: false });
    for (const judged of [CURATED, CHOPPED, TURNED_DOWN, HOT, withheld, after(CHOPPED, { type: 'unpublish' })]) {
      expect(refusal(judged, { type: 'submit', role: 'admin' })).toEqual({
        refused: 'conflict',
        field: 'allowCuration',
        message: 'This media was already reviewed. Allow its curation again to discard that verdict.',
      });
      const fresh = after(judged, { type: 'reopen' });
      expect(fresh).toEqual(UNDER_REVIEW);
      expect(after(fresh, curate(scores(90)))).toMatchObject({ verdict: 'curated' });
    }
    for (const unjudged of [WHOLE, PUBLISHED, UNDER_REVIEW])
      expect(refusal(unjudged, { type: 'reopen' })).toEqual({
        refused: 'conflict',
        field: 'allowCuration',
        message: 'This media has no verdict that could be discarded.',
      });
    expect(refusal(UPLOADED, { type: 'reopen' })).toMatchObject({ refused: 'invalid', message: CANNOT_SUBMIT_YET });
    expect(refusal(after(CURATED, { type: 'take-down' }), { type: 'reopen' }).refused).toBe('conflict');
  });

  it('ME-34 under review means submitted, published, and without a verdict', () => {
    expect(isUnderReview(UNDER_REVIEW)).toBe(true);
    for (const not of [WHOLE, PUBLISHED, CURATED, CHOPPED, TURNED_DOWN, after(UNDER_REVIEW, curate(scores(60)))])
      expect(isUnderReview(not)).toBe(false);
  });
});

describe('the first verdict', () => {
  it('CU-05 CU-07 approves from 60, with or without a genre and mood', () => {
    expect(CURATED).toMatchObject({ verdict: 'curated', genre: 'g', mood: 'm', scores: scores(80) });
    expect(after(UNDER_REVIEW, curate(scores(60)))).toMatchObject({ verdict: 'curated', genre: null, mood: null });
    expect(after(UNDER_REVIEW, curate(scores(60), { allowPerfectlySeasoned: false }))).toMatchObject({
      allowPerfectlySeasoned: false,
    });
  });

  it('CU-06 rejects below 60, keeps the scores, and refuses a genre, a mood and Perfectly Seasoned', () => {
    expect(CHOPPED).toMatchObject({ verdict: 'rejected', scores: scores(40), genre: null, mood: null });
    expect(after(UNDER_REVIEW, curate(scores(60, 60, 59))).verdict).toBe('rejected');
    for (const place of [{ genre: 'g' }, { mood: 'm' }, { allowPerfectlySeasoned: true }])
      expect(refusal(UNDER_REVIEW, curate(scores(59), place)).refused).toBe('invalid');
  });

  it('is the only one: a second one is refused', () => {
    for (const judged of [CURATED, CHOPPED, TURNED_DOWN])
      for (const role of ['curator', 'admin'] as const)
        expect(refusal(judged, { type: 'curate', role, scores: scores(70) }).refused).toBe('conflict');
  });

  it('needs a submission; from an administrator, only a publication', () => {
    expect(refusal(PUBLISHED, curate(scores(70))).refused).toBe('conflict');
    expect(after(PUBLISHED, { type: 'curate', role: 'admin', scores: scores(70) }).verdict).toBe('curated');
    for (const role of ['curator', 'admin'] as const) {
      expect(refusal(WHOLE, { type: 'curate', role, scores: scores(70) }).refused).toBe('conflict');
      expect(refusal(UPLOADED, { type: 'curate', role, scores: scores(70) }).refused).toBe('invalid');
    }
  });
});

describe('updates', () => {
  it('CU-13 keep the first scores for storytelling and execution', () => {
    for (const change of [{ storytelling: 81 }, { execution: 79 }, { storytelling: 0, thumbnailArt: 90 }])
      expect(refusal(CURATED, { type: 'update', scores: change }).refused).toBe('invalid');
    expect(after(CURATED, { type: 'update', scores: scores(80, 80, 50) }).scores).toEqual(scores(80, 80, 50));
  });

  it('CU-08 can remove a genre or mood and keep the rest', () => {
    expect(after(CURATED, { type: 'update', genre: null })).toEqual({ ...CURATED, genre: null });
    expect(after(CURATED, { type: 'update', mood: 'other' })).toEqual({ ...CURATED, mood: 'other' });
  });

  it('can reject an approved song through its thumbnail art score, which removes pin, genre and mood', () => {
    const placed = after(HOT, { type: 'update', genre: 'g' });
    const fallen = after(placed, { type: 'update', scores: { thumbnailArt: 89 } });
    expect(fallen).toMatchObject({ verdict: 'curated', pinned: true });
    expect(after(placed, { type: 'update', scores: { thumbnailArt: 70 } })).toMatchObject({
      verdict: 'curated',
      pinned: false,
      genre: 'g',
    });
    const weak = after(UNDER_REVIEW, curate(scores(60), { genre: 'g', mood: 'm' }));
    expect(after(weak, { type: 'update', scores: { thumbnailArt: 59 } })).toMatchObject({
      verdict: 'rejected',
      genre: null,
      mood: null,
    });
  });

  it('can approve a rejected song through its thumbnail art score', () => {
    const near = after(UNDER_REVIEW, curate(scores(60, 60, 30)));
    const raised = after(near, { type: 'update', scores: { thumbnailArt: 60 }, genre: 'g' });
    expect(raised).toMatchObject({ verdict: 'curated', genre: 'g' });
  });

  it('need all three scores after a rejection without scores', () => {
    expect(refusal(TURNED_DOWN, { type: 'update', scores: { thumbnailArt: 90 } }).refused).toBe('invalid');
    expect(after(TURNED_DOWN, { type: 'update', scores: scores(70) }).verdict).toBe('curated');
  });

  it('keep the verdict if no score changes, even of an approval that was rejected afterwards', () => {
    const overturned = after(CURATED, { type: 'reject', role: 'admin' });
    for (const rejected of [TURNED_DOWN, CHOPPED, overturned]) {
      expect(after(rejected, { type: 'update' })).toEqual(rejected);
      expect(refusal(rejected, { type: 'update', genre: 'g' }).refused).toBe('invalid');
    }
    expect(after(overturned, { type: 'update', scores: scores(80) })).toEqual(overturned);
  });

  it('need a verdict', () => {
    for (const from of [UPLOADED, WHOLE, PUBLISHED, UNDER_REVIEW])
      expect(refusal(from, { type: 'update', scores: scores(80) }).refused).toBe('conflict');
  });
});

describe('rejecting', () => {
  it('CU-11 needs a submission, and happens once', () => {
    expect(TURNED_DOWN).toMatchObject({ verdict: 'rejected', scores: null });
    for (const from of [WHOLE, PUBLISHED, CHOPPED, TURNED_DOWN, after(CURATED, { type: 'unpublish' })])
      for (const role of ['curator', 'admin'] as const)
        expect(refusal(from, { type: 'reject', role }).refused).toBe('conflict');
    expect(refusal(UPLOADED, { type: 'reject', role: 'admin' }).refused).toBe('invalid');
  });

  it('overturns an approval only by an administrator, and then unpins and removes genre and mood', () => {
    expect(refusal(CURATED, { type: 'reject', role: 'curator' }).refused).toBe('conflict');
    const pinned = after(HOT, { type: 'update', genre: 'g', mood: 'm' });
    expect(after(pinned, { type: 'reject', role: 'admin' })).toMatchObject({
      verdict: 'rejected',
      pinned: false,
      genre: null,
      mood: null,
    });
  });
});

describe('taking down', () => {
  it('hides a song or video until it is reinstated, and refuses to publish it until then', () => {
    const down = after(HOT, { type: 'take-down' });
    expect(down).toEqual({ ...HOT, published: false, allowCuration: false, pinned: false, takenDown: true });
    for (const event of [{ type: 'publish' }, { type: 'submit', role: 'admin' }] as const)
      expect(refusal(down, event)).toMatchObject({ refused: 'conflict', message: TAKEN_DOWN });
    expect(after(down, { type: 'reinstate', published: true, submitted: true })).toEqual({ ...HOT, pinned: false });
    expect(after(down, { type: 'reinstate', published: false, submitted: true })).toMatchObject({
      published: false,
      allowCuration: false,
      takenDown: false,
    });
    expect(refusal(HOT, { type: 'reinstate', published: true, submitted: true }).refused).toBe('conflict');
  });
});

describe('pinning', () => {
  it('CU-18 CU-19 needs a score of 90, publication and approval', () => {
    expect(HOT.pinned).toBe(true);
    expect(after(HOT, { type: 'unpin' }).pinned).toBe(false);
    const almost = after(UNDER_REVIEW, curate(scores(90, 90, 89)));
    for (const from of [almost, CHOPPED, UNDER_REVIEW, WHOLE, UPLOADED, after(HOT, { type: 'unpublish' })])
      expect(refusal(from, { type: 'pin' }).refused).toBe('invalid');
  });
});

/** The rules that a state breaks: those of the table's check constraints, and those implied by the other rules. */
function broken(media: Publication): string[] {
  const { published, complete, allowCuration, verdict, scores, genre, mood, pinned, takenDown } = media;
  const rules: Record<string, boolean> = {
    'published needs complete': !published || complete,
    'nothing is published that is taken down': !published || !takenDown,
    'curation needs published': !allowCuration || published,
    'rejected has no place': verdict !== 'rejected' || (genre === null && mood === null),
    'curated has 60': verdict !== 'curated' || (scores !== null && reaches(scores, APPROVAL)),
    'pinned is published, curated, 90':
      !pinned || (published && verdict === 'curated' && scores !== null && reaches(scores, PIN)),
    'a place needs an approval': verdict === 'curated' || (genre === null && mood === null),
    'scores need a verdict': verdict !== null || scores === null,
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

const score = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 59, 60, 61, 89, 90, 100));
const anyScores = fc.record({ storytelling: score, execution: score, thumbnailArt: score });
const place = fc.option(fc.constantFrom('one', 'two', null), { nil: undefined });
const placement = {
  genre: place,
  mood: place,
  allowPerfectlySeasoned: fc.option(fc.boolean(), { nil: undefined }),
};
const role = fc.constantFrom<ActingRole>('owner', 'curator', 'admin');
const withoutUndefined = (event: object): PublicationEvent =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)) as unknown as PublicationEvent;
const anyEvent: fc.Arbitrary<PublicationEvent> = fc
  .oneof(
    fc.constantFrom(
      { type: 'publish' },
      { type: 'unpublish' },
      { type: 'pin' },
      { type: 'unpin' },
      { type: 'take-down' },
      { type: 'reopen' },
    ),
    fc.record({ type: fc.constant('reinstate'), published: fc.boolean(), submitted: fc.boolean() }),
    fc.record({ type: fc.constant('submit'), role }),
    fc.record({ type: fc.constant('reject'), role }),
    fc.record({ type: fc.constant('curate'), role, scores: anyScores, ...placement }),
    fc.record({
      type: fc.constant('update'),
      scores: fc.option(fc.oneof(anyScores, fc.record({ thumbnailArt: score })), { nil: undefined }),
      ...placement,
    }),
  )
  .map(withoutUndefined);

describe('any sequence of events', () => {
  it('keeps the database’s constraints, changes nothing on refusal, and never mutates its input', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(anyEvent, { maxLength: 12 }), (complete, events) => {
        let state: Publication = { ...UPLOADED, complete };
        for (const event of events) {
          const given = Object.freeze({ ...state });
          const next = nextPublication(given, event);
          expect(nextPublication(given, event)).toEqual(next);
          if (!isRefusal(next)) state = next;
          expect(broken(state)).toEqual([]);
          expect(state.complete).toBe(complete);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('lets owners and curators change only the thumbnail art of a first rating', () => {
    const theirs = anyEvent.filter((event) => event.type !== 'reopen' && !('role' in event && event.role === 'admin'));
    fc.assert(
      fc.property(anyScores, fc.array(theirs, { maxLength: 12 }), (first, events) => {
        let state = after(UNDER_REVIEW, curate(first));
        for (const event of events) {
          const next = nextPublication(state, event);
          if (isRefusal(next)) continue;
          state = next;
          expect(state.verdict).not.toBeNull();
          expect(state.scores).toMatchObject({ storytelling: first.storytelling, execution: first.execution });
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('makes the verdict follow the scores whenever they change', () => {
    fc.assert(
      fc.property(anyScores, score, (first, art) => {
        const state = after(UNDER_REVIEW, curate(first), { type: 'update', scores: { thumbnailArt: art } });
        expect(state.verdict).toBe(reaches({ ...first, thumbnailArt: art }, APPROVAL) ? 'curated' : 'rejected');
      }),
    );
  });
});
