import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { ApiError } from '../../platform/lib/call.ts';

/** Longer answers, and answers with markup, are not meant for a person. */
const SENTENCE = /^[^<>]{1,200}$/;

/** The text for a failed call after "Error removing media: ": the answer's bare text, or its message. */
export function errorMessage(error: unknown, product: string): string {
  if (!(error instanceof ApiError)) return 'This could not be done.';
  if (typeof error.body === 'string' && SENTENCE.test(error.body)) return error.body;
  return errorText(error, product);
}
