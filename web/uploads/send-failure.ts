import { errorText } from '@scoville/contract/errors.ts';

export const INTERRUPTED = 'Upload was interrupted. Please try again.';

/** Refusals of the moment: the connection, the line, somebody else's hold of the upload. */
const PASSING = new Set([408, 409, 423]);

/**
 * The message for a file that could not be sent, and whether sending it again may help. The server's sentence is shown
 * where it knows more than that the line broke: a refusal, too much at a time (429), a disk without room (507). Pure.
 * @param failure status and body of the last answer; without a status there was none
 */
export function afterFailure(
  failure: { status?: number | undefined; body?: string | undefined },
  product: string,
): { error: string; canResume: boolean } {
  const { status = 0 } = failure;
  const refused = status >= 400 && status < 500 && !PASSING.has(status);
  if (!refused && status !== 507) return { error: INTERRUPTED, canResume: true };
  return { error: errorText(failure, product), canResume: status === 429 || status === 507 };
}
