import { describe, expect, it } from 'vitest';
import {
  OFFSET_CONFLICT,
  REPLACED_WITH_VERDICT,
  SHORT_OF_SPACE,
  WRONG_TYPE,
  tooManyFailures,
  unfinishedFull,
} from '@scoville/contract/catalogue/uploads.ts';
import { INTERRUPTED, afterFailure } from './send-failure.ts';

describe('the message for a file that could not be sent', () => {
  const answer = (status: number, message: string, ...codes: string[]) => ({
    status,
    body: JSON.stringify({ message, errors: codes.map((code) => ({ field: 'any', code, message })) }),
  });

  it.each([
    ['a wrong type', 415, WRONG_TYPE, false],
    ['a full plan', 403, 'trial limit reached', false],
    ['a file that may not be replaced', 409, REPLACED_WITH_VERDICT, false],
    ['an ended session', 401, 'Please sign in.', true],
    ['F8 too many megabytes of unfinished files', 429, unfinishedFull(150), true],
    ['F5 too many failures', 429, tooManyFailures(11), true],
    ['F8 a full disk', 507, SHORT_OF_SPACE, true],
  ])('%s: is the server’s message', (_case, status, message, canResume) => {
    expect(afterFailure(answer(status, message), 'Scoville')).toEqual({ error: message, canResume });
  });

  it.each([
    ['a broken connection', {}],
    ['a server error', answer(500, 'Something went wrong on our side. Please try again.')],
    ['a pause that is too long', answer(408, 'Upload was interrupted. Please try again.')],
    ['an upload that is being written', answer(423, 'This upload is being written. Try again.')],
    ['an upload that the server has lost', answer(410, 'What had come of this upload is no longer stored.')],
    ['an upload with another offset', answer(409, 'The upload stands at another offset.', OFFSET_CONFLICT)],
  ])('ER-37 reports an interruption after which the upload can continue: %s', (_case, failure) => {
    expect(afterFailure(failure, 'Scoville')).toEqual({ error: INTERRUPTED, canResume: true });
  });
});
