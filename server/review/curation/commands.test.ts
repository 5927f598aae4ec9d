import { describe, expect, it } from 'vitest';
import { type Publication, UPLOADED } from '@scoville/contract/catalogue/media/publication.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { updateVerdict, edit, firstScores, isFirstVerdict, pin } from './commands.ts';

const all = { storytelling: 80, execution: 70, thumbnailArt: 60 };
const fresh: Publication = { ...UPLOADED, complete: true };
const published: Publication = { ...fresh, published: true };
const submitted: Publication = { ...published, allowCuration: true };
const curated: Publication = { ...submitted, verdict: 'curated', scores: all };
const rejected: Publication = { ...submitted, verdict: 'rejected' };

/** Returns the thrown error, as a caller would see it. */
function refusal(command: () => unknown): unknown {
  try {
    return command();
  } catch (error) {
    return error instanceof HttpError ? [error.status, error.message, error.errors[0]?.field] : error;
  }
}

describe('the commands of PUT /api/media/:id', () => {
  it.each([
    [submitted, undefined, false, false],
    [submitted, {}, false, true],
    [submitted, { thumbnailArt: 70 }, false, true],
    [submitted, all, true, true],
    [curated, all, false, true],
    [curated, all, true, false],
    [curated, { thumbnailArt: 70 }, false, false],
    [curated, undefined, false, false],
    [rejected, all, false, true],
    [rejected, all, true, false],
  ])(
    'API-42 %#: for %j, the scores %j (as an update: %j) are a first verdict: %j',
    (media, scores, isUpdate, expected) => {
      expect(isFirstVerdict(media, scores, isUpdate)).toBe(expected);
    },
  );

  it('CU-02 a first verdict requires all three scores, and is refused for media with a verdict', () => {
    expect(firstScores(submitted, all)).toEqual(all);
    for (const scores of [undefined, {}, { storytelling: 80, execution: 70 }, { execution: 70, thumbnailArt: 60 }])
      expect(refusal(() => firstScores(submitted, scores))).toEqual([400, 'Give all three scores.', 'curationStats']);
    for (const media of [curated, rejected])
      expect(refusal(() => firstScores(media, all))).toEqual([
        409,
        'This media already has a verdict.',
        'curationStats',
      ]);
  });

  it('CU-09 a change of verdict is one event with the given fields', () => {
    expect(updateVerdict({ thumbnailArt: 90 }, { mood: null })).toEqual([
      { type: 'update', scores: { thumbnailArt: 90 }, mood: null },
    ]);
    expect(updateVerdict(undefined, {})).toEqual([{ type: 'update', scores: undefined }]);
  });

  it.each([
    [fresh, {}, []],
    [fresh, { published: true }, ['publish']],
    [fresh, { published: false }, []],
    [fresh, { allowCuration: true }, ['submit']],
    [fresh, { published: true, allowCuration: true }, ['submit']],
    [fresh, { allowCuration: false }, []],
    [published, { published: true }, []],
    [published, { published: false }, ['unpublish']],
    [submitted, { allowCuration: true }, []],
    [submitted, { published: false, allowCuration: true }, ['unpublish']],
    [submitted, { published: false, allowCuration: false }, ['unpublish']],
    [curated, { allowCuration: true }, ['submit']],
    [curated, { published: false, allowCuration: true }, ['unpublish']],
    [curated, { published: true, allowCuration: true }, ['submit']],
  ])('ME-28 ME-30 an edit of %j with %j means %j', (media, fields, expected) => {
    expect(edit(media, fields, 'owner').map(({ type }) => type)).toEqual(expected);
  });

  it('refuses an edit that unpublishes and submits at once, or withdraws a submission', () => {
    expect(refusal(() => edit(published, { published: false, allowCuration: true }, 'owner'))).toEqual([
      400,
      'Only published media can be submitted. Publish it, or do not submit it.',
      'allowCuration',
    ]);
    expect(refusal(() => edit(submitted, { allowCuration: false }, 'owner'))).toEqual([
      409,
      'To withdraw a submission, unpublish the media.',
      'allowCuration',
    ]);
  });

  it('CU-18 CU-19 pins and unpins only when that changes the state', () => {
    const pinned = { ...curated, pinned: true };
    expect([pin(curated, true), pin(pinned, false)]).toEqual([[{ type: 'pin' }], [{ type: 'unpin' }]]);
    expect([pin(curated, false), pin(pinned, true)]).toEqual([[], []]);
  });
});
