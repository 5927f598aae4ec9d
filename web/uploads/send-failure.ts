import { errorText } from '@scoville/contract/errors.ts';
import { OFFSET_CONFLICT } from '@scoville/contract/uploads.ts';
import { ApiError } from '../lib/call.ts';

export const INTERRUPTED = 'Upload was interrupted. Please try again.';

/** Status and body of the last answer; without a status there was none. */
interface Failure {
  status?: number | undefined;
  body?: string | undefined;
}

/** Refusals that hold for now: somebody has to sign in, too much is on its way, or a disk is full. */
const FOR_NOW = new Set([401, 429, 507]);

/**
 * Whether the very next try may end otherwise: the connection or the line broke, the server failed or lost what came,
 * somebody else has hold of the upload, or it stands elsewhere than its sender believed. Pure.
 */
export function isPassing({ status = 0, body }: Failure): boolean {
  // A full disk: more room will not come within the minute.
  if (status === 507) return false;
  // The server has lost what came; asked where the upload stands, it answers that it is gone, and a new one begins.
  if (status === 410) return true;
  if (status === 409) return hasCode(body, OFFSET_CONFLICT);
  return status < 400 || status >= 500 || status === 408 || status === 423;
}

/**
 * The message for a file that could not be sent, and whether sending it again may help. The server's sentence is shown
 * where it knows more than that the line broke: a refusal, too much at a time (429), a disk without room (507). Pure.
 */
export function afterFailure(failure: Failure, product: string): { error: string; canResume: boolean } {
  if (isPassing(failure)) return { error: INTERRUPTED, canResume: true };
  return { error: errorText(failure, product), canResume: FOR_NOW.has(failure.status ?? 0) };
}

function hasCode(body: string | undefined, code: string): boolean {
  try {
    return new ApiError(0, JSON.parse(body ?? ''), '').fields.some((field) => field.code === code);
  } catch {
    return false;
  }
}
