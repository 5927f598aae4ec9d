import { describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/media.ts';
import { ApiError } from '../lib/call.ts';
import { bulkFailure, inTurn } from './bulk.ts';
import { EditForm, changesOf, formOf } from './edit-form.ts';

const media = {
  title: 'Song',
  description: '',
  tags: [{ text: 'soul' }],
  productionType: null,
  published: false,
  allowCuration: false,
} as unknown as Media;
const form = formOf(media);

describe('what the edit form sends', () => {
  it('is nothing when nothing changed', () => expect(changesOf(media, form)).toEqual({}));

  it('is only what changed, and no production type as null', () => {
    expect(changesOf(media, { ...form, title: 'Other', tags: [] })).toEqual({ title: 'Other', tags: [] });
    const live = { ...media, productionType: 'Digital' } as Media;
    expect(changesOf(live, { ...formOf(live), productionType: '' })).toEqual({ productionType: null });
  });

  it('asks for the review alone, which publishes, and unpublishes alone, which ends it', () => {
    expect(changesOf(media, { ...form, published: true, allowCuration: true })).toEqual({ allowCuration: true });
    const open = { ...media, published: true, allowCuration: true };
    expect(changesOf(open, { ...formOf(open), published: false, allowCuration: false })).toEqual({ published: false });
  });

  it('is refused without a title, with its sentence', () => {
    const refused = EditForm.safeParse({ ...form, title: '  ' });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Title is required']);
  });
});

describe('a change to several', () => {
  it('ER-23 goes on after a failure and counts both', async () => {
    const result = await inTurn([1, 2, 3, 4, 5], async (n) => {
      if (n % 2 === 0) throw new Error(`${n} failed`);
    });
    expect(result).toMatchObject({ done: 3, failures: [new Error('2 failed'), new Error('4 failed')] });
    expect(bulkFailure('publish', result, 'Scoville')).toBe('Failed to publish 2 of 5 media.');
    expect(bulkFailure('publish', { done: 5, failures: [] }, 'Scoville')).toBeNull();
  });

  it('says the first reason, in the words of the server', async () => {
    const gone = new ApiError(404, { message: 'This media was not found.' }, 'This media was not found.');
    expect(bulkFailure('unpublish', { done: 1, failures: [gone, new ApiError(500, '', '')] }, 'Scoville')).toBe(
      'Failed to unpublish 2 of 3 media. This media was not found.',
    );
  });

  it('ER-02 asks no more once the session ended, and leaves the word to the login screen', async () => {
    const asked: number[] = [];
    const result = await inTurn([1, 2, 3], async (n) => {
      asked.push(n);
      if (n === 2) throw new ApiError(401, { message: 'Please sign in.' }, 'Please sign in.');
    });
    expect(asked).toEqual([1, 2]);
    expect(bulkFailure('publish', result, 'Scoville')).toBeNull();
  });
});
