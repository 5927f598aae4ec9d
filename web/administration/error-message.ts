import { errorText } from '@scoville/contract/errors.ts';
import { ApiError } from '../lib/call.ts';

/** Longer answers, and markup, are no sentence for a person. */
const SENTENCE = /^[^<>]{1,200}$/;

/** What a failed call answered, to stand behind "Error removing media: ": its bare text, or its message. */
export function errorMessage(error: unknown, product: string): string {
  if (!(error instanceof ApiError)) return 'This could not be done.';
  if (typeof error.body === 'string' && SENTENCE.test(error.body)) return error.body;
  return errorText(error, product);
}
