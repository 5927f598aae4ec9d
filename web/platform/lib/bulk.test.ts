import { describe, expect, it } from 'vitest';
import { bulkFailure, runOneByOne } from './bulk.ts';
import { ApiError } from './call.ts';

describe('a change of several items', () => {
  it('ER-23 continues after a failure and counts both', async () => {
    const result = await runOneByOne([1, 2, 3, 4, 5], async (n) => {
      if (n % 2 === 0) throw new Error(`${n} failed`);
    });
    expect(result).toMatchObject({ done: 3, failures: [new Error('2 failed'), new Error('4 failed')] });
    expect(bulkFailure('publish', result, 'Scoville')).toBe('Failed to publish 2 of 5 media.');
    expect(bulkFailure('publish', { done: 5, failures: [] }, 'Scoville')).toBeNull();
  });

  it('includes the first reason, in the server’s words', async () => {
    const gone = new ApiError(404, { message: 'This media was not found.' }, 'This media was not found.');
    expect(bulkFailure('unpublish', { done: 1, failures: [gone, new ApiError(500, '', '')] }, 'Scoville')).toBe(
      'Failed to unpublish 2 of 3 media. This media was not found.',
    );
  });

  it('ER-09 has one sentence if all changes failed without a message', () => {
    const silent = new ApiError(500, '', '');
    expect(bulkFailure('publish', { done: 0, failures: [silent, silent] }, 'Scoville')).toBe(
      'Error Processing Requests.',
    );
    expect(bulkFailure('publish', { done: 1, failures: [silent, silent] }, 'Scoville')).toBe(
      'Failed to publish 2 of 3 media.',
    );
    const why = new ApiError(404, '', 'This media was not found.');
    expect(bulkFailure('publish', { done: 0, failures: [silent, why] }, 'Scoville')).toBe(
      'Failed to publish 2 of 2 media.',
    );
  });

  it('ER-02 stops once the session has ended, and leaves the message to the login screen', async () => {
    const asked: number[] = [];
    const result = await runOneByOne([1, 2, 3], async (n) => {
      asked.push(n);
      if (n === 2) throw new ApiError(401, { message: 'Please sign in.' }, 'Please sign in.');
    });
    expect(asked).toEqual([1, 2]);
    expect(bulkFailure('publish', result, 'Scoville')).toBeNull();
  });
});
